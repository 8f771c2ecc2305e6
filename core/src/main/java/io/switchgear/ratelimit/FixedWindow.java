// SPDX-License-Identifier: Apache-2.0
package io.switchgear.ratelimit;

/**
 * Windows of a fixed length, one after the other from time zero on, each with its own permits.
 *
 * <p>The word is the number of the window and, in the lower 20 bits, how many of its permits are
 * taken. Permits for later are those of a window to come.
 */
final class FixedWindow implements WordLimit {
  private static final int COUNT_BITS = 20;
  private static final long COUNT_MASK = (1L << COUNT_BITS) - 1;

  private final int limit;
  private final long perNanos;

  FixedWindow(int limit, long perNanos) {
    this.limit = limit;
    this.perNanos = perNanos;
  }

  @Override
  public long take(long word, long nowNanos, int permits) {
    long current = Math.max(word, word(nowNanos / perNanos, 0));
    boolean fits = taken(current) + permits <= limit;
    return fits ? current + permits : word(window(current) + 1, permits);
  }

  @Override
  public long dueNanos(long word, int permits) {
    return window(word) * perNanos;
  }

  @Override
  public long giveBack(long word, long taken, int permits) {
    return window(word) == window(taken) ? word - permits : NONE;
  }

  /** The open window keeps what was taken from it; with another length, its edge moves. */
  @Override
  public long adopt(RateLimit before, long word, long nowNanos) {
    FixedWindow other = (FixedWindow) before;
    boolean open = window(word) == nowNanos / other.perNanos;
    return word(nowNanos / perNanos, open ? taken(word) : 0);
  }

  @Override
  public int limit() {
    return limit;
  }

  @Override
  public int remaining(long word, long nowNanos) {
    long now = nowNanos / perNanos;
    if (window(word) < now) {
      return limit;
    }
    // After a live change more may be taken than the limit is now.
    return window(word) == now ? Math.max(0, limit - taken(word)) : 0;
  }

  @Override
  public long resetNanos(long word, long nowNanos) {
    return taken(word) == 0 ? 0 : Math.max(0, (window(word) + 1) * perNanos - nowNanos);
  }

  @Override
  public int maxPermits() {
    return limit;
  }

  private static long word(long window, int taken) {
    return window << COUNT_BITS | taken;
  }

  private static long window(long word) {
    return word >>> COUNT_BITS;
  }

  private static int taken(long word) {
    return (int) (word & COUNT_MASK);
  }

  @Override
  public String toString() {
    return "fixed window of " + limit + " every " + perNanos + " ns";
  }
}
