// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import org.jspecify.annotations.Nullable;

/**
 * Trips when the share of failures among the last calls reaches a limit.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class FailureRate extends TripRule {
  private final CallRate rate;
  private final ShortWindow shortWindow;

  FailureRate(double ratio, int lastCalls, int minCalls) {
    this.rate = new CallRate(ratio, lastCalls, minCalls);
    this.shortWindow = new ShortWindow(rate);
  }

  private boolean isShort() {
    return rate.lastCalls() <= ShortWindow.MAX_CALLS;
  }

  /** The latest results of the former window, as many as the new one has room for. */
  @Override
  @Nullable Evidence adopt(Evidence former) {
    RecentResults results = RecentResults.of(former);
    if (results == null) {
      return null;
    }
    Evidence adopted = begin();
    for (int age = Math.min(results.filled(), rate.lastCalls()) - 1; age >= 0; age--) {
      adopted.record(results.failed(age), 0);
    }
    return adopted;
  }

  @Override
  Evidence begin() {
    return isShort() ? new WordEvidence(shortWindow) : new LongWindow(this, rate);
  }

  static String describe(long failures, long calls) {
    return Wording.failures(failures) + " in the last " + Wording.calls(calls);
  }

  @Override
  public String toString() {
    return "failure rate "
        + rate.ratio()
        + " of the last "
        + rate.lastCalls()
        + " calls, at least "
        + rate.minCalls();
  }
}
