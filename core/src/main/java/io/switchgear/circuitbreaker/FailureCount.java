// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import io.switchgear.core.internal.Arguments;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Trips at the n-th failure within a sliding time, whatever successes lie between.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class FailureCount extends TripRule {
  private final FailureTimes rule;

  FailureCount(int failures, Duration within) {
    Arguments.inRange("failures", failures, 1, 1_000);
    long withinNanos = Arguments.positive("within", within).toNanos();
    this.rule = new FailureTimes(failures, withinNanos, false);
  }

  @Override
  @Nullable Evidence adopt(Evidence former) {
    return rule.adopt(former);
  }

  @Override
  Evidence begin() {
    return new ValueEvidence<>(rule, FailureTimes.NONE);
  }

  @Override
  public String toString() {
    return Wording.failures(rule.failures()) + " within " + Duration.ofNanos(rule.withinNanos());
  }
}
