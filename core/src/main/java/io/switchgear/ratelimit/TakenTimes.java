// SPDX-License-Identifier: Apache-2.0
package io.switchgear.ratelimit;

import java.util.Arrays;

/**
 * The times at which permits were taken, oldest first, in a ring that grows with their number: 8
 * bytes for each, and up to twice that.
 *
 * <p><b>Thread safety:</b> not safe; guarded by whoever owns it.
 */
final class TakenTimes {
  private static final int FIRST_CAPACITY = 8;

  /** A power of two long. */
  private long[] ring;

  private int head;
  private int size;

  TakenTimes() {
    this.ring = new long[FIRST_CAPACITY];
  }

  private TakenTimes(TakenTimes other) {
    this.ring = other.ring.clone();
    this.head = other.head;
    this.size = other.size;
  }

  TakenTimes copy() {
    return new TakenTimes(this);
  }

  int size() {
    return size;
  }

  /** The time at a place, 0 for the oldest. */
  long get(int index) {
    return ring[slot(index)];
  }

  /** Adds permits, not earlier than the newest. */
  void add(long atNanos, int permits) {
    grow(size + permits);
    for (int i = 0; i < permits; i++) {
      ring[slot(size + i)] = atNanos;
    }
    size += permits;
  }

  /** Forgets all up to a time, itself included. */
  void forgetUntil(long untilNanos) {
    while (size > 0 && ring[head] <= untilNanos) {
      head = slot(1);
      size--;
    }
  }

  /** Removes permits of a time as far as they are there. */
  void remove(long atNanos, int permits) {
    int left = permits;
    int kept = 0;
    for (int i = 0; i < size; i++) {
      long time = get(i);
      if (time == atNanos && left > 0) {
        left--;
      } else {
        ring[slot(kept)] = time;
        kept++;
      }
    }
    size = kept;
  }

  private void grow(int needed) {
    if (needed <= ring.length) {
      return;
    }
    long[] larger = new long[Integer.highestOneBit(needed - 1) << 1];
    for (int i = 0; i < size; i++) {
      larger[i] = get(i);
    }
    ring = larger;
    head = 0;
  }

  private int slot(int index) {
    return (head + index) & (ring.length - 1);
  }

  @Override
  public String toString() {
    long[] times = new long[size];
    Arrays.setAll(times, this::get);
    return Arrays.toString(times);
  }
}
