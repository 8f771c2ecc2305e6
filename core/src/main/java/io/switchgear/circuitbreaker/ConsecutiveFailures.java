// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import io.switchgear.core.internal.Arguments;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Trips at the n-th failure in a row, optionally only when these n came within a time.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class ConsecutiveFailures extends TripRule {
  private final int failures;
  private final @Nullable Duration within;
  private final RunOfFailures run;
  private final @Nullable FailureTimes times;

  ConsecutiveFailures(int failures, @Nullable Duration within) {
    this.failures = Arguments.inRange("failures", failures, 1, 1_000);
    this.within = within == null ? null : Arguments.positive("within", within);
    this.run = new RunOfFailures(failures);
    this.times = within == null ? null : new FailureTimes(failures, within.toNanos(), true);
  }

  /**
   * The same rule, but the failures must also lie close together: the first and the last of them at
   * most this far apart. Failures that are older don't count; a success still starts the count
   * again.
   *
   * @param within the time, 1 ms or more
   * @return the rule with that time
   * @throws IllegalArgumentException when out of range
   */
  public ConsecutiveFailures within(Duration within) {
    return new ConsecutiveFailures(failures, Objects.requireNonNull(within, "within"));
  }

  @Override
  @Nullable Evidence adopt(Evidence former) {
    if (times != null) {
      return times.adopt(former);
    }
    boolean sameKind = former.source() instanceof RunOfFailures;
    return sameKind && former instanceof WordEvidence evidence
        ? new WordEvidence(run, Math.min(evidence.word(), failures - 1L))
        : null;
  }

  @Override
  Evidence begin() {
    return times == null ? new WordEvidence(run) : new ValueEvidence<>(times, FailureTimes.NONE);
  }

  @Override
  public String toString() {
    return Wording.consecutiveFailures(failures) + (within == null ? "" : " within " + within);
  }
}
