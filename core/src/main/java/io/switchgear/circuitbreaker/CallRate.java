// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import io.switchgear.core.internal.Arguments;

/**
 * A share of the latest calls that opens a circuit.
 *
 * @param ratio the share, above 0, at most 1
 * @param lastCalls how many of the latest results are looked at, 1 to 4,096
 * @param minCalls how many results there must be before it counts, 1 to {@code lastCalls}
 */
record CallRate(double ratio, int lastCalls, int minCalls) {
  /** Above the error of a product of two doubles, and far below any difference of two shares. */
  private static final double ALMOST_ONE = 1 - 1e-9;

  CallRate {
    Arguments.ratio("ratio", ratio);
    Arguments.inRange("lastCalls", lastCalls, 1, LongWindow.MAX_CALLS);
    Arguments.inRange("minCalls", minCalls, 1, lastCalls);
  }

  boolean isReached(long hits, long calls) {
    return reaches(ratio, minCalls, hits, calls);
  }

  /**
   * Whether a share reaches the limit, without rounding. The quotient of two small whole numbers is
   * the double nearest to their exact ratio, which is also what a literal like 0.07 denotes, so 7
   * of 100 reaches 0.07. A product in place of the quotient would not do; it only spares the
   * division where the share is clearly below the limit.
   */
  static boolean reaches(double ratio, int minCalls, long hits, long calls) {
    return calls >= minCalls
        && hits >= calls * ratio * ALMOST_ONE
        && (double) hits / calls >= ratio;
  }
}
