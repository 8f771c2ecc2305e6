// SPDX-License-Identifier: Apache-2.0
package io.switchgear.ratelimit;

import org.jspecify.annotations.Nullable;

/**
 * What a limiter has used under its settings. It ends in one of two ways: retired with the key that
 * it belongs to, or moved to the usage under new settings. Either is final for all who still hold
 * it, so nobody ever takes permits by old settings after new ones have begun.
 *
 * <p><b>Thread safety:</b> safe.
 */
abstract sealed class Usage permits WordUsage, LogUsage, PacedUsage {
  private final RateLimiterConfig config;

  Usage(RateLimiterConfig config) {
    this.config = config;
  }

  final RateLimiterConfig config() {
    return config;
  }

  final long nowNanos() {
    return config.time().nanoTime();
  }

  final boolean exceedsTheMost(int permits) {
    return permits > config.burst();
  }

  /** Takes permits without regard to those who wait; null when this has ended. */
  abstract @Nullable Decision take(RateLimiter limiter, int permits);

  /** Takes a permit if there is one, as {@link #take} does, for those who need no numbers. */
  boolean takeOne(RateLimiter limiter) {
    Decision decision = take(limiter, 1);
    return decision != null && decision.allowed();
  }

  /** Puts permits back if that can be done without exceeding the limit. */
  abstract void giveBack(Decision taken, int permits);

  abstract int remaining();

  /** Looks ahead, from the present usage; what it takes is taken from nobody. */
  abstract Forecast forecast();

  /** Whether it behaves as that of an unused limiter. */
  abstract boolean isUnused();

  abstract boolean isRetired();

  /** Whether this has ended because it goes on under other settings. */
  abstract boolean isMoved();

  /** Ends this if it is unused. */
  abstract boolean retire();

  /** Takes the retirement back; for the one who retired it. */
  abstract void revive();

  /** Ends this and goes on under other settings of the same algorithm; null when it has ended. */
  abstract @Nullable Usage moveTo(RateLimiterConfig next);
}
