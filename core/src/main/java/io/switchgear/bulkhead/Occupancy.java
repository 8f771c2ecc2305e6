// SPDX-License-Identifier: Apache-2.0
package io.switchgear.bulkhead;

/**
 * The decisions of a bulkhead as pure functions over one word: the limit, the places in use and the
 * number of waiters, 21 bits each. A newcomer is let in only when nobody waits, so none overtakes.
 */
final class Occupancy {
  /** What stands for "not now"; no word is negative. */
  static final long REFUSED = -1;

  /** The most places and the most waiters; each fits into its 21 bits. */
  static final int MAX = 1_000_000;

  /**
   * What is added when a call gives its place back. It always can, so this needs no look at the
   * word before.
   */
  static final long LEAVE = -1;

  private static final int FIELD_BITS = 21;
  private static final long FIELD_MASK = (1L << FIELD_BITS) - 1;
  private static final long ONE_IN_USE = -LEAVE;
  private static final long ONE_QUEUED = 1L << FIELD_BITS;
  private static final int LIMIT_SHIFT = 2 * FIELD_BITS;

  private Occupancy() {}

  /** The word of an empty bulkhead. */
  static long empty(int limit) {
    return (long) limit << LIMIT_SHIFT;
  }

  static int inUse(long word) {
    return (int) (word & FIELD_MASK);
  }

  static int queued(long word) {
    return (int) (word >>> FIELD_BITS & FIELD_MASK);
  }

  static int limit(long word) {
    return (int) (word >>> LIMIT_SHIFT);
  }

  /** Whether the first waiter may be let in. */
  static boolean waiterFits(long word) {
    return queued(word) > 0 && inUse(word) < limit(word);
  }

  /** A newcomer takes a place. */
  static long enter(long word) {
    boolean free = queued(word) == 0 && inUse(word) < limit(word);
    return free ? word + ONE_IN_USE : REFUSED;
  }

  /** A newcomer takes one of the first places only. */
  static long enterWithin(long word, int places) {
    return inUse(word) < places ? enter(word) : REFUSED;
  }

  /** A newcomer goes to the end of the queue. */
  static long join(long word, int maxQueued) {
    return queued(word) < maxQueued ? word + ONE_QUEUED : REFUSED;
  }

  /** A waiter goes without having had a place. */
  static long abandon(long word) {
    return word - ONE_QUEUED;
  }

  /** The first waiter takes a place. */
  static long admitWaiter(long word) {
    return waiterFits(word) ? word - ONE_QUEUED + ONE_IN_USE : REFUSED;
  }

  /** Another limit; calls above a smaller one go on. */
  static long resize(long word, int limit) {
    return (word & ~(FIELD_MASK << LIMIT_SHIFT)) | empty(limit);
  }
}
