// SPDX-License-Identifier: Apache-2.0
package io.switchgear.core;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The full reading of a finished call: its {@link Verdict}, where the dependency named one, the
 * time to wait before the next call, and whether a throttled call is a hold.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class Assessment {
  static final Assessment SUCCESS = new Assessment(Verdict.SUCCESS, null, false, Repeat.BY_VERDICT);
  private static final Assessment FAILURE =
      new Assessment(Verdict.FAILURE, null, false, Repeat.BY_VERDICT);
  private static final Assessment IGNORED =
      new Assessment(Verdict.IGNORED, null, false, Repeat.BY_VERDICT);
  private static final Assessment THROTTLED =
      new Assessment(Verdict.THROTTLED, null, false, Repeat.BY_VERDICT);
  private static final Assessment HOLD =
      new Assessment(Verdict.THROTTLED, null, true, Repeat.BY_VERDICT);

  private final Verdict verdict;
  private final @Nullable Duration retryAfter;
  private final boolean hold;
  private final Repeat repeat;

  private Assessment(Verdict verdict, @Nullable Duration retryAfter, boolean hold, Repeat repeat) {
    this.verdict = verdict;
    this.retryAfter = retryAfter;
    this.hold = hold;
    this.repeat = repeat;
  }

  /**
   * A reading without a time to wait. Allocates nothing.
   *
   * @param verdict what the call says
   * @return the reading
   */
  public static Assessment of(Verdict verdict) {
    return switch (Objects.requireNonNull(verdict, "verdict")) {
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
    Objects.requireNonNull(retryAfter, "retryAfter");
    boolean known = !retryAfter.isNegative() && !retryAfter.isZero();
    return with(known ? retryAfter : null, repeat);
  }

  /**
   * This reading with what it says about making the call once more. Default: {@link
   * Repeat#BY_VERDICT}.
   *
   * @param repeat what it says
   * @return the reading that says so
   */
  public Assessment repeat(Repeat repeat) {
    return with(retryAfter, Objects.requireNonNull(repeat, "repeat"));
  }

  private Assessment with(@Nullable Duration wait, Repeat said) {
    if (wait == null && said == Repeat.BY_VERDICT) {
      return hold ? HOLD : of(verdict);
    }
    return new Assessment(verdict, wait, hold, said);
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

  /**
   * What it says about making the call once more.
   *
   * @return {@link Repeat#BY_VERDICT} unless something else was said
   */
  public Repeat repeat() {
    return repeat;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Assessment that
        && verdict == that.verdict
        && hold == that.hold
        && repeat == that.repeat
        && Objects.equals(retryAfter, that.retryAfter);
  }

  @Override
  public int hashCode() {
    return Objects.hash(verdict, retryAfter, hold, repeat);
  }

  @Override
  public String toString() {
    String what = hold ? verdict + " (hold)" : verdict.name();
    String wait = retryAfter == null ? "" : ", retry after " + text(retryAfter);
    return what + wait + (repeat == Repeat.BY_VERDICT ? "" : ", to repeat is " + repeat);
  }

  private static String text(Duration wait) {
    if (wait.equals(Duration.ofSeconds(wait.toSeconds()))) {
      return wait.toSeconds() + " s";
    }
    // It saturates, which Duration.toMillis() doesn't: a text must not keep a circuit from opening.
    long millis = TimeUnit.MILLISECONDS.convert(wait);
    return millis > 0 ? millis + " ms" : TimeUnit.NANOSECONDS.convert(wait) + " ns";
  }
}
