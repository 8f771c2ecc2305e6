// SPDX-License-Identifier: Apache-2.0
package io.switchgear.ratelimit;

/**
 * An algorithm that limits a rate, as pure functions over one word. A word is never negative, and 0
 * is that of an unused limiter.
 */
sealed interface RateLimit permits TokenBucket, FixedWindow {
  /** The word of a limiter that nobody has used. */
  long UNUSED = 0;

  /** What stands for "no word". */
  long NONE = -1;

  /**
   * Takes permits at the earliest moment from now on. They may be used at once if {@link #dueNanos}
   * of the result isn't later than now; otherwise the result only tells when they could be.
   */
  long take(long word, long nowNanos, int permits);

  /** The moment from which on the permits may be used whose taking led to this word. */
  long dueNanos(long word);

  /**
   * Puts permits back that were taken and not used.
   *
   * @param word the word now
   * @param taken the word right after they were taken
   * @return the next word, or {@link #NONE} when they can't be put back without giving somebody
   *     more than the limit
   */
  long giveBack(long word, long taken, int permits);

  /** How many permits could be taken at once. */
  int remaining(long word, long nowNanos);

  /** How long it takes until the limiter is as good as unused, if nobody takes more. */
  long resetNanos(long word, long nowNanos);

  /** How many permits can be taken in one go at the most. */
  int maxPermits();

  /** Whether the word behaves as that of an unused limiter. */
  default boolean isUnused(long word, long nowNanos) {
    return resetNanos(word, nowNanos) == 0;
  }
}
