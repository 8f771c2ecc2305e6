// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import java.time.Duration;

/**
 * How long a target usually takes to answer: a mean of its answers in which the latest count most.
 * Immutable; a new answer gives a new value.
 *
 * @param nanos the mean; zero when nothing is known
 * @param sinceNanos when the latest answer came
 */
record UsualTime(long nanos, long sinceNanos) {
  static final UsualTime UNKNOWN = new UsualTime(0, 0);

  /** As TCP smooths the time of a round trip (RFC 6298, 2): one eighth is the latest. */
  private static final int SMOOTHING = 8;

  /**
   * A target that isn't asked because it was slow shows nothing else, so that must be forgotten.
   */
  private static final long FORGET_NANOS = Duration.ofMinutes(1).toNanos();

  UsualTime answered(long tookNanos, long nowNanos) {
    long mean =
        isKnown(nowNanos) ? nanos + (tookNanos - nanos) / SMOOTHING : Math.max(1, tookNanos);
    return new UsualTime(mean, nowNanos);
  }

  /** Whether an answer is to be expected in so much time. */
  boolean fits(long leftNanos, long nowNanos) {
    return !isKnown(nowNanos) || leftNanos >= nanos;
  }

  private boolean isKnown(long nowNanos) {
    return nanos > 0 && nowNanos - sinceNanos < FORGET_NANOS;
  }
}
