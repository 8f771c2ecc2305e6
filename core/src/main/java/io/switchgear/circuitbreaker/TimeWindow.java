// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

/** The evidence of {@link TimedFailureRate}: counts of the last while. */
final class TimeWindow extends Evidence {
  private final TimedFailureRate rule;
  private final SlicedCounts counts;

  TimeWindow(TimedFailureRate rule, SlicedCounts counts) {
    this.rule = rule;
    this.counts = counts;
  }

  SlicedCounts counts() {
    return counts;
  }

  @Override
  Object source() {
    return rule;
  }

  /** While no failure is in the window nothing can trip. */
  @Override
  boolean record(boolean failure, long nowNanos) {
    return counts.record(failure, nowNanos) && trips(nowNanos);
  }

  private boolean trips(long nowNanos) {
    long sums = counts.sums(nowNanos);
    return CallRate.reaches(
        rule.ratio(), rule.minCalls(), SlicedCounts.failures(sums), SlicedCounts.calls(sums));
  }

  @Override
  boolean absorbsSuccess() {
    return false;
  }

  @Override
  String describe(long nowNanos) {
    return counts.describe(nowNanos);
  }
}
