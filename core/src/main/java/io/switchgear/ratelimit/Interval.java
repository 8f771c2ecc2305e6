// SPDX-License-Identifier: Apache-2.0
package io.switchgear.ratelimit;

import java.math.BigInteger;

/** The time between two permits that come evenly. */
record Interval(long nanos) {
  /** 73 years. With it, no sum of the clock, a wait and the time to fill a bucket overflows. */
  private static final long MAX_FILL_NANOS = 1L << 61;

  /**
   * Rounded up to whole nanoseconds, so that no stretch of time t ever sees more than {@code t ×
   * limit / per} permits come.
   */
  static Interval of(int limit, long perNanos) {
    return new Interval(-Math.floorDiv(-perNanos, limit));
  }

  /** The time in which so many permits come. */
  long times(int permits) {
    return permits * nanos;
  }

  /** The time in which a bucket is filled, whose size is the setting of this name. */
  long fillNanos(String setting, int size) {
    if (nanos > MAX_FILL_NANOS / size) {
      String rule = " must be filled again within 73 years, but is ";
      throw new IllegalArgumentException(
          setting + rule + size + " at one permit every " + nanos + " ns");
    }
    return size * nanos;
  }

  /** The time in which as many permits come as in a time under another interval, rounded up. */
  long convert(long otherNanos, Interval other) {
    BigInteger[] whole =
        BigInteger.valueOf(otherNanos)
            .multiply(BigInteger.valueOf(nanos))
            .divideAndRemainder(BigInteger.valueOf(other.nanos));
    BigInteger rounded = whole[1].signum() == 0 ? whole[0] : whole[0].add(BigInteger.ONE);
    return rounded.min(BigInteger.valueOf(MAX_FILL_NANOS)).longValue();
  }
}
