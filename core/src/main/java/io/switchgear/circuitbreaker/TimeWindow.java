// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Calls and failures of the last while, counted in buckets of a sixteenth of it. A bucket is one
 * word: the low 24 bits of the number of its time slice since time zero, then 20 bits each for
 * failures and calls. A word of another slice is an old one and counts as empty.
 */
final class TimeWindow extends Evidence {
  private static final int BUCKETS = 16;
  private static final int COUNT_BITS = 20;
  private static final long COUNT_MASK = (1L << COUNT_BITS) - 1;
  private static final long SLICE_MASK = (1L << 24) - 1;

  private final TimedFailureRate rule;
  private final long windowNanos;
  private final long sliceNanos;

  /** 2⁶⁴ over the length of a slice, rounded down: a product in place of a division. */
  private final long slicesByTwoTo64;

  private final AtomicLongArray buckets;

  /** The slice of the latest failure; while it is out of the window nothing can trip. */
  private volatile long latestFailureSlice;

  TimeWindow(TimedFailureRate rule, long windowNanos) {
    this.rule = rule;
    this.windowNanos = windowNanos;
    this.sliceNanos = windowNanos / BUCKETS;
    this.slicesByTwoTo64 = Long.divideUnsigned(-1, sliceNanos);
    this.buckets = new AtomicLongArray(BUCKETS);
    this.latestFailureSlice = -BUCKETS;
  }

  /** The counts of another rule's window of the same length, under a new rule. */
  TimeWindow(TimedFailureRate rule, TimeWindow former) {
    this.rule = rule;
    this.windowNanos = former.windowNanos;
    this.sliceNanos = former.sliceNanos;
    this.slicesByTwoTo64 = former.slicesByTwoTo64;
    this.buckets = former.buckets;
    this.latestFailureSlice = former.latestFailureSlice;
  }

  boolean hasLength(long nanos) {
    return windowNanos == nanos;
  }

  @Override
  Object source() {
    return rule;
  }

  @Override
  boolean record(boolean failure, long nowNanos) {
    long slice = slice(nowNanos);
    int index = (int) slice & (BUCKETS - 1);
    long before;
    do {
      before = buckets.get(index);
    } while (!buckets.compareAndSet(index, before, add(before, slice, failure)));
    if (failure && latestFailureSlice < slice) {
      latestFailureSlice = slice;
    }
    return slice - latestFailureSlice < BUCKETS && trips(slice);
  }

  /**
   * The number of a time's slice. The first is 1, so that an untouched bucket is an old one. The
   * product is the quotient or one less than it.
   */
  long slice(long nowNanos) {
    long quotient = Math.multiplyHigh(nowNanos, slicesByTwoTo64);
    return nowNanos - quotient * sliceNanos < sliceNanos ? quotient + 1 : quotient + 2;
  }

  /** A bucket after one more result. A full one is halved, which keeps its share. */
  static long add(long word, long slice, boolean failure) {
    long mark = slice & SLICE_MASK;
    boolean current = word >>> (2 * COUNT_BITS) == mark;
    long calls = current ? word & COUNT_MASK : 0;
    long failures = current ? (word >>> COUNT_BITS) & COUNT_MASK : 0;
    if (calls == COUNT_MASK) {
      calls /= 2;
      failures /= 2;
    }
    failures += failure ? 1 : 0;
    return (mark << (2 * COUNT_BITS)) | (failures << COUNT_BITS) | (calls + 1);
  }

  private boolean trips(long slice) {
    long sums = sums(slice);
    return CallRate.reaches(
        rule.ratio(), rule.minCalls(), sums >>> Integer.SIZE, sums & 0xFFFF_FFFFL);
  }

  /** Failures in the upper half, calls in the lower one. */
  private long sums(long slice) {
    long calls = 0;
    long failures = 0;
    for (long s = slice - BUCKETS + 1; s <= slice; s++) {
      long word = buckets.get((int) s & (BUCKETS - 1));
      if (word >>> (2 * COUNT_BITS) == (s & SLICE_MASK)) {
        calls += word & COUNT_MASK;
        failures += (word >>> COUNT_BITS) & COUNT_MASK;
      }
    }
    return (failures << Integer.SIZE) | calls;
  }

  @Override
  boolean absorbsSuccess() {
    return false;
  }

  @Override
  String describe(long nowNanos) {
    long sums = sums(slice(nowNanos));
    long millis = sliceNanos * BUCKETS / 1_000_000;
    return Wording.failures(sums >>> Integer.SIZE)
        + " in the "
        + Wording.calls(sums & 0xFFFF_FFFFL)
        + " of the last "
        + millis
        + " ms";
  }
}
