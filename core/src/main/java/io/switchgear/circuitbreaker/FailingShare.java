// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import org.jspecify.annotations.Nullable;

/** The rule of {@link Proportional}: it never trips, but tells how many calls to reject. */
final class FailingShare extends TripRule {
  private final Proportional mode;

  FailingShare(Proportional mode) {
    this.mode = mode;
  }

  /** The counts of a window of the same length. */
  @Override
  @Nullable Evidence adopt(Evidence former) {
    boolean fits =
        former instanceof Counted other && other.counts.hasLength(mode.window().toNanos());
    return fits ? new Counted(this, ((Counted) former).counts) : null;
  }

  @Override
  Evidence begin() {
    return new Counted(this, new SlicedCounts(mode.window().toNanos()));
  }

  /** The results of the last while. */
  private static final class Counted extends Evidence {
    private final FailingShare rule;
    private final SlicedCounts counts;

    Counted(FailingShare rule, SlicedCounts counts) {
      this.rule = rule;
      this.counts = counts;
    }

    @Override
    Object source() {
      return rule;
    }

    @Override
    boolean record(boolean failure, long nowNanos) {
      counts.record(failure, nowNanos);
      return false;
    }

    @Override
    boolean absorbsSuccess() {
      return false;
    }

    @Override
    double rejectRatio(long nowNanos) {
      if (!counts.hasFailures(nowNanos)) {
        return 0;
      }
      long sums = counts.sums(nowNanos);
      return rule.mode.rejectRatio(SlicedCounts.failures(sums), SlicedCounts.calls(sums));
    }

    @Override
    String describe(long nowNanos) {
      return counts.describe(nowNanos);
    }
  }
}
