// SPDX-License-Identifier: Apache-2.0
package io.switchgear.ratelimit;

/**
 * A bucket that holds up to {@code burst} permits and gets a new one at a fixed interval.
 *
 * <p>The word is the theoretical arrival time of the generic cell rate algorithm [1]: the moment at
 * which the bucket will be full again. Permits may be taken while that moment lies at most the time
 * to fill the whole bucket ahead. Nothing is counted and no timer refills anything.
 *
 * <pre>
 * [1] ITU-T Recommendation I.371 (03/2004), Annex A: generic cell rate algorithm GCRA(T, τ), in its
 *     virtual scheduling form, with T = interval and τ = (burst - 1) × interval.
 * </pre>
 */
final class TokenBucket implements WordLimit {
  private final int limit;
  private final int burst;
  private final Interval interval;
  private final long capacityNanos;

  TokenBucket(int limit, long perNanos, int burst) {
    this.limit = limit;
    this.burst = burst;
    this.interval = Interval.of(limit, perNanos);
    this.capacityNanos = interval.fillNanos("burst", burst);
  }

  @Override
  public long take(long word, long nowNanos, int permits) {
    return Math.max(word, nowNanos) + interval.times(permits);
  }

  @Override
  public long dueNanos(long word, int permits) {
    return word - capacityNanos;
  }

  /** Once others have taken permits the word doesn't tell any more how full the bucket had been. */
  @Override
  public long giveBack(long word, long taken, int permits) {
    return word == taken ? word - interval.times(permits) : NONE;
  }

  /** As many permits are missing as before, but no more than the bucket holds. */
  @Override
  public long adopt(RateLimit before, long word, long nowNanos) {
    TokenBucket other = (TokenBucket) before;
    long missingNanos = interval.convert(other.resetNanos(word, nowNanos), other.interval);
    return nowNanos + Math.min(missingNanos, capacityNanos);
  }

  @Override
  public int limit() {
    return limit;
  }

  @Override
  public int remaining(long word, long nowNanos) {
    long spareNanos = capacityNanos - resetNanos(word, nowNanos);
    return (int) Math.max(0, spareNanos / interval.nanos());
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
    return "token bucket of " + burst + ", one permit every " + interval.nanos() + " ns";
  }
}
