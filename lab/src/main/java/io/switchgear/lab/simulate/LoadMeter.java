// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.simulate;

/** How many calls a second there are: those of the last second, estimated from ten slices. */
final class LoadMeter {
  private static final int SLICES = 10;
  private static final long SLICE_NANOS = 1_000_000_000 / SLICES;

  private final int[] counts = new int[SLICES];
  private long slice;
  private int sum;

  /** Counts a call; how many there were in the last second. */
  int add(long nowNanos) {
    long now = nowNanos / SLICE_NANOS;
    while (slice < now && sum > 0) {
      slice++;
      int index = (int) (slice % SLICES);
      sum -= counts[index];
      counts[index] = 0;
    }
    slice = now;
    counts[(int) (now % SLICES)]++;
    return ++sum;
  }
}
