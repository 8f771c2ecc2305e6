// SPDX-License-Identifier: Apache-2.0
package io.switchgear.bulkhead;

import java.util.concurrent.TimeUnit;

/**
 * The calls that ended since a moment. They are looked at together, since the times of single calls
 * differ too much.
 *
 * @param sumNanos what the calls that succeeded took, all together
 * @param maxInFlight how many calls ran at the same time at the most
 * @param dropped whether a call was too much for the dependency
 */
record SampleWindow(long sinceNanos, int count, long sumNanos, int maxInFlight, boolean dropped) {
  /** Long enough to see how latency follows the last step of the limit. */
  private static final long LENGTH_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** So few calls have a mean that one slow call doesn't rule. */
  private static final int MIN_COUNT = 10;

  static SampleWindow empty(long nowNanos) {
    return new SampleWindow(nowNanos, 0, 0, 0, false);
  }

  SampleWindow plus(long tookNanos, int inFlight) {
    int most = Math.max(maxInFlight, inFlight);
    return new SampleWindow(sinceNanos, count + 1, sumNanos + tookNanos, most, dropped);
  }

  SampleWindow plusDropped(int inFlight) {
    int most = Math.max(maxInFlight, inFlight);
    return new SampleWindow(sinceNanos, count, sumNanos, most, true);
  }

  /** A dropped call is news enough. */
  boolean isComplete(long nowNanos) {
    return nowNanos - sinceNanos >= LENGTH_NANOS && (dropped || count >= MIN_COUNT);
  }

  /** What a call took on average; infinite when none succeeded. */
  double meanNanos() {
    return count == 0 ? Double.POSITIVE_INFINITY : (double) sumNanos / count;
  }

  /** Whether the limit was made use of, so that the calls say something about it. */
  boolean filled(double limit) {
    return maxInFlight >= limit / 2;
  }
}
