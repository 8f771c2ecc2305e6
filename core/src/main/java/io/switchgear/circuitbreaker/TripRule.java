// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Decides from the results of calls when a circuit opens.
 *
 * <p>Make one with the methods of this class; a circuit may have several and opens as soon as any
 * of them says so. A rule sees successes and failures only; ignored results don't exist for it.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public abstract sealed class TripRule
    permits ConsecutiveFailures,
        FailureCount,
        FailureRate,
        TimedFailureRate,
        SlowCallRate,
        ChangeDetection,
        FailingShare {
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

  /**
   * Trips when the share of failures among the calls of the last while reaches a limit. The while
   * moves on in sixteenths: a result is counted for at least 15/16 of it.
   *
   * @param ratio the share of failures that trips, above 0, at most 1
   * @param window how far back results are looked at, 1 ms or more
   * @param minCalls how many results there must be before the rule may trip, 1 to 1,000,000
   * @return the rule
   * @throws IllegalArgumentException when out of range
   */
  public static TimedFailureRate failureRate(double ratio, Duration window, int minCalls) {
    return new TimedFailureRate(ratio, window, minCalls);
  }

  /**
   * Trips at the n-th failure within a sliding time, whatever successes lie between.
   *
   * @param failures how many failures trip, 1 to 1,000
   * @param within the time, 1 ms or more
   * @return the rule
   * @throws IllegalArgumentException when out of range
   */
  public static FailureCount failures(int failures, Duration within) {
    return new FailureCount(failures, within);
  }

  /**
   * Trips when calls fail clearly more often than they usually do; it learns what is usual and
   * needs no threshold.
   *
   * @return the rule
   */
  public static ChangeDetection auto() {
    return ChangeDetection.INSTANCE;
  }

  /**
   * Trips when the share of slow calls among the last calls reaches a limit; calls that still run
   * and are slow already count. A circuit can have one such rule.
   *
   * @param ratio the share of slow calls that trips, above 0, at most 1
   * @param slowerThan how long a call must take to be slow, 1 ms or more
   * @param lastCalls how many of the latest results are looked at, 1 to 4,096
   * @param minCalls how many calls there must be before the rule may trip, 1 to {@code lastCalls}
   * @return the rule
   * @throws IllegalArgumentException when out of range
   */
  public static SlowCallRate slowCallRate(
      double ratio, Duration slowerThan, int lastCalls, int minCalls) {
    return new SlowCallRate(ratio, slowerThan, lastCalls, minCalls);
  }

  /** Whether calls must be watched while they run. */
  boolean watchesInFlight() {
    return false;
  }

  /** Its evidence in place of that of another rule; null when that one's means nothing to it. */
  abstract @Nullable Evidence adopt(Evidence former);

  /** Evidence for a closed period that begins. */
  abstract Evidence begin();
}
