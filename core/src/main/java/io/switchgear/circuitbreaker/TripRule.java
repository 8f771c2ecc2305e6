// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

/**
 * Decides from the results of calls when a circuit opens.
 *
 * <p>Make one with {@link #consecutiveFailures} or {@link #failureRate}; a circuit may have several
 * and opens as soon as any of them says so. A rule sees successes and failures only; ignored
 * results don't exist for it.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public abstract sealed class TripRule permits ConsecutiveFailures, FailureRate {
  TripRule() {}

  /**
   * Trips at the n-th failure in a row. Any success starts the count again.
   *
   * @param failures how many failures in a row trip, 1 to 1,000
   * @return the rule; {@link ConsecutiveFailures#within} adds a time limit
   * @throws IllegalArgumentException when out of range
   */
  public static ConsecutiveFailures consecutiveFailures(int failures) {
    return new ConsecutiveFailures(failures, null);
  }

  /**
   * Trips when the share of failures among the last calls reaches a limit. The share is compared
   * exactly: 99 failures of 200 don't reach 50 %.
   *
   * @param ratio the share of failures that trips, above 0, at most 1
   * @param lastCalls how many of the latest results are looked at, 1 to 4,096
   * @param minCalls how many results there must be before the rule may trip, 1 to {@code lastCalls}
   * @return the rule
   * @throws IllegalArgumentException when out of range
   */
  public static FailureRate failureRate(double ratio, int lastCalls, int minCalls) {
    return new FailureRate(ratio, lastCalls, minCalls);
  }

  /** Evidence for a closed period that begins. */
  abstract Evidence begin();
}
