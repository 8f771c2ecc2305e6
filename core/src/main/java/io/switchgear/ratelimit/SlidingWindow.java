// SPDX-License-Identifier: Apache-2.0
package io.switchgear.ratelimit;

/**
 * A window of a fixed length that moves with time, estimated from two counters [1]: what was taken
 * in the current fixed window, and what was taken in the one before, as far as that one would still
 * lie in the moving window if its permits had been taken evenly.
 *
 * <p>The word is the number of the window, the count of the one before and its own count. The
 * counts have as many bits as the limit needs.
 *
 * <p>Over any stretch of time {@code t} up to {@code per} at most {@code limit × (1 + t / per)}
 * permits are taken: a stretch that ends at the share e of a window holds at most what was taken in
 * the window before, p, and {@code limit - p × (1 - e)}; p is at most the limit and e at most
 * {@code t / per}.
 *
 * <pre>
 * [1] Cloudflare, "How we built rate limiting capable of scaling to millions of domains", 2017.
 * </pre>
 */
final class SlidingWindow implements WordLimit {
  /** 73 years: the clock's readings for which each window has a number that fits. */
  private static final long MAX_CLOCK_NANOS = 1L << 61;

  private static final int WORD_BITS = Long.SIZE - 1;

  private final int limit;
  private final long perNanos;
  private final int countBits;
  private final int countMask;

  SlidingWindow(int limit, long perNanos) {
    int windowBits = Long.SIZE - Long.numberOfLeadingZeros(MAX_CLOCK_NANOS / perNanos);
    int mostCountBits = (WORD_BITS - windowBits) / 2;
    this.countBits = Integer.SIZE - Integer.numberOfLeadingZeros(limit);
    if (countBits > mostCountBits) {
      int most = (1 << mostCountBits) - 1;
      throw new IllegalArgumentException(
          "limit must be at most " + most + " every " + perNanos + " ns, but is " + limit);
    }
    this.limit = limit;
    this.perNanos = perNanos;
    this.countMask = (1 << countBits) - 1;
  }

  @Override
  public long take(long word, long nowNanos, int permits) {
    long here = roll(word, nowNanos / perNanos);
    long fitting = added(here, permits);
    if (fitting != NONE) {
      return fitting;
    }
    long next = roll(here, window(here) + 1);
    fitting = added(next, permits);
    return fitting != NONE ? fitting : word(window(next) + 1, 0, permits);
  }

  /** The word with more permits, or {@link #NONE} when they don't fit before its window ends. */
  private long added(long word, int permits) {
    int slack = limit - taken(word) - permits;
    boolean fits = slack >= 0 && (before(word) == 0 || headNanos(slack, before(word)) > 0);
    return fits ? word + permits : NONE;
  }

  @Override
  public long dueNanos(long word, int permits) {
    long start = window(word) * perNanos;
    int slack = limit - taken(word);
    return before(word) == 0 ? start : start + perNanos - headNanos(slack, before(word));
  }

  /**
   * How long before the end of a window the permits of the one before weigh no more than the slack,
   * rounded down: {@code slack × per / before}. The parts of the product can't overflow.
   */
  private long headNanos(int slack, int before) {
    return slack >= before
        ? perNanos
        : slack * (perNanos / before) + slack * (perNanos % before) / before;
  }

  @Override
  public long giveBack(long word, long taken, int permits) {
    if (window(word) == window(taken)) {
      return word - permits;
    }
    boolean inWindowBefore = window(word) == window(taken) + 1;
    return inWindowBefore ? word(window(word), before(word) - permits, taken(word)) : NONE;
  }

  /**
   * Both windows keep what was taken from them. With another length, the estimate of what was taken
   * lies in the window that is open then. No count is above the limit.
   */
  @Override
  public long adopt(RateLimit old, long word, long nowNanos) {
    SlidingWindow other = (SlidingWindow) old;
    long here = other.roll(word, nowNanos / other.perNanos);
    if (other.perNanos == perNanos) {
      int before = Math.min(other.before(here), limit);
      return word(other.window(here), before, Math.min(other.taken(here), limit));
    }
    int used = other.limit - other.remaining(here, nowNanos);
    return word(nowNanos / perNanos, 0, Math.min(used, limit));
  }

  @Override
  public int limit() {
    return limit;
  }

  @Override
  public int remaining(long word, long nowNanos) {
    long here = roll(word, nowNanos / perNanos);
    long leftNanos = (window(here) + 1) * perNanos - nowNanos;
    if (leftNanos > perNanos) {
      return 0;
    }
    return Math.max(0, limit - taken(here) - weight(before(here), leftNanos));
  }

  /** What the permits of the window before still weigh: the least slack that leaves the time. */
  private int weight(int before, long leftNanos) {
    int slack = (int) Math.ceil((double) leftNanos / perNanos * before);
    // The quotient may be off by one in its last digits.
    while (slack > 0 && headNanos(slack - 1, before) >= leftNanos) {
      slack--;
    }
    while (headNanos(slack, before) < leftNanos) {
      slack++;
    }
    return slack;
  }

  @Override
  public long resetNanos(long word, long nowNanos) {
    if (taken(word) == 0 && before(word) == 0) {
      return 0;
    }
    long ends = window(word) + (taken(word) == 0 ? 1 : 2);
    return Math.max(0, ends * perNanos - nowNanos);
  }

  @Override
  public int maxPermits() {
    return limit;
  }

  /** The word when a window has come; the word of a later one stays as it is. */
  private long roll(long word, long window) {
    long passed = window - window(word);
    if (passed <= 0) {
      return word;
    }
    return word(window, passed == 1 ? taken(word) : 0, 0);
  }

  private long word(long window, int before, int taken) {
    return (window << countBits | before) << countBits | taken;
  }

  private long window(long word) {
    return word >>> (2 * countBits);
  }

  private int before(long word) {
    return (int) (word >>> countBits) & countMask;
  }

  private int taken(long word) {
    return (int) word & countMask;
  }

  @Override
  public String toString() {
    return "sliding window of " + limit + " over " + perNanos + " ns";
  }
}
