// SPDX-License-Identifier: Apache-2.0
package io.switchgear.retry;

import io.switchgear.core.Assessment;
import io.switchgear.core.CallOptions;
import io.switchgear.core.TimeSource;
import io.switchgear.core.TimeSource.ScheduledTask;
import io.switchgear.core.internal.Waiting;
import io.switchgear.retry.RetryDecision.Next;
import io.switchgear.retry.RetryRules.Attempt;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One call on its way: told how each attempt ended, it says what follows. For those who make the
 * attempts themselves; {@link Retry#call} and {@link Retry#callAsync} do it for everybody else.
 *
 * <p>It starts nothing: whoever makes the attempts waits as long as it says, and looks once more at
 * the deadline then, since a wait may take longer than it should. {@link #pause} does that for
 * those who may block.
 *
 * <p><b>Thread safety:</b> for one thread at a time.
 */
public final class RetryRun {
  private final Retry retry;
  private final CallOptions options;
  private int attempts;
  private long backOffNanos;

  RetryRun(Retry retry, CallOptions options) {
    this.retry = retry;
    this.options = options;
  }

  /**
   * How many attempts have ended.
   *
   * @return the number, 0 at the beginning
   */
  public int attempts() {
    return attempts;
  }

  /**
   * An attempt has ended. Listeners are told before this returns.
   *
   * @param assessment what it says about the dependency
   * @param error what it threw, without the wrappers of futures; null when it returned
   * @return what follows
   */
  public RetryDecision next(Assessment assessment, @Nullable Throwable error) {
    Objects.requireNonNull(assessment, "assessment");
    attempts++;
    RetryConfig config = retry.config();
    boolean repeatable = options.isRepeatable(config.idempotent());
    Next next = decide(config, new Attempt(attempts, repeatable, assessment, error));
    boolean plainSuccess = attempts == 1 && next.end() == RetryEnd.SUCCEEDED;
    if (plainSuccess) {
      retry.succeeded();
      return decision(assessment, error, next);
    }
    return delivered(decision(assessment, error, next));
  }

  /**
   * An attempt has ended, and whoever makes the attempts knows that the next one would be refused.
   * Listeners are told before this returns.
   *
   * @param assessment what the attempt says about the dependency
   * @param error what it threw, without the wrappers of futures; null when it returned
   * @return the end: {@link RetryEnd#REJECTED}
   */
  public RetryDecision stop(Assessment assessment, @Nullable Throwable error) {
    Objects.requireNonNull(assessment, "assessment");
    attempts++;
    return delivered(decision(assessment, error, Next.end(RetryEnd.REJECTED)));
  }

  private RetryDecision decision(Assessment assessment, @Nullable Throwable error, Next next) {
    return new RetryDecision(retry.name(), attempts, assessment, error, next);
  }

  private RetryDecision delivered(RetryDecision decision) {
    retry.deliver(decision);
    return decision;
  }

  /**
   * Waits before the next attempt, on this thread and without holding a monitor. When the thread is
   * interrupted, the wait ends at once, and the thread stays interrupted.
   *
   * @param decision what follows the latest attempt
   * @return whether the next attempt is to be made: there is one, the wait was made whole, and the
   *     deadline isn't over
   */
  public boolean pause(RetryDecision decision) {
    if (!Objects.requireNonNull(decision, "decision").isRetry()) {
      return false;
    }
    CompletableFuture<@Nullable Void> over = new CompletableFuture<>();
    TimeSource time = retry.config().time();
    ScheduledTask timer = time.schedule(decision.delay(), () -> over.complete(null));
    try {
      var unused = Waiting.await(over);
    } catch (InterruptedException e) {
      timer.cancel();
      Thread.currentThread().interrupt();
    }
    return !Thread.currentThread().isInterrupted() && !options.deadline().isOver();
  }

  private Next decide(RetryConfig config, Attempt attempt) {
    RetryEnd end = config.rules().endAfter(attempt);
    if (end != null) {
      return Next.end(end);
    }
    backOffNanos = config.backOff().nanosAfter(attempts, backOffNanos, config.random());
    long waitNanos = RetryRules.waitNanos(attempt, backOffNanos);
    long remainingNanos = options.deadline().remainingNanos();
    end = config.rules().endOfWait(attempt, waitNanos, remainingNanos);
    if (end != null) {
      return Next.end(end);
    }
    // The attempt that follows a refusal of our own is the first that reaches the dependency.
    boolean free = attempt.rejection() != null;
    return free || retry.spend() ? Next.after(waitNanos) : Next.end(RetryEnd.BUDGET_USED_UP);
  }
}
