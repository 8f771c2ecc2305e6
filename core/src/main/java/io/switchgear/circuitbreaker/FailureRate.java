// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import io.switchgear.core.internal.Arguments;

/**
 * Trips when the share of failures among the last calls reaches a limit.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class FailureRate extends TripRule {
  private final double ratio;
  private final int lastCalls;
  private final int minCalls;

  FailureRate(double ratio, int lastCalls, int minCalls) {
    this.ratio = Arguments.ratio("ratio", ratio);
    this.lastCalls = Arguments.inRange("lastCalls", lastCalls, 1, 4_096);
    this.minCalls = Arguments.inRange("minCalls", minCalls, 1, lastCalls);
  }

  @Override
  Evidence begin() {
    if (lastCalls <= ShortWindow.MAX_CALLS) {
      return new WordEvidence(new ShortWindow(ratio, lastCalls, minCalls));
    }
    var rule = new LongWindow(ratio, lastCalls, minCalls);
    return new ValueEvidence<>(rule, rule.empty());
  }

  /**
   * Whether a share reaches the limit, without rounding. The quotient of two small whole numbers is
   * the double nearest to their exact ratio, which is also what a literal like 0.07 denotes, so 7
   * of 100 reaches 0.07. A product in place of the quotient would not do.
   */
  static boolean reaches(double ratio, int minCalls, long failures, long calls) {
    return calls >= minCalls && (double) failures / calls >= ratio;
  }

  static String describe(long failures, long calls) {
    return failures + " failures in the last " + calls + " calls";
  }

  @Override
  public String toString() {
    return "failure rate " + ratio + " of the last " + lastCalls + " calls, at least " + minCalls;
  }
}
