// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import io.switchgear.core.CallOptions;
import io.switchgear.core.CallRejectedException;
import io.switchgear.core.Verdicts;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One asynchronous call of a pipeline: an answer from the cache or from attempts, and what takes
 * its place when there is none. The future that its caller has always completes.
 *
 * @param <T> what the call returns
 */
final class AsyncCall<T extends @Nullable Object> {
  private final Plan<T> plan;
  private final Gates gates;
  private final CallOptions options;
  private final Function<CallOptions, ? extends CompletionStage<? extends T>> call;
  private final @Nullable Trace trace;

  AsyncCall(
      Plan<T> plan,
      Gates gates,
      CallOptions options,
      Function<CallOptions, ? extends CompletionStage<? extends T>> call,
      @Nullable Trace trace) {
    this.plan = plan;
    this.gates = gates;
    this.options = options;
    this.call = call;
    this.trace = trace;
  }

  <R extends @Nullable Object> CompletableFuture<R> start(Ending<R> ending) {
    CompletableFuture<R> future = new CompletableFuture<>();
    CompletableFuture<@Nullable Object> answer = answer();
    var unused = future.whenComplete((result, error) -> answer.cancel(false));
    var unusedToo =
        answer.whenComplete(
            (end, error) -> {
              if (future.isDone()) {
                Ongoing.discard(end);
              } else {
                end(future, error == null ? end : failed(error), ending);
              }
            });
    return future;
  }

  private CompletableFuture<@Nullable Object> answer() {
    try {
      options.deadline().check(plan.name());
      Store store = plan.store();
      Object question = store == null ? null : gates.question(options);
      return store == null || question == null
          ? attempts(options)
          : store.getAsync(options, question, this::storable, trace);
    } catch (CallRejectedException refusal) {
      return CompletableFuture.completedFuture(Unsuccessful.notMade(refusal));
    }
  }

  /** Makes the attempts; a refresh behind the caller's back has options of its own. */
  private CompletableFuture<@Nullable Object> attempts(CallOptions given) {
    boolean own = given == options;
    CallOptions within = own ? options : plan.within(given);
    return new AsyncOperation<>(plan, gates, within, () -> call.apply(within), own ? trace : null)
        .start();
  }

  private CompletableFuture<@Nullable Object> storable(CallOptions given) {
    CompletableFuture<@Nullable Object> answer = attempts(given);
    CompletableFuture<@Nullable Object> storable = answer.thenApply(Store::storable);
    var unused = storable.whenComplete((end, error) -> answer.cancel(false));
    return storable;
  }

  private static Unsuccessful failed(Throwable error) {
    return Unsuccessful.notMade(Verdicts.unwrap(error));
  }

  private <R extends @Nullable Object> void end(
      CompletableFuture<R> future, @Nullable Object answer, Ending<R> ending) {
    try {
      Object whole =
          answer instanceof Unsuccessful end ? plan.recovery().recover(end, trace) : answer;
      if (!ending.end(future, whole)) {
        Ongoing.discard(whole);
      }
    } catch (Throwable e) {
      future.completeExceptionally(e);
    }
  }

  /**
   * Completes a future with an answer; says whether it wasn't completed already.
   *
   * @param <R> what it completes with
   */
  @FunctionalInterface
  interface Ending<R extends @Nullable Object> {
    boolean end(CompletableFuture<R> future, @Nullable Object answer);
  }
}
