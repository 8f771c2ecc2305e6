// SPDX-License-Identifier: Apache-2.0
package io.switchgear.ratelimit;

/**
 * A window of a fixed length that moves with time and is counted exactly: the times of the permits
 * in it are kept in a {@link TakenTimes}.
 */
record SlidingWindowLog(int limit, long perNanos) implements RateLimit {
  /** Each permit in the window costs 8 bytes for each key. */
  static final int MAX_LIMIT = 10_000;

  @Override
  public int maxPermits() {
    return limit;
  }

  @Override
  public Usage begin(RateLimiterConfig config) {
    return new LogUsage(config, this, new TakenTimes());
  }

  /**
   * When permits can be taken at the earliest.
   *
   * @param permits 1 to {@link #limit}
   */
  long dueNanos(TakenTimes times, long nowNanos, int permits) {
    times.forgetUntil(nowNanos - perNanos);
    int tooMany = times.size() + permits - limit;
    return tooMany <= 0 ? nowNanos : times.get(tooMany - 1) + perNanos;
  }

  /** What is left, for one who looks at it later: nothing when others wait until they are due. */
  Reading reading(TakenTimes times, long nowNanos, long othersDueNanos) {
    times.forgetUntil(nowNanos - perNanos);
    // After a live change more may be taken than the limit is now.
    int remaining = othersDueNanos > nowNanos ? 0 : Math.max(0, limit - times.size());
    long resetNanos = times.size() == 0 ? 0 : times.get(times.size() - 1) + perNanos - nowNanos;
    return new MomentReading(limit, remaining, resetNanos);
  }

  @Override
  public String toString() {
    return "sliding window log of " + limit + " over " + perNanos + " ns";
  }
}
