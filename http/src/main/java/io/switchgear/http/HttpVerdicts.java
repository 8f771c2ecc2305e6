// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import io.switchgear.core.Assessment;
import io.switchgear.core.TimeSource;
import io.switchgear.core.Verdict;
import io.switchgear.core.Verdicts;
import java.net.http.HttpResponse;
import java.nio.channels.ClosedByInterruptException;
import java.time.Duration;
import java.util.Collections;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads finished HTTP calls by the rules of a profile.
 *
 * <pre>{@code
 * CircuitBreaker.named("erp").verdicts(HttpVerdicts.profile("http")).build();
 * }</pre>
 *
 * <p>Profile {@code http}, the only one so far, is plain HTTP:
 *
 * <ul>
 *   <li>1xx, 2xx and 3xx are a success;
 *   <li>429 is throttled;
 *   <li>any other 4xx is ignored: the caller's error;
 *   <li>5xx, and a status that HTTP doesn't have, is a failure.
 * </ul>
 *
 * <p>A throttled or failed response keeps the time that the dependency asks to wait: the header
 * {@code retry-after-ms}, else {@code Retry-After} in seconds, decimals included, or as an
 * HTTP-date. A date is counted from the response's own {@code Date}, so that a clock that is off
 * changes nothing. A time that makes no sense (zero, negative, past, over 366 days, garbage) counts
 * as not named.
 *
 * <p>A call that threw is a failure of the dependency (a timeout, a connection that broke or was
 * never made), except what {@link Verdicts#standard()} ignores, such as a cancellation, and a
 * connection closed by the caller's interrupt.
 *
 * <p><b>Thread safety:</b> immutable. <b>Blocking:</b> never blocks; a success without allocation.
 */
public final class HttpVerdicts implements Verdicts<@Nullable Object> {
  private final HttpProfile profile;
  private final RetryAfterReader retryAfter;

  private HttpVerdicts(HttpProfile profile, RetryAfterReader retryAfter) {
    this.profile = profile;
    this.retryAfter = retryAfter;
  }

  /**
   * The rules of a profile.
   *
   * @param name one of {@link #profileNames()}
   * @return its rules, with the system's time and waits of at most 24 h
   * @throws IllegalArgumentException when there is no such profile; the message lists those that
   *     there are
   */
  public static HttpVerdicts profile(String name) {
    HttpProfile profile = HttpProfile.find(name);
    if (profile == null) {
      throw new IllegalArgumentException(
          "profile must be one of " + profileNames() + ", but is '" + name + "'");
    }
    return new HttpVerdicts(profile, RetryAfterReader.STANDARD);
  }

  /**
   * The names of all profiles.
   *
   * @return the names, sorted; unmodifiable
   */
  public static Set<String> profileNames() {
    return Collections.unmodifiableSet(HttpProfile.names());
  }

  /**
   * The longest wait that is believed; a longer one is cut to it. Default: 24 h.
   *
   * @param max 1 ms to 366 days
   * @return a copy with this bound
   * @throws IllegalArgumentException when out of range
   */
  public HttpVerdicts maxRetryAfter(Duration max) {
    return new HttpVerdicts(profile, retryAfter.atMost(max));
  }

  /**
   * Where time comes from; needed for a {@code Retry-After} date in a response without a {@code
   * Date}. Default: {@link TimeSource#system()}.
   *
   * @param time the time
   * @return a copy with this time
   */
  public HttpVerdicts time(TimeSource time) {
    return new HttpVerdicts(profile, retryAfter.time(time));
  }

  /**
   * Reads a response.
   *
   * @param head its status and headers
   * @return the reading
   */
  public Assessment assess(ResponseHead head) {
    Assessment plain = Assessment.of(profile.verdict(head.status()));
    return switch (plain.verdict()) {
      case SUCCESS, IGNORED -> plain;
      case FAILURE, THROTTLED -> retryAfter.read(head).map(plain::retryAfter).orElse(plain);
    };
  }

  /**
   * Reads a call that ended without a response.
   *
   * @param error what the client threw, with or without the wrappers of futures
   * @return the reading
   */
  public Assessment assess(Throwable error) {
    Throwable inner = Verdicts.unwrap(error);
    if (inner instanceof ClosedByInterruptException) {
      return Assessment.of(Verdict.IGNORED);
    }
    return Verdicts.standard().assess(null, inner);
  }

  /**
   * Reads a finished call: a {@link ResponseHead} or an {@link HttpResponse} by the rules of the
   * profile; any other result, null included, is a success.
   */
  @Override
  public Assessment assess(@Nullable Object result, @Nullable Throwable error) {
    if (error != null) {
      return assess(error);
    }
    if (result instanceof ResponseHead head) {
      return assess(head);
    }
    if (result instanceof HttpResponse<?> response) {
      return assess(ResponseHead.of(response));
    }
    return Assessment.of(Verdict.SUCCESS);
  }
}
