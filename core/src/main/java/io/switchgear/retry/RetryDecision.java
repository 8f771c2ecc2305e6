// SPDX-License-Identifier: Apache-2.0
package io.switchgear.retry;

import io.switchgear.core.Assessment;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What follows an attempt: another one after a wait, or the end for a reason.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class RetryDecision {
  private final String name;
  private final int attempt;
  private final Assessment assessment;
  private final @Nullable Throwable error;
  private final Next next;

  RetryDecision(
      String name, int attempt, Assessment assessment, @Nullable Throwable error, Next next) {
    this.name = name;
    this.attempt = attempt;
    this.assessment = assessment;
    this.error = error;
    this.next = next;
  }

  /**
   * The name of the retry.
   *
   * @return as its owner gave it
   */
  public String name() {
    return name;
  }

  /**
   * The attempt that has ended.
   *
   * @return 1 for the first
   */
  public int attempt() {
    return attempt;
  }

  /**
   * What the attempt says about the dependency.
   *
   * @return the reading
   */
  public Assessment assessment() {
    return assessment;
  }

  /**
   * What the attempt threw.
   *
   * @return the exception; empty when the attempt returned
   */
  public Optional<Throwable> error() {
    return Optional.ofNullable(error);
  }

  /**
   * Whether another attempt follows.
   *
   * @return true if so
   */
  public boolean isRetry() {
    return next.end() == null;
  }

  /**
   * How long to wait before the next attempt.
   *
   * @return the wait, 0 or more; zero when none follows
   */
  public Duration delay() {
    return Duration.ofNanos(next.delayNanos());
  }

  /**
   * Why no further attempt follows.
   *
   * @return the reason; empty when one does
   */
  public Optional<RetryEnd> end() {
    return Optional.ofNullable(next.end());
  }

  @Override
  public String toString() {
    String what = isRetry() ? "another attempt in " + delay() : "ends: " + next.end();
    return name + ": attempt " + attempt + " (" + assessment + "), " + what;
  }

  /** A wait, or an end. */
  record Next(long delayNanos, @Nullable RetryEnd end) {
    static Next after(long delayNanos) {
      return new Next(delayNanos, null);
    }

    static Next end(RetryEnd end) {
      return new Next(0, end);
    }
  }
}
