// SPDX-License-Identifier: Apache-2.0
package io.switchgear.ratelimit;

import io.switchgear.core.internal.Arguments;

/** An algorithm that limits a rate, with its numbers; what was used is kept outside of it. */
sealed interface RateLimit permits WordLimit, SlidingWindowLog, AdaptiveRate {
  /** A wait that outlasts every deadline. */
  long NEVER_NANOS = 2 * Arguments.MAX_DURATION.toNanos();

  /** How many permits there are for each stretch of time. */
  int limit();

  /** How many permits can be taken in one go at the most. */
  int maxPermits();

  /** The longest wait that anybody is let in for. */
  default long maxWaitNanos() {
    return NEVER_NANOS;
  }

  /** An unused limiter's usage. The settings are those that this limit is a part of. */
  Usage begin(RateLimiterConfig config);
}
