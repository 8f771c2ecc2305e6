// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import io.switchgear.core.internal.Arguments;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Trips when the share of failures among the calls of the last while reaches a limit.
 *
 * <p>The while moves on in sixteenths: a result is counted for at least 15/16 of it and never
 * longer than all of it.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class TimedFailureRate extends TripRule {
  private final double ratio;
  private final Duration window;
  private final int minCalls;

  TimedFailureRate(double ratio, Duration window, int minCalls) {
    this.ratio = Arguments.ratio("ratio", ratio);
    this.window = Arguments.positive("window", window);
    this.minCalls = Arguments.inRange("minCalls", minCalls, 1, 1_000_000);
  }

  double ratio() {
    return ratio;
  }

  int minCalls() {
    return minCalls;
  }

  /** The counts of a window of the same length. */
  @Override
  @Nullable Evidence adopt(Evidence former) {
    return former instanceof TimeWindow other && other.counts().hasLength(window.toNanos())
        ? new TimeWindow(this, other.counts())
        : null;
  }

  @Override
  Evidence begin() {
    return new TimeWindow(this, new SlicedCounts(window.toNanos()));
  }

  @Override
  public String toString() {
    return "failure rate " + ratio + " of the last " + window + ", at least " + minCalls;
  }
}
