// SPDX-License-Identifier: Apache-2.0
package io.switchgear.retry;

import io.switchgear.core.RandomSource;
import io.switchgear.core.internal.Arguments;
import java.time.Duration;
import java.util.Objects;

/**
 * How long to wait between two attempts: a pure function of the number of the attempt, of the wait
 * before and of a draw by chance.
 *
 * <p>The growth is capped first and the draw made from what the cap leaves, never the other way
 * round: else all clients whose waits have grown to the cap would come back at the same moment,
 * which is what jitter is there to prevent [1]. For the same reason the decorrelated kind draws
 * below the cap, where the formula of [1] draws above it and cuts.
 *
 * <pre>
 * [1] M. Brooker, Exponential Backoff And Jitter, AWS Architecture Blog, 2015; and Timeouts,
 *     retries, and backoff with jitter, Amazon Builders' Library.
 * </pre>
 */
record BackOff(Kind kind, Duration first, Duration max, double multiplier, Jitter jitter) {
  private static final Duration DEFAULT_MAX = Duration.ofSeconds(5);
  private static final double MAX_MULTIPLIER = 100;

  /** How waits grow. */
  enum Kind {
    /** There is no second attempt. */
    NEVER,
    /** Always the first wait. */
    FIXED,
    /** Each wait is a multiple of the one before. */
    EXPONENTIAL,
    /** Each wait is drawn between the first wait and a multiple of the one before. */
    DECORRELATED
  }

  static BackOff never() {
    return new BackOff(Kind.NEVER, Duration.ZERO, Duration.ZERO, 1, Jitter.NONE);
  }

  static BackOff fixed(Duration delay) {
    Duration checked = checked("fixed", delay);
    return new BackOff(Kind.FIXED, checked, checked, 1, Jitter.NONE);
  }

  static BackOff exponential(Duration first) {
    Duration checked = checked("exponential", first);
    return new BackOff(Kind.EXPONENTIAL, checked, defaultMax(checked), 2, Jitter.FULL);
  }

  static BackOff decorrelated(Duration first) {
    Duration checked = checked("decorrelated", first);
    return new BackOff(Kind.DECORRELATED, checked, defaultMax(checked), 3, Jitter.NONE);
  }

  private static Duration defaultMax(Duration first) {
    return first.compareTo(DEFAULT_MAX) > 0 ? first : DEFAULT_MAX;
  }

  private static Duration checked(String name, Duration value) {
    Objects.requireNonNull(value, name);
    boolean positive = !value.isNegative() && !value.isZero();
    if (!positive || value.compareTo(Arguments.MAX_DURATION) > 0) {
      throw new IllegalArgumentException(name + " must be from 1 ns to 366 days, but is " + value);
    }
    return value;
  }

  BackOff withMultiplier(double multiplier) {
    require(grows(), "has no multiplier");
    if (!(multiplier >= 1 && multiplier <= MAX_MULTIPLIER)) {
      throw new IllegalArgumentException("multiplier must be from 1 to 100, but is " + multiplier);
    }
    return new BackOff(kind, first, max, multiplier, jitter);
  }

  BackOff upTo(Duration max) {
    require(grows(), "has no maximum");
    checked("upTo", max);
    if (max.compareTo(first) < 0) {
      throw new IllegalArgumentException("upTo must be at least " + first + ", but is " + max);
    }
    return new BackOff(kind, first, max, multiplier, jitter);
  }

  BackOff withJitter(Jitter jitter) {
    require(kind != Kind.NEVER, "has no jitter");
    require(kind != Kind.DECORRELATED, "is left to chance already and has no jitter of its own");
    return new BackOff(kind, first, max, multiplier, jitter);
  }

  void requireRetries() {
    require(kind != Kind.NEVER, "makes one attempt");
  }

  private boolean grows() {
    return kind == Kind.EXPONENTIAL || kind == Kind.DECORRELATED;
  }

  private void require(boolean holds, String sentence) {
    if (!holds) {
      throw new IllegalStateException("a retry that is " + this + " " + sentence);
    }
  }

  /**
   * The wait after an attempt.
   *
   * @param attempt the attempt that failed, 1 for the first
   * @param previousNanos the wait before that attempt, as this function gave it; 0 for the first
   * @param random the chance, drawn from once at most
   * @return the wait, 0 to the maximum
   */
  long nanosAfter(int attempt, long previousNanos, RandomSource random) {
    double nanos =
        switch (kind) {
          case NEVER -> 0;
          case FIXED -> first.toNanos();
          case EXPONENTIAL -> grown(attempt);
          case DECORRELATED -> decorrelated(previousNanos, random.nextDouble());
        };
    double drawn = jitter == Jitter.NONE ? nanos : jitter.apply(nanos, random.nextDouble());
    // A double can round a long up.
    return Math.min(max.toNanos(), (long) drawn);
  }

  /** The power overflows to infinity, of which the minimum takes care. */
  private double grown(int attempt) {
    return Math.min((double) max.toNanos(), first.toNanos() * Math.pow(multiplier, attempt - 1.0));
  }

  private double decorrelated(long previousNanos, double draw) {
    double from = first.toNanos();
    double to =
        Math.min((double) max.toNanos(), Math.max(from, (double) previousNanos) * multiplier);
    return from + (to - from) * draw;
  }

  @Override
  public String toString() {
    return switch (kind) {
      case NEVER -> "never()";
      case FIXED -> "fixed(" + first + ")" + jitterText();
      case EXPONENTIAL -> "exponential(" + first + " to " + max + ")" + jitterText();
      case DECORRELATED -> "decorrelated(" + first + " to " + max + ")";
    };
  }

  private String jitterText() {
    return switch (jitter) {
      case NONE -> "";
      case FULL -> " with full jitter";
      case EQUAL -> " with equal jitter";
    };
  }
}
