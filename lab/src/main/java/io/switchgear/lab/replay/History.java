// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.replay;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * How many calls there were when, in slices of time that grow with the log so that there are never
 * many of them.
 *
 * <p><b>Thread safety:</b> none; whoever gets one from a result only reads it.
 */
public final class History {
  private static final int MAX_SLICES = 512;

  private final long[] calls = new long[MAX_SLICES];
  private final long[] failed = new long[MAX_SLICES];
  private final long[] rejected = new long[MAX_SLICES];
  private long sliceNanos = TimeUnit.SECONDS.toNanos(1);
  private int slices;

  History() {}

  void add(long nowNanos, boolean hasFailed, boolean isRejected) {
    while (nowNanos / sliceNanos >= MAX_SLICES) {
      sliceNanos *= 2;
      slices = (slices + 1) / 2;
      fold(calls);
      fold(failed);
      fold(rejected);
    }
    int slice = (int) (nowNanos / sliceNanos);
    slices = Math.max(slices, slice + 1);
    calls[slice]++;
    failed[slice] += hasFailed ? 1 : 0;
    rejected[slice] += isRejected ? 1 : 0;
  }

  private static void fold(long[] counts) {
    for (int i = 0; i < MAX_SLICES / 2; i++) {
      counts[i] = counts[2 * i] + counts[2 * i + 1];
    }
    Arrays.fill(counts, MAX_SLICES / 2, MAX_SLICES, 0);
  }

  /** When each slice began, in seconds since the first call. */
  double[] seconds() {
    double[] seconds = new double[slices];
    for (int i = 0; i < slices; i++) {
      seconds[i] = (double) i * sliceNanos / TimeUnit.SECONDS.toNanos(1);
    }
    return seconds;
  }

  double[] callsPerMinute() {
    return perMinute(calls);
  }

  double[] failedPerMinute() {
    return perMinute(failed);
  }

  double[] rejectedPerMinute() {
    return perMinute(rejected);
  }

  private double[] perMinute(long[] counts) {
    double[] values = new double[slices];
    for (int i = 0; i < slices; i++) {
      values[i] = (double) counts[i] * TimeUnit.MINUTES.toNanos(1) / sliceNanos;
    }
    return values;
  }
}
