// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import io.switchgear.core.internal.Arguments;
import org.jspecify.annotations.Nullable;

/**
 * Trips when the share of failures among the last calls reaches a limit.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class FailureRate extends TripRule {
  private final double ratio;
  private final int lastCalls;
  private final int minCalls;
  private final ShortWindow shortWindow;
  private final LongWindow longWindow;

  FailureRate(double ratio, int lastCalls, int minCalls) {
    this.ratio = Arguments.ratio("ratio", ratio);
    this.lastCalls = Arguments.inRange("lastCalls", lastCalls, 1, 4_096);
    this.minCalls = Arguments.inRange("minCalls", minCalls, 1, lastCalls);
    this.shortWindow = new ShortWindow(ratio, lastCalls, minCalls);
    this.longWindow = new LongWindow(ratio, lastCalls, minCalls);
  }

  @Override
  Object source() {
    return lastCalls <= ShortWindow.MAX_CALLS ? shortWindow : longWindow;
  }

  /** The latest results of the former window, as many as the new one has room for. */
  @Override
  @Nullable Evidence adopt(Evidence former) {
    RecentResults results = RecentResults.of(former);
    if (results == null) {
      return null;
    }
    Evidence adopted = begin();
    for (int age = Math.min(results.filled(), lastCalls) - 1; age >= 0; age--) {
      adopted.record(results.failed(age), 0);
    }
    return adopted;
  }

  @Override
  Evidence begin() {
    return lastCalls <= ShortWindow.MAX_CALLS
        ? new WordEvidence(shortWindow)
        : new ValueEvidence<>(longWindow, longWindow.empty());
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
    return Wording.failures(failures) + " in the last " + Wording.calls(calls);
  }

  @Override
  public String toString() {
    return "failure rate " + ratio + " of the last " + lastCalls + " calls, at least " + minCalls;
  }
}
