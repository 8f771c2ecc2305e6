// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import io.switchgear.core.internal.Arguments;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Trips at the n-th failure in a row, optionally only when these n came within a time.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class ConsecutiveFailures extends TripRule {
  private final int failures;
  private final @Nullable Duration within;
  private final Evidence none;

  ConsecutiveFailures(int failures, @Nullable Duration within) {
    this.failures = Arguments.inRange("failures", failures, 1, 1_000);
    this.within = within == null ? null : Arguments.positive("within", within);
    this.none = within == null ? Run.chain(failures) : new TimedRun(new long[0]);
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
    return new ConsecutiveFailures(failures, within);
  }

  @Override
  Evidence noEvidence() {
    return none;
  }

  @Override
  public String toString() {
    return failures + " consecutive failures" + (within == null ? "" : " within " + within);
  }

  /**
   * A count of failures in a row. All counts of a rule are made beforehand and linked, so that
   * recording allocates nothing.
   */
  private static final class Run extends Evidence {
    private final int count;
    private final @Nullable Run next;
    private Run zero = this;

    private Run(int count, @Nullable Run next) {
      this.count = count;
      this.next = next;
    }

    static Run chain(int failures) {
      Run[] runs = new Run[failures + 1];
      for (int count = failures; count >= 0; count--) {
        runs[count] = new Run(count, count == failures ? null : runs[count + 1]);
      }
      for (Run run : runs) {
        run.zero = runs[0];
      }
      return runs[0];
    }

    @Override
    Evidence record(boolean failure, long nowNanos) {
      if (failure) {
        return next == null ? this : next;
      }
      return zero;
    }

    @Override
    boolean absorbsSuccess() {
      return count == 0;
    }

    @Override
    boolean trips() {
      return next == null;
    }

    @Override
    String describe() {
      return count + " consecutive failures";
    }
  }

  /** The times of the latest failures in a row, oldest first, at most as many as the rule needs. */
  private final class TimedRun extends Evidence {
    private final long[] timesNanos;

    TimedRun(long[] timesNanos) {
      this.timesNanos = timesNanos;
    }

    @Override
    Evidence record(boolean failure, long nowNanos) {
      if (!failure) {
        return none;
      }
      int kept = Math.min(timesNanos.length, failures - 1);
      long[] times = new long[kept + 1];
      System.arraycopy(timesNanos, timesNanos.length - kept, times, 0, kept);
      times[kept] = nowNanos;
      return new TimedRun(times);
    }

    @Override
    boolean absorbsSuccess() {
      return timesNanos.length == 0;
    }

    @Override
    boolean trips() {
      return timesNanos.length == failures && spanNanos() <= withinNanos();
    }

    @Override
    String describe() {
      Duration span = Duration.ofNanos(timesNanos.length == 0 ? 0 : spanNanos());
      return timesNanos.length + " consecutive failures within " + span.toMillis() + " ms";
    }

    private long spanNanos() {
      return timesNanos[timesNanos.length - 1] - timesNanos[0];
    }

    private long withinNanos() {
      return within == null ? Long.MAX_VALUE : within.toNanos();
    }
  }
}
