// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import io.switchgear.core.CallOptions;
import io.switchgear.core.CallRejectedException;
import io.switchgear.pipeline.Pipeline;
import io.switchgear.pipeline.PipelineConfig;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandler;
import java.util.concurrent.CompletableFuture;

/**
 * The JDK's HTTP client with policies around its calls, which know what an answer means.
 *
 * <pre>{@code
 * ResilientHttpClient erp = ResilientHttpClient.with(
 *         Pipeline.<HttpResult>named("erp")
 *             .retry(exponential(ofMillis(200)).maxAttempts(3))
 *             .circuitBreaker(tripOn(consecutiveFailures(5)))
 *             .bulkhead(16))
 *     .profile("stripe")
 *     .build();
 *
 * HttpAnswer<String> answer = erp.send(request, BodyHandlers.ofString());
 * }</pre>
 *
 * <p>An answer with an error status is an answer, as {@link HttpClient} has it. It is read by the
 * rules of the profile: a retry waits as long as the dependency asks, the circuit learns what
 * counts. What is thrown is what {@code HttpClient} throws, and {@link CallRejectedException} for a
 * call that a policy refused, which wasn't made then.
 *
 * <p>GET, HEAD, PUT, DELETE, OPTIONS and TRACE may be repeated; any other request only with an
 * idempotency key ({@link CallOptions#idempotencyKey}, or the header {@code Idempotency-Key}) or
 * when its caller says so; and none whose body has an unknown length, since nobody could tell
 * whether it is the same again.
 *
 * <p>A body belongs to its call: it is bounded by the same times, and one that breaks off or stands
 * still is a failure, under a status of 200 as well. A streaming handler has its answer when the
 * head is there; the policies learn of the rest when it comes.
 *
 * <p><b>Thread safety:</b> safe. <b>Blocking:</b> {@link #send} waits on the caller's thread
 * without a monitor, and an interrupt ends the exchange; {@link #sendAsync} never blocks.
 */
public final class ResilientHttpClient {
  private final Wire wire;
  private final Pipeline<HttpResult> policies;

  ResilientHttpClient(Wire wire, Pipeline<HttpResult> policies) {
    this.wire = wire;
    this.policies = policies;
  }

  /**
   * Begins the settings of a client.
   *
   * @param policies the policies around its calls, with the client's name; without verdicts, which
   *     the client's profile gives, and without {@code fallback} and {@code cache}, which can't
   *     answer with a response: put a pipeline that has them around the client's calls
   * @return the settings; end with {@code build()} or {@code keyed(…)}
   * @throws IllegalArgumentException when the policies have a fallback or a cache
   */
  public static ResilientHttpClientConfig with(PipelineConfig<HttpResult> policies) {
    return ResilientHttpClientConfig.with(policies);
  }

  /**
   * Sends a request and waits for the answer.
   *
   * @param <T> the body
   * @param request the request
   * @param handler makes something of the body
   * @return as {@link #send(CallOptions, HttpRequest, BodyHandler)}
   * @throws IOException as {@link #send(CallOptions, HttpRequest, BodyHandler)}
   * @throws InterruptedException as {@link #send(CallOptions, HttpRequest, BodyHandler)}
   */
  public <T> HttpAnswer<T> send(HttpRequest request, BodyHandler<T> handler)
      throws IOException, InterruptedException {
    return send(CallOptions.none(), request, handler);
  }

  /**
   * Sends a request about which something is said and waits for the answer.
   *
   * @param <T> the body
   * @param options deadline, priority, whether it may be sent twice, and its idempotency key, which
   *     becomes the header {@code Idempotency-Key} unless the request has one
   * @param request the request
   * @param handler makes something of the body; asked once for each attempt
   * @return the answer, whatever its status
   * @throws IOException when no attempt had an answer: {@link java.net.http.HttpTimeoutException}
   *     at a limit in time
   * @throws InterruptedException when the thread is interrupted; the exchange has ended then
   * @throws CallRejectedException when a policy refused the call
   * @throws IllegalArgumentException when the request can't be sent by an {@code HttpClient}
   */
  public <T> HttpAnswer<T> send(CallOptions options, HttpRequest request, BodyHandler<T> handler)
      throws IOException, InterruptedException {
    JdkCall<T> call = new JdkCall<>(wire, options, request, handler);
    return call.answer(policies.execute(call.options(), call::await));
  }

  /**
   * Sends a request.
   *
   * @param <T> the body
   * @param request the request
   * @param handler makes something of the body
   * @return as {@link #sendAsync(CallOptions, HttpRequest, BodyHandler)}
   */
  public <T> CompletableFuture<HttpAnswer<T>> sendAsync(
      HttpRequest request, BodyHandler<T> handler) {
    return sendAsync(CallOptions.none(), request, handler);
  }

  /**
   * Sends a request about which something is said.
   *
   * @param <T> the body
   * @param options as for {@link #send(CallOptions, HttpRequest, BodyHandler)}
   * @param request the request
   * @param handler makes something of the body; asked once for each attempt
   * @return a future with the answer, or that fails as {@code send} does; cancelling it ends the
   *     exchange
   */
  public <T> CompletableFuture<HttpAnswer<T>> sendAsync(
      CallOptions options, HttpRequest request, BodyHandler<T> handler) {
    JdkCall<T> call = new JdkCall<>(wire, options, request, handler);
    return call.later(policies.executeAsync(call.options(), call::start));
  }

  /**
   * The policies, to look at them or to give them orders.
   *
   * @return the pipeline around the calls
   */
  public Pipeline<HttpResult> policies() {
    return policies;
  }

  /**
   * How answers are read.
   *
   * @return the rules
   */
  public HttpVerdicts verdicts() {
    return wire.verdicts();
  }

  /**
   * The name.
   *
   * @return as given to the pipeline
   */
  public String name() {
    return wire.name();
  }

  @Override
  public String toString() {
    return policies + "; " + wire.verdicts().profile().name();
  }
}
