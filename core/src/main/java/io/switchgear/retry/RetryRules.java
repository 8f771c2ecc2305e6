// SPDX-License-Identifier: Apache-2.0
package io.switchgear.retry;

import io.switchgear.core.Assessment;
import io.switchgear.core.CallRejectedException;
import io.switchgear.core.RejectionReason;
import io.switchgear.core.Repeat;
import io.switchgear.core.internal.Arguments;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Whether an attempt is followed by another one: pure functions of the attempt and the time. */
record RetryRules(
    int maxAttempts, long maxRetryAfterNanos, Set<RejectionReason> retriedRejections) {

  /** An attempt that has ended. */
  record Attempt(int number, boolean repeatable, Assessment assessment, @Nullable Throwable error) {

    /** The refusal by one of our own policies, because of which the call wasn't made. */
    @Nullable CallRejectedException rejection() {
      return error instanceof CallRejectedException rejection ? rejection : null;
    }

    private long retryAfterNanos() {
      CallRejectedException rejection = rejection();
      Optional<Duration> wish =
          rejection == null ? assessment.retryAfter() : Optional.of(rejection.retryAfter());
      return wish.map(Arguments::saturatedNanos).orElse(0L);
    }
  }

  /** Why the attempt is the last one whatever the wait would be; null when it may not be. */
  @Nullable RetryEnd endAfter(Attempt attempt) {
    RetryEnd end = endByResult(attempt);
    return end == null && attempt.number() >= maxAttempts ? RetryEnd.ATTEMPTS_USED_UP : end;
  }

  private @Nullable RetryEnd endByResult(Attempt attempt) {
    CallRejectedException rejection = attempt.rejection();
    if (rejection != null) {
      return retriedRejections.contains(rejection.reason()) ? null : RetryEnd.REJECTED;
    }
    if (attempt.error() instanceof InterruptedException) {
      return RetryEnd.NOT_RETRYABLE;
    }
    return switch (attempt.assessment().verdict()) {
      case SUCCESS -> RetryEnd.SUCCEEDED;
      case IGNORED ->
          attempt.assessment().repeat() == Repeat.BY_VERDICT
              ? RetryEnd.NOT_RETRYABLE
              : endOfFailed(attempt);
      case FAILURE, THROTTLED -> endOfFailed(attempt);
    };
  }

  private static @Nullable RetryEnd endOfFailed(Attempt attempt) {
    if (attempt.assessment().isHold()) {
      return RetryEnd.HELD;
    }
    return switch (attempt.assessment().repeat()) {
      case USELESS -> RetryEnd.NOT_RETRYABLE;
      case UNSEEN -> null;
      case BY_VERDICT, USEFUL -> attempt.repeatable() ? null : RetryEnd.NOT_IDEMPOTENT;
    };
  }

  /** The wait after the attempt: the back-off, or what was asked for if that is longer. */
  static long waitNanos(Attempt attempt, long backOffNanos) {
    return Math.max(backOffNanos, attempt.retryAfterNanos());
  }

  /**
   * Why the wait can't be made; null when it can. A wait is made whole or not at all: to come back
   * earlier than asked, or after everybody has gone, is of no use to anybody.
   */
  @Nullable RetryEnd endOfWait(Attempt attempt, long waitNanos, long remainingNanos) {
    if (attempt.retryAfterNanos() > maxRetryAfterNanos) {
      return RetryEnd.WAIT_TOO_LONG;
    }
    return waitNanos >= remainingNanos ? RetryEnd.DEADLINE : null;
  }
}
