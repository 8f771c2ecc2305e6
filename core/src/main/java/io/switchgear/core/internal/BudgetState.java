// SPDX-License-Identifier: Apache-2.0
package io.switchgear.core.internal;

import io.switchgear.core.AttemptBudget;
import org.jspecify.annotations.Nullable;

/**
 * The account of a budget at a moment: a pure function of the calls that have earned and of time.
 *
 * <p>A token bucket whose earned tokens fade, in the manner of Finagle's budget [1], whose window
 * of ten slices is replaced by an exponential one with two numbers: nothing needs to be written
 * down when a call earns but a count, and the clock is read only when somebody spends. That only
 * successes earn is gRPC's rule [2]. Why a budget and not the number of attempts bounds the load:
 * [3], [4].
 *
 * <pre>
 * [1] Twitter Finagle, com.twitter.finagle.service.RetryBudget.
 * [2] gRPC proposal A6, Client Retries, section Throttling Retry Attempts and Hedged RPCs.
 * [3] Site Reliability Engineering, O'Reilly 2016, chapter 21 (Handling Overload, a retry budget of
 *     10 %) and chapter 22 (Addressing Cascading Failures).
 * [4] M. Brooker, Timeouts, retries, and backoff with jitter, Amazon Builders' Library.
 * </pre>
 *
 * @param earned tokens that calls have earned and that are neither spent nor faded
 * @param floor tokens that time has brought and that aren't spent
 * @param calls how many calls had earned at that moment
 * @param atNanos the moment
 */
record BudgetState(double earned, double floor, long calls, long atNanos) {
  private static final double WINDOW_SECONDS = 5;
  private static final double NANOS_PER_SECOND = 1e9;

  static BudgetState begin(AttemptBudget budget, long nowNanos) {
    return new BudgetState(0, mostOfFloor(budget), 0, nowNanos);
  }

  /**
   * The account at a later moment. Calls in between are taken as spread evenly over it, so it makes
   * no difference how often somebody looks.
   */
  BudgetState at(long nowNanos, long callsNow, AttemptBudget budget) {
    // Threads may come here in another order than that in which they read clock and count.
    long now = Math.max(atNanos, nowNanos);
    long allCalls = Math.max(calls, callsNow);
    double seconds = (now - atNanos) / NANOS_PER_SECOND;
    double windows = seconds / WINDOW_SECONDS;
    double kept = Math.exp(-windows);
    double keptOfNew = windows == 0 ? 1 : -Math.expm1(-windows) / windows;
    double newlyEarned = budget.ratio() * (allCalls - calls);
    double newFloor = Math.min(mostOfFloor(budget), floor + budget.minPerSecond() * seconds);
    return new BudgetState(earned * kept + newlyEarned * keptOfNew, newFloor, allCalls, now);
  }

  /** The account after a further attempt; null when there is nothing to spend. */
  @Nullable BudgetState spend() {
    if (earned < 1 && floor < 1) {
      return null;
    }
    return new BudgetState(Math.max(0, earned - 1), Math.max(0, floor - 1), calls, atNanos);
  }

  /** At least one whole token, else a small floor would never allow anything. */
  private static double mostOfFloor(AttemptBudget budget) {
    double most = budget.minPerSecond() * WINDOW_SECONDS;
    return most == 0 ? 0 : Math.max(1, most);
  }
}
