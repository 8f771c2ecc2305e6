// SPDX-License-Identifier: Apache-2.0
package io.switchgear.retry;

import io.switchgear.core.Assessment;
import io.switchgear.core.CallOptions;
import io.switchgear.core.TimeSource;
import io.switchgear.core.TimeSource.ScheduledTask;
import io.switchgear.core.Verdicts;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One asynchronous call: its attempts follow one another, each begun by the timer of the one
 * before. Whatever is thrown on the way, by the call or by a hook, the future completes.
 *
 * @param <T> what the call returns
 */
final class AsyncRetry<T extends @Nullable Object> {
  private final Retry retry;
  private final CallOptions options;
  private final Supplier<? extends CompletionStage<T>> call;
  private final RetryRun run;
  private final CompletableFuture<T> future = new CompletableFuture<>();

  /**
   * The attempt under way and the wait for the next one. Each is set before the future is looked
   * at, and looked at after the future is done, so that one of the two sides sees the other.
   */
  private volatile @Nullable CompletionStage<T> attempt;

  private volatile @Nullable Pause pause;

  AsyncRetry(Retry retry, CallOptions options, Supplier<? extends CompletionStage<T>> call) {
    this.retry = retry;
    this.options = options;
    this.call = call;
    this.run = retry.begin(options);
  }

  CompletableFuture<T> start() {
    try {
      options.deadline().check(retry.name());
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
    var unused = future.whenComplete((result, error) -> stop());
    begin();
    return future;
  }

  private void begin() {
    try {
      CompletionStage<T> started = Objects.requireNonNull(call.get(), "the call gave no stage");
      attempt = started;
      if (future.isDone()) {
        started.toCompletableFuture().cancel(true);
      }
      started.whenComplete(this::end);
    } catch (Throwable e) {
      fail(e);
    }
  }

  private void end(T result, @Nullable Throwable error) {
    if (error == null) {
      succeed(result);
    } else {
      fail(Verdicts.unwrap(error));
    }
  }

  /** The attempt has returned, which the verdicts may still read as a failure. */
  private void succeed(T result) {
    if (future.isDone()) {
      return;
    }
    try {
      Assessment assessment = retry.config().verdicts().assess(result, null);
      if (!goesOn(run.next(assessment, null), () -> future.complete(result))) {
        future.complete(result);
      }
    } catch (Throwable hookError) {
      future.completeExceptionally(hookError);
    }
  }

  private void fail(Throwable error) {
    if (future.isDone()) {
      return;
    }
    try {
      RetryDecision decision = run.next(retry.assess(error), error);
      if (!goesOn(decision, () -> future.completeExceptionally(error))) {
        future.completeExceptionally(error);
      }
    } catch (Throwable hookError) {
      Retry.suppress(error, hookError);
      future.completeExceptionally(error);
    }
  }

  /** Whether another attempt is on its way, or else, should the wait take too long, the end. */
  private boolean goesOn(RetryDecision decision, Runnable end) {
    if (!decision.isRetry()) {
      return false;
    }
    Pause next = new Pause();
    pause = next;
    TimeSource time = retry.config().time();
    next.timer = time.schedule(decision.delay(), () -> continueUnlessOver(end));
    if (future.isDone()) {
      next.cancel();
    }
    return true;
  }

  private void continueUnlessOver(Runnable end) {
    if (options.deadline().isOver()) {
      end.run();
    } else if (!future.isDone()) {
      begin();
    }
  }

  private void stop() {
    Pause waiting = pause;
    if (waiting != null) {
      waiting.cancel();
    }
    CompletionStage<T> running = attempt;
    if (running != null) {
      running.toCompletableFuture().cancel(true);
    }
  }

  /** A wait, whose timer may fire before whoever set it knows its handle. */
  private static final class Pause {
    private volatile @Nullable ScheduledTask timer;

    void cancel() {
      ScheduledTask set = timer;
      if (set != null) {
        set.cancel();
      }
    }
  }
}
