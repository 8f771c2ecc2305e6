// SPDX-License-Identifier: Apache-2.0
package io.switchgear.ratelimit;

/**
 * A bucket that calls run out of at a constant rate: each begins at its slot, and a call of weight
 * n is followed by a pause of n intervals. The word is the moment of the next free slot, as in the
 * leaky bucket as a queue [1].
 *
 * <pre>
 * [1] A. S. Tanenbaum, D. J. Wetherall, Computer Networks, 5th edition, 2011, section 5.4.2.
 * </pre>
 */
final class LeakyBucket implements WordLimit {
  private final int limit;
  private final int capacity;
  private final Interval interval;
  private final long capacityNanos;

  LeakyBucket(int limit, long perNanos, int capacity) {
    this.limit = limit;
    this.capacity = capacity;
    this.interval = Interval.of(limit, perNanos);
    this.capacityNanos = interval.fillNanos("capacity", capacity);
  }

  @Override
  public long take(long word, long nowNanos, int permits) {
    return Math.max(word, nowNanos) + interval.times(permits);
  }

  @Override
  public long dueNanos(long word, int permits) {
    return word - interval.times(permits);
  }

  /** Only the latest slot can be taken out; a gap before the slots of others helps nobody. */
  @Override
  public long giveBack(long word, long taken, int permits) {
    return word == taken ? word - interval.times(permits) : NONE;
  }

  /** As many permits have to run out as before. */
  @Override
  public long adopt(RateLimit before, long word, long nowNanos) {
    LeakyBucket other = (LeakyBucket) before;
    long waitNanos = interval.convert(other.resetNanos(word, nowNanos), other.interval);
    return nowNanos + Math.min(waitNanos, capacityNanos);
  }

  @Override
  public int limit() {
    return limit;
  }

  /** One call can begin in a free slot, whatever its weight. */
  @Override
  public int remaining(long word, long nowNanos) {
    return word <= nowNanos ? 1 : 0;
  }

  @Override
  public long resetNanos(long word, long nowNanos) {
    return Math.max(0, word - nowNanos);
  }

  @Override
  public int maxPermits() {
    return capacity;
  }

  @Override
  public long maxWaitNanos() {
    return capacityNanos;
  }

  @Override
  public String toString() {
    return "leaky bucket of " + capacity + ", one permit every " + interval.nanos() + " ns";
  }
}
