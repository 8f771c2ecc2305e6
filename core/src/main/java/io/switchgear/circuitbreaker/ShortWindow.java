// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

/**
 * The latest results of a small window in one word: a bit each (1 is a failure), the newest lowest,
 * and above them how many there are. Once the window is full of successes a further one changes
 * nothing.
 */
final class ShortWindow implements WordRule {
  /** The widest window whose bits and whose count fit into a word. */
  static final int MAX_CALLS = 56;

  private static final long BITS = (1L << MAX_CALLS) - 1;

  private final CallRate rate;
  private final long fullOfSuccesses;

  ShortWindow(CallRate rate) {
    this.rate = rate;
    this.fullOfSuccesses = (long) rate.lastCalls() << MAX_CALLS;
  }

  @Override
  public long next(long word, boolean failure) {
    long filled = Math.min((word >>> MAX_CALLS) + 1, rate.lastCalls());
    long window = BITS >>> (MAX_CALLS - rate.lastCalls());
    long bits = ((word << 1) | (failure ? 1 : 0)) & window;
    return (filled << MAX_CALLS) | bits;
  }

  @Override
  public boolean absorbsSuccess(long word) {
    return word == fullOfSuccesses;
  }

  @Override
  public boolean trips(long word) {
    return rate.isReached(Long.bitCount(word & BITS), filled(word));
  }

  @Override
  public String describe(long word) {
    return FailureRate.describe(Long.bitCount(word & BITS), filled(word));
  }

  private static int filled(long word) {
    return (int) (word >>> MAX_CALLS);
  }

  /** The results in a word. */
  record Results(long word) implements RecentResults {
    @Override
    public int filled() {
      return ShortWindow.filled(word);
    }

    @Override
    public boolean failed(int age) {
      return ((word >>> age) & 1) == 1;
    }
  }
}
