// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import io.switchgear.core.Assessment;
import io.switchgear.core.CallOptions;
import io.switchgear.core.CallRejectedException;
import io.switchgear.core.Deadline;
import io.switchgear.core.RejectionReason;
import io.switchgear.core.Repeat;
import io.switchgear.core.Verdict;
import io.switchgear.pipeline.Outcome;
import io.switchgear.pipeline.Pipeline;
import io.switchgear.pipeline.PipelineConfig;
import io.switchgear.timeout.TimeoutExceededException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Optional;

/**
 * Policies around the calls of a blocking HTTP client that is there already, with the rules by
 * which its answers are read. The modules {@code switchgear-http-okhttp} and {@code
 * switchgear-http-apache} put them into a client; several clients may share them.
 *
 * <pre>{@code
 * HttpPolicies erp = HttpPolicies.with(
 *         Pipeline.<HttpResult>named("erp")
 *             .retry(exponential(ofMillis(200)).maxAttempts(3))
 *             .circuitBreaker(tripOn(consecutiveFailures(5))))
 *     .profile("stripe")
 *     .build();
 * }</pre>
 *
 * <p><b>Thread safety:</b> safe. <b>Blocking:</b> {@link #call} makes blocking calls on the
 * caller's thread.
 */
public final class HttpPolicies {
  private final Pipeline<HttpResult> pipeline;
  private final HttpVerdicts verdicts;
  private final NewKeys keys;

  HttpPolicies(Pipeline<HttpResult> pipeline, HttpVerdicts verdicts, NewKeys keys) {
    if (pipeline.hedge().isPresent()) {
      throw new IllegalArgumentException(
          pipeline.name() + ": a blocking client makes one attempt at a time; leave the hedge out");
    }
    this.pipeline = pipeline;
    this.verdicts = verdicts;
    this.keys = keys;
  }

  /**
   * Begins the settings.
   *
   * @param policies the policies, with a name; without verdicts, fallback, cache and hedge
   * @return the settings; end with {@code build()} or {@code keyed(…)}
   * @throws IllegalArgumentException when the policies have a fallback or a cache
   */
  public static HttpPoliciesConfig with(PipelineConfig<HttpResult> policies) {
    return HttpPoliciesConfig.with(policies);
  }

  /**
   * The pipeline, to look at its policies or to give them orders.
   *
   * @return the pipeline around the calls
   */
  public Pipeline<HttpResult> pipeline() {
    return pipeline;
  }

  /**
   * How answers are read.
   *
   * @return the rules
   */
  public HttpVerdicts verdicts() {
    return verdicts;
  }

  /**
   * The idempotency key that a request is to be sent with: the one that it has, the one of its
   * options, or a new one if that is wanted.
   *
   * @param method the request's method
   * @param sent the key in the request's header
   * @param given what the caller said
   * @return the key for all attempts; empty when there is none
   */
  public Optional<String> keyOf(String method, Optional<String> sent, CallOptions given) {
    return keys.keyOf(method, sent, given);
  }

  /**
   * Makes a call for an adapter.
   *
   * @param <R> its results
   * @param type their class
   * @param given what the caller said
   * @param repeatable whether the request may be sent more than once, by its method or its key, and
   *     can be
   * @param attempt makes one attempt
   * @return the result of the last attempt; those of the others were discarded
   * @throws CallRefusedException when a policy refused the call
   * @throws InterruptedIOException when the thread was interrupted, or at the pipeline's own limit
   *     in time
   * @throws IOException what the last attempt threw
   */
  public <R extends HttpResult> R call(
      Class<R> type, CallOptions given, boolean repeatable, Attempt<R> attempt) throws IOException {
    CallOptions options = Idempotency.options(given, repeatable);
    Outcome<HttpResult> outcome =
        pipeline.execute(options, within -> attempt.make(within.deadline()));
    if (outcome.hasValue()) {
      return type.cast(outcome.value());
    }
    Throwable error = AttemptFailure.cause(outcome.error().orElseThrow());
    if (error instanceof CallRejectedException refusal) {
      throw refusal.reason() == RejectionReason.INTERRUPTED
          ? interrupted(refusal)
          : new CallRefusedException(refusal);
    }
    if (error instanceof TimeoutExceededException || error instanceof InterruptedException) {
      throw interrupted(error);
    }
    if (error instanceof RuntimeException unchecked) {
      throw unchecked;
    }
    throw error instanceof IOException cause ? cause : new IOException(error);
  }

  private static IOException interrupted(Throwable error) {
    InterruptedIOException interrupted = new InterruptedIOException(error.getMessage());
    interrupted.initCause(error);
    return interrupted;
  }

  /**
   * What an attempt of an adapter throws that had no answer.
   *
   * @param error what the client threw
   * @param maybeSent false only if no part of the request can have been seen, whatever else; then
   *     any request may be sent again when there was no connection
   * @return what to throw
   */
  public IOException failed(IOException error, boolean maybeSent) {
    Assessment plain = verdicts.assess(error);
    boolean unsent = TransportError.of(error) == TransportError.NOT_SENT;
    return unsent ? as(error, plain.repeat(maybeSent ? Repeat.BY_VERDICT : Repeat.UNSEEN)) : error;
  }

  /**
   * What an attempt of an adapter throws that the dependency has no part in: its caller is gone, no
   * connection was free.
   *
   * @param error what the client threw
   * @param maybeSent false only if no part of the request can have been seen
   * @return what to throw
   */
  public IOException ours(IOException error, boolean maybeSent) {
    Assessment ignored = Assessment.of(Verdict.IGNORED);
    return as(error, ignored.repeat(maybeSent ? Repeat.USELESS : Repeat.UNSEEN));
  }

  private IOException as(IOException error, Assessment said) {
    return AttemptFailure.of(error, said, verdicts) instanceof AttemptFailure failure
        ? failure
        : error;
  }

  @Override
  public String toString() {
    return pipeline + "; " + verdicts.profile().name();
  }

  /**
   * Makes one attempt of a call.
   *
   * @param <R> its result
   */
  @FunctionalInterface
  public interface Attempt<R extends HttpResult> {
    /**
     * Sends the request once.
     *
     * @param until until when the answer must be complete
     * @return the answer, which {@linkplain HttpResult#hasBegun has begun}
     * @throws IOException when there is none
     */
    R make(Deadline until) throws IOException;
  }
}
