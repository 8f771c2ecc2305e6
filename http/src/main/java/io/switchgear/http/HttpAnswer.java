// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import io.switchgear.core.Assessment;
import io.switchgear.core.OngoingResult;
import io.switchgear.core.Verdict;
import io.switchgear.pipeline.Outcome;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import javax.net.ssl.SSLSession;

/**
 * A response of a {@link ResilientHttpClient}, whatever its status is, with what it says of the
 * dependency and what it took.
 *
 * <p>The body of a streaming handler ({@code ofInputStream}, {@code ofLines}, {@code ofPublisher})
 * may still come: the call's place in the bulkhead is taken until it {@link #ended}. Read it to its
 * end, close it or {@link #discard} the answer.
 *
 * <p><b>Thread safety:</b> as safe as the body is.
 *
 * @param <T> the body
 */
public final class HttpAnswer<T> implements HttpResponse<T>, OngoingResult {
  private final JdkResult<T> result;
  private final HttpResponse<T> response;
  private final Outcome<?> outcome;

  HttpAnswer(JdkResult<T> result, Outcome<?> outcome) {
    this.result = result;
    this.response = result.response();
    this.outcome = outcome;
  }

  /**
   * What it says of the dependency as far as it is known: the verdict, the rule that decided, whom
   * it speaks for and when to come again. Final when the answer has {@link #ended}.
   *
   * @return the reading
   */
  public HttpReading reading() {
    return result.reading();
  }

  /**
   * The verdict of the {@link #reading}.
   *
   * @return the verdict
   */
  public Verdict verdict() {
    return reading().assessment().verdict();
  }

  /**
   * How many attempts were made, this one included; hedges count.
   *
   * @return 1 for an answer at once
   */
  public int attempts() {
    return outcome.attempts();
  }

  /**
   * How long it took until the answer was there, waits included.
   *
   * @return the time
   */
  public Duration elapsed() {
    return outcome.elapsed();
  }

  @Override
  public CompletionStage<Assessment> ended() {
    return result.ended();
  }

  @Override
  public void discard() {
    result.discard();
  }

  @Override
  public int statusCode() {
    return response.statusCode();
  }

  @Override
  public HttpRequest request() {
    return response.request();
  }

  @Override
  public Optional<HttpResponse<T>> previousResponse() {
    return response.previousResponse();
  }

  @Override
  public HttpHeaders headers() {
    return response.headers();
  }

  @Override
  public T body() {
    return response.body();
  }

  @Override
  public Optional<SSLSession> sslSession() {
    return response.sslSession();
  }

  @Override
  public URI uri() {
    return response.uri();
  }

  @Override
  public HttpClient.Version version() {
    return response.version();
  }

  /** The URI isn't told, which may have secrets in it. */
  @Override
  public String toString() {
    return result + ", " + attempts() + " attempts, " + elapsed();
  }
}
