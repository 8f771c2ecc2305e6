// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.simulate;

import java.util.Arrays;

/**
 * A limit that counts all calls of the last while, those that it refuses too. None of the library's
 * limiters is so unkind.
 */
final class CallLog {
  private final long[] times;
  private int next;

  /**
   * A log without calls.
   *
   * @param most the greatest limit that there will be
   */
  CallLog(int most) {
    this.times = new long[most];
    Arrays.fill(times, Long.MIN_VALUE / 2);
  }

  /** Counts a call. */
  void add(long nowNanos) {
    times[next] = nowNanos;
    next = next + 1 == times.length ? 0 : next + 1;
  }

  /** How long until a call would be allowed if none came before it; zero if it is now. */
  long waitNanos(int limit, long periodNanos, long nowNanos) {
    long oldest = times[Math.floorMod(next - limit, times.length)];
    return Math.max(0, oldest + periodNanos - nowNanos);
  }
}
