// SPDX-License-Identifier: Apache-2.0
package io.switchgear.ratelimit;

/**
 * A limit as pure functions over one word. A word is never negative, and 0 is that of an unused
 * limiter.
 */
sealed interface WordLimit extends RateLimit
    permits TokenBucket, LeakyBucket, FixedWindow, SlidingWindow {
  /** The word of a limiter that nobody has used. */
  long UNUSED = 0;

  /** What stands for "no word". */
  long NONE = -1;

  /**
   * Takes permits at the earliest moment from now on. They may be used at once if {@link #dueNanos}
   * of the result isn't later than now; otherwise the result only tells when they could be.
   *
   * @param permits 1 to {@link #maxPermits}
   */
  long take(long word, long nowNanos, int permits);

  /** The moment from which on the permits may be used whose taking led to this word. */
  long dueNanos(long word, int permits);

  /**
   * Puts permits back that were taken and not used.
   *
   * @param word the word now
   * @param taken the word right after they were taken
   * @return the next word, or {@link #NONE} when they can't be put back without giving somebody
   *     more than the limit
   */
  long giveBack(long word, long taken, int permits);

  /**
   * Takes over what was used under other numbers of the same algorithm.
   *
   * @param before the limit until now, of this class
   * @param word its word
   * @return the word that says the same under this limit
   */
  long adopt(RateLimit before, long word, long nowNanos);

  /** How many permits could be taken at once. */
  int remaining(long word, long nowNanos);

  /** How long it takes until the limiter is as good as unused, if nobody takes more. */
  long resetNanos(long word, long nowNanos);

  @Override
  default Usage begin(RateLimiterConfig config) {
    return new WordUsage(config, this, UNUSED);
  }
}
