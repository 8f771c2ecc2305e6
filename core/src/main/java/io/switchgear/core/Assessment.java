// SPDX-License-Identifier: Apache-2.0
package io.switchgear.core;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The full reading of a finished call: its {@link Verdict} and, where the dependency named one, the
 * time to wait before the next call.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class Assessment {
  static final Assessment SUCCESS = new Assessment(Verdict.SUCCESS, null);
  private static final Assessment FAILURE = new Assessment(Verdict.FAILURE, null);
  private static final Assessment IGNORED = new Assessment(Verdict.IGNORED, null);
  private static final Assessment THROTTLED = new Assessment(Verdict.THROTTLED, null);

  private final Verdict verdict;
  private final @Nullable Duration retryAfter;

  private Assessment(Verdict verdict, @Nullable Duration retryAfter) {
    this.verdict = verdict;
    this.retryAfter = retryAfter;
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
   * This reading with a time to wait before the next call.
   *
   * @param retryAfter the wait, counted from now; zero or negative means no wait is known
   * @return the reading with that wait
   */
  public Assessment retryAfter(Duration retryAfter) {
    boolean known = !retryAfter.isNegative() && !retryAfter.isZero();
    return known ? new Assessment(verdict, retryAfter) : of(verdict);
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

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Assessment that
        && verdict == that.verdict
        && Objects.equals(retryAfter, that.retryAfter);
  }

  @Override
  public int hashCode() {
    return Objects.hash(verdict, retryAfter);
  }

  @Override
  public String toString() {
    return retryAfter == null ? verdict.name() : verdict + ", retry after " + text(retryAfter);
  }

  private static String text(Duration wait) {
    long millis = wait.toMillis();
    return millis % 1_000 == 0 ? millis / 1_000 + " s" : millis + " ms";
  }
}
