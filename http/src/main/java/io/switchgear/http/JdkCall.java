// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import io.switchgear.core.CallOptions;
import io.switchgear.core.CallRejectedException;
import io.switchgear.core.Deadline;
import io.switchgear.core.RejectionReason;
import io.switchgear.pipeline.Outcome;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandler;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;

/**
 * A caller's request with what is said about it; its attempts are equal.
 *
 * @param <T> what the caller makes of the body
 */
final class JdkCall<T> {
  private final Wire wire;
  private final HttpRequest request;
  private final BodyHandler<T> handler;
  private final Deadline caller;
  private final CallOptions options;
  private final Queue<JdkAttempt<T>> attempts = new ConcurrentLinkedQueue<>();

  JdkCall(Wire wire, CallOptions given, HttpRequest asked, BodyHandler<T> handler) {
    String method = asked.method();
    Optional<String> sent = asked.headers().firstValue(Idempotency.KEY_HEADER);
    Optional<String> key = wire.keys().keyOf(method, sent, given);
    boolean sameBody = SentBody.isRepeatable(asked.bodyPublisher().orElse(null));
    Deadline total = Deadline.after(wire.total(), wire.time());
    this.wire = wire;
    this.request = key.equals(sent) ? asked : withKey(asked, key.orElseThrow());
    this.handler = handler;
    this.caller = given.deadline();
    this.options =
        Idempotency.options(
                given,
                sameBody && (key.isPresent() || given.isRepeatable(Idempotency.isOf(method))))
            .deadline(caller.earlierOf(total));
  }

  private static HttpRequest withKey(HttpRequest request, String key) {
    return HttpRequest.newBuilder(request, (name, value) -> true)
        .setHeader(Idempotency.KEY_HEADER, key)
        .build();
  }

  /** What the policies are to know. */
  CallOptions options() {
    return options;
  }

  /** Starts an attempt. */
  CompletableFuture<JdkResult<T>> start(CallOptions within) {
    JdkAttempt.Until until = new JdkAttempt.Until(within.deadline(), caller);
    JdkAttempt<T> attempt = new JdkAttempt<>(wire, request, handler, until);
    attempts.add(attempt);
    return attempt.start();
  }

  /** Makes an attempt on this thread, which an interrupt ends. */
  JdkResult<T> await(CallOptions within) throws Exception {
    CompletableFuture<JdkResult<T>> begun = start(within);
    try {
      return begun.get();
    } catch (InterruptedException e) {
      begun.cancel(true);
      // It may have come in that very moment.
      var unused = begun.thenAccept(JdkResult::discard);
      throw e;
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    }
  }

  /** What a blocking caller gets. */
  HttpAnswer<T> answer(Outcome<HttpResult> outcome) throws IOException, InterruptedException {
    if (outcome.hasValue()) {
      return answered(outcome);
    }
    Throwable error = AttemptFailure.cause(outcome.error().orElseThrow());
    boolean interrupted =
        error instanceof CallRejectedException refusal
            && refusal.reason() == RejectionReason.INTERRUPTED;
    if (interrupted || error instanceof InterruptedException) {
      // Whoever throws it clears the flag.
      var unused = Thread.interrupted();
      throw error instanceof InterruptedException cause ? cause : new InterruptedException();
    }
    if (error instanceof RuntimeException unchecked) {
      throw unchecked;
    }
    throw error instanceof IOException cause ? cause : new IOException(error);
  }

  private HttpAnswer<T> answered(Outcome<HttpResult> outcome) {
    for (JdkAttempt<T> attempt : attempts) {
      JdkResult<T> result = attempt.result();
      if (result != null && result == outcome.value()) {
        return new HttpAnswer<>(result, outcome);
      }
    }
    throw new IllegalStateException("no attempt of this call gave " + outcome.value());
  }

  /** What an asynchronous caller gets. */
  CompletableFuture<HttpAnswer<T>> later(CompletableFuture<Outcome<HttpResult>> outcome) {
    CompletableFuture<HttpAnswer<T>> future = new CompletableFuture<>();
    var unused = future.whenComplete((answer, error) -> outcome.cancel(true));
    var unusedToo =
        outcome.whenComplete(
            (ended, failure) -> {
              if (failure != null) {
                future.completeExceptionally(failure);
              } else if (!ended.hasValue()) {
                future.completeExceptionally(AttemptFailure.cause(ended.error().orElseThrow()));
              } else if (!future.complete(answered(ended))) {
                ended.value().discard();
              }
            });
    return future;
  }
}
