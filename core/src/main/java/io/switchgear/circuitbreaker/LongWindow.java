// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The latest results of a window that is too large for one word: a ring of bits (1 is a failure)
 * and a head word with the counts. Nothing is allocated for a result, and once the window is full
 * of successes a further one writes nothing.
 *
 * <p><b>How two places change as one.</b> A result goes into the head alone, by compare-and-set;
 * whoever records the next one first writes it to its place in the ring. So the head says at every
 * moment which results the window has. A thread that was delayed could write to a place that has
 * been used anew since: each ring word counts its changes in its upper half, so that such a write
 * fails.
 */
final class LongWindow extends Evidence {
  /** The widest window whose counts fit into the head. */
  static final int MAX_CALLS = 4_096;

  private static final VarHandle HEAD;

  static {
    try {
      HEAD = MethodHandles.lookup().findVarHandle(LongWindow.class, "head", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  // The head: the latest result in bit 0; then failures, results, the next place, and in the rest
  // the number of the result.
  private static final int COUNT_BITS = 13;
  private static final long COUNT_MASK = (1L << COUNT_BITS) - 1;
  private static final int FAILURES = 1;
  private static final int FILLED = FAILURES + COUNT_BITS;
  private static final int PLACE = FILLED + COUNT_BITS;
  private static final int NUMBER = PLACE + COUNT_BITS;

  private static final int RESULTS_A_WORD = 32;
  private static final long ONE_CHANGE = 1L << 32;

  private final Object source;
  private final CallRate rate;
  private final AtomicLongArray ring;
  private volatile long head;

  LongWindow(Object source, CallRate rate) {
    this.source = source;
    this.rate = rate;
    this.ring = new AtomicLongArray((rate.lastCalls() + RESULTS_A_WORD - 1) / RESULTS_A_WORD);
  }

  @Override
  Object source() {
    return source;
  }

  @Override
  boolean readsTime() {
    return false;
  }

  @Override
  boolean record(boolean failure, long nowNanos) {
    while (true) {
      long before = head;
      if (!failure && absorbsSuccess(before)) {
        return false;
      }
      if (!writeLatest(before)) {
        continue;
      }
      long after = next(before, failure);
      if (HEAD.compareAndSet(this, before, after)) {
        return rate.isReached(failures(after), filled(after));
      }
    }
  }

  /** Writes the head's latest result to its place; answers false when the head has moved on. */
  private boolean writeLatest(long known) {
    int place = place(known) == 0 ? rate.lastCalls() - 1 : place(known) - 1;
    int index = place / RESULTS_A_WORD;
    long bit = 1L << (place % RESULTS_A_WORD);
    while (true) {
      long word = ring.get(index);
      if (head != known) {
        return false;
      }
      boolean written = (word & bit) != 0 == ((known & 1) != 0);
      if (written || ring.compareAndSet(index, word, (word ^ bit) + ONE_CHANGE)) {
        return true;
      }
    }
  }

  /** The head after one more result. */
  private long next(long before, boolean failure) {
    int place = place(before);
    int filled = filled(before);
    boolean full = filled == rate.lastCalls();
    int failures = failures(before) + (failure ? 1 : 0) - (full && isFailure(place) ? 1 : 0);
    int nextPlace = place + 1 == rate.lastCalls() ? 0 : place + 1;
    return (((before >>> NUMBER) + 1) << NUMBER)
        | ((long) nextPlace << PLACE)
        | ((long) (full ? filled : filled + 1) << FILLED)
        | ((long) failures << FAILURES)
        | (failure ? 1 : 0);
  }

  private boolean isFailure(int place) {
    return ((ring.get(place / RESULTS_A_WORD) >>> (place % RESULTS_A_WORD)) & 1) != 0;
  }

  @Override
  boolean absorbsSuccess() {
    return absorbsSuccess(head);
  }

  private boolean absorbsSuccess(long now) {
    return failures(now) == 0 && filled(now) == rate.lastCalls();
  }

  Results results() {
    return new Results(this, head);
  }

  @Override
  String describe(long nowNanos) {
    long now = head;
    return FailureRate.describe(failures(now), filled(now));
  }

  private static int failures(long head) {
    return (int) ((head >>> FAILURES) & COUNT_MASK);
  }

  private static int filled(long head) {
    return (int) ((head >>> FILLED) & COUNT_MASK);
  }

  private static int place(long head) {
    return (int) ((head >>> PLACE) & COUNT_MASK);
  }

  /** The results that a head stands for; the oldest may be overwritten as further ones come. */
  record Results(LongWindow window, long head) implements RecentResults {
    @Override
    public int filled() {
      return LongWindow.filled(head);
    }

    int failures() {
      return LongWindow.failures(head);
    }

    @Override
    public boolean failed(int age) {
      int place = place(head) - 1 - age;
      int size = window.rate.lastCalls();
      return age == 0 ? (head & 1) != 0 : window.isFailure(place < 0 ? place + size : place);
    }
  }
}
