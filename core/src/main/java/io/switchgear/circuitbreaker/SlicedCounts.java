// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Calls and failures of the last while, counted in buckets of a sixteenth of it. A bucket is one
 * word: the low 24 bits of the number of its time slice since time zero, then 20 bits each for
 * failures and calls. A word of another slice is an old one and counts as empty.
 *
 * <p><b>Thread safety:</b> safe and lock-free.
 */
final class SlicedCounts {
  private static final VarHandle LATEST_FAILURE_SLICE;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      LATEST_FAILURE_SLICE =
          lookup.findVarHandle(SlicedCounts.class, "latestFailureSlice", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static final int BUCKETS = 16;
  private static final int COUNT_BITS = 20;
  private static final long COUNT_MASK = (1L << COUNT_BITS) - 1;
  private static final long SLICE_MASK = (1L << 24) - 1;

  /**
   * How far a bucket is ahead of a result at the most, sixteen windows. The numbers of slices come
   * round: what is farther ahead is an old bucket.
   */
  private static final long MOST_AHEAD = 16 * BUCKETS;

  private final long sliceNanos;

  /** 2⁶⁴ over the length of a slice, rounded down: a product in place of a division. */
  private final long slicesByTwoTo64;

  private final AtomicLongArray buckets = new AtomicLongArray(BUCKETS);

  /** The slice of the latest failure. */
  private volatile long latestFailureSlice = -BUCKETS;

  SlicedCounts(long windowNanos) {
    this.sliceNanos = sliceNanos(windowNanos);
    this.slicesByTwoTo64 = Long.divideUnsigned(-1, sliceNanos);
  }

  static long sliceNanos(long windowNanos) {
    return windowNanos / BUCKETS;
  }

  boolean hasLength(long windowNanos) {
    return sliceNanos == sliceNanos(windowNanos);
  }

  /** Counts a result; answers whether a failure is among those of the last while. */
  boolean record(boolean failure, long nowNanos) {
    long slice = slice(nowNanos);
    int index = (int) slice & (BUCKETS - 1);
    long before;
    do {
      before = buckets.get(index);
    } while (!buckets.compareAndSet(index, before, add(before, slice, failure)));
    if (failure) {
      noteFailure(slice);
    }
    return slice - latestFailureSlice < BUCKETS;
  }

  /** Failures may come here in another order than that of their slices; the latest one stays. */
  private void noteFailure(long slice) {
    long latest = latestFailureSlice;
    while (latest < slice && !LATEST_FAILURE_SLICE.compareAndSet(this, latest, slice)) {
      latest = latestFailureSlice;
    }
  }

  /** Whether a failure is among the results of the last while. */
  boolean hasFailures(long nowNanos) {
    return slice(nowNanos) - latestFailureSlice < BUCKETS;
  }

  /**
   * The number of a time's slice. The first is 1, so that an untouched bucket is an old one. The
   * product is the quotient or one less than it.
   */
  long slice(long nowNanos) {
    long quotient = Math.multiplyHigh(nowNanos, slicesByTwoTo64);
    return nowNanos - quotient * sliceNanos < sliceNanos ? quotient + 1 : quotient + 2;
  }

  /**
   * A bucket after one more result. A full one is halved, which keeps its share. A result that was
   * held up so long that its bucket counts a later slice has left the window, and changes nothing.
   */
  static long add(long word, long slice, boolean failure) {
    long mark = slice & SLICE_MASK;
    long ahead = ((word >>> (2 * COUNT_BITS)) - slice) & SLICE_MASK;
    if (ahead > 0 && ahead <= MOST_AHEAD && word != 0) {
      return word;
    }
    boolean current = ahead == 0;
    long calls = current ? word & COUNT_MASK : 0;
    long failures = current ? (word >>> COUNT_BITS) & COUNT_MASK : 0;
    if (calls == COUNT_MASK) {
      calls /= 2;
      failures /= 2;
    }
    failures += failure ? 1 : 0;
    return (mark << (2 * COUNT_BITS)) | (failures << COUNT_BITS) | (calls + 1);
  }

  /** Failures in the upper half, calls in the lower one. */
  long sums(long nowNanos) {
    long slice = slice(nowNanos);
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

  static long failures(long sums) {
    return sums >>> Integer.SIZE;
  }

  static long calls(long sums) {
    return sums & 0xFFFF_FFFFL;
  }

  String describe(long nowNanos) {
    long sums = sums(nowNanos);
    return Wording.failures(failures(sums))
        + " in the "
        + Wording.calls(calls(sums))
        + " of the last "
        + sliceNanos * BUCKETS / 1_000_000
        + " ms";
  }
}
