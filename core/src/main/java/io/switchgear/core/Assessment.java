// SPDX-License-Identifier: Apache-2.0
package io.switchgear.core;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The full reading of a finished call: its {@link Verdict}, where the dependency named one, the
 * time to wait before the next call, and whether a throttled call is a hold.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class Assessment {
  static final Assessment SUCCESS = new Assessment(Verdict.SUCCESS, null, false);
  private static final Assessment FAILURE = new Assessment(Verdict.FAILURE, null, false);
  private static final Assessment IGNORED = new Assessment(Verdict.IGNORED, null, false);
  private static final Assessment THROTTLED = new Assessment(Verdict.THROTTLED, null, false);
  private static final Assessment HOLD = new Assessment(Verdict.THROTTLED, null, true);

  private final Verdict verdict;
  private final @Nullable Duration retryAfter;
  private final boolean hold;

  private Assessment(Verdict verdict, @Nullable Duration retryAfter, boolean hold) {
    this.verdict = verdict;
    this.retryAfter = retryAfter;
    this.hold = hold;
  }

  /**
   * A reading without a time to wait. Allocates nothing.
   *
   * @param verdict what the call says
   * @return the reading
   */
  public static Assessment of(Verdict verdict) {
    return switch (verdict) {
      case SUCCESS -> SUCCESS;
      case FAILURE -> FAILURE;
      case IGNORED -> IGNORED;
      case THROTTLED -> THROTTLED;
    };
  }

  /**
   * A throttled call for which it is no use to come back soon: a daily limit, a credit that is used
   * up, an account that a person must unlock. Add {@link #retryAfter(Duration)} where the time is
   * known. Allocates nothing.
   *
   * @return the reading: {@link Verdict#THROTTLED}, and a hold
   */
  public static Assessment hold() {
    return HOLD;
  }

  /**
   * This reading with a time to wait before the next call.
   *
   * @param retryAfter the wait, counted from now; zero or negative means no wait is known
   * @return the reading with that wait
   */
  public Assessment retryAfter(Duration retryAfter) {
    boolean known = !retryAfter.isNegative() && !retryAfter.isZero();
    if (known) {
      return new Assessment(verdict, retryAfter, hold);
    }
    return hold ? HOLD : of(verdict);
  }

  /**
   * What the call says about the dependency.
   *
   * @return the verdict
   */
  public Verdict verdict() {
    return verdict;
  }

  /**
   * The wait that the dependency asked for, counted from the moment of the result.
   *
   * @return the wait, always positive; empty when none was named
   */
  public Optional<Duration> retryAfter() {
    return Optional.ofNullable(retryAfter);
  }

  /**
   * Whether it takes hours or a person until calls are welcome again. A hold is never retried.
   *
   * @return true only for readings made by {@link #hold()}
   */
  public boolean isHold() {
    return hold;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Assessment that
        && verdict == that.verdict
        && hold == that.hold
        && Objects.equals(retryAfter, that.retryAfter);
  }

  @Override
  public int hashCode() {
    return Objects.hash(verdict, retryAfter, hold);
  }

  @Override
  public String toString() {
    String what = hold ? verdict + " (hold)" : verdict.name();
    return retryAfter == null ? what : what + ", retry after " + text(retryAfter);
  }

  private static String text(Duration wait) {
    long millis = wait.toMillis();
    return millis % 1_000 == 0 ? millis / 1_000 + " s" : millis + " ms";
  }
}
