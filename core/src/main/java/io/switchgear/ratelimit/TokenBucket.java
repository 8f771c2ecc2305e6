// SPDX-License-Identifier: Apache-2.0
package io.switchgear.ratelimit;

/**
 * A bucket that holds up to {@code burst} permits and gets a new one at a fixed interval.
 *
 * <p>The word is the theoretical arrival time of the generic cell rate algorithm [1]: the moment at
 * which the bucket will be full again. Permits may be taken while that moment lies at most the time
 * to fill the whole bucket ahead. Nothing is counted and no timer refills anything.
 *
 * <p>The interval is rounded up to whole nanoseconds, so that no stretch of time t ever sees more
 * than {@code burst + t × limit / per} permits.
 *
 * <pre>
 * [1] ITU-T Recommendation I.371 (03/2004), Annex A: generic cell rate algorithm GCRA(T, τ), in its
 *     virtual scheduling form, with T = interval and τ = (burst - 1) × interval.
 * </pre>
 */
final class TokenBucket implements RateLimit {
  /** 73 years. With it, no sum of the clock, a wait and the time to fill the bucket overflows. */
  private static final long MAX_CAPACITY_NANOS = 1L << 61;

  private final int burst;
  private final long intervalNanos;
  private final long capacityNanos;

  TokenBucket(int limit, long perNanos, int burst) {
    this.burst = burst;
    this.intervalNanos = -Math.floorDiv(-perNanos, limit);
    if (intervalNanos > MAX_CAPACITY_NANOS / burst) {
      throw new IllegalArgumentException(
          "burst must be filled again within 73 years, but is "
              + burst
              + " at one permit every "
              + intervalNanos
              + " ns");
    }
    this.capacityNanos = burst * intervalNanos;
  }

  @Override
  public long take(long word, long nowNanos, int permits) {
    return Math.max(word, nowNanos) + permits * intervalNanos;
  }

  @Override
  public long dueNanos(long word) {
    return word - capacityNanos;
  }

  /** Once others have taken permits the word doesn't tell any more how full the bucket had been. */
  @Override
  public long giveBack(long word, long taken, int permits) {
    return word == taken ? word - permits * intervalNanos : NONE;
  }

  @Override
  public int remaining(long word, long nowNanos) {
    long spareNanos = capacityNanos - resetNanos(word, nowNanos);
    return (int) Math.max(0, spareNanos / intervalNanos);
  }

  @Override
  public long resetNanos(long word, long nowNanos) {
    return Math.max(0, word - nowNanos);
  }

  @Override
  public int maxPermits() {
    return burst;
  }

  @Override
  public String toString() {
    return "token bucket of " + burst + ", one permit every " + intervalNanos + " ns";
  }
}
