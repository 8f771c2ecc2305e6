// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The times of the latest failures, oldest first, at most as many as the rule needs. Only failures,
 * and a success that ends a run of them, change it.
 */
record FailureTimes(int failures, long withinNanos, boolean successForgets)
    implements ValueRule<long[]> {

  static final long[] NONE = new long[0];

  /** The same kind of times in a rule that needs more or fewer of them; null for other evidence. */
  @Nullable Evidence adopt(Evidence former) {
    boolean sameKind =
        former.source() instanceof FailureTimes other && other.successForgets == successForgets;
    if (!sameKind
        || !(former instanceof ValueEvidence<?> evidence)
        || !(evidence.value() instanceof long[] times)) {
      return null;
    }
    int kept = Math.min(times.length, failures - 1);
    return new ValueEvidence<>(this, Arrays.copyOfRange(times, times.length - kept, times.length));
  }

  @Override
  public long[] next(long[] times, boolean failure, long nowNanos) {
    if (!failure) {
      return successForgets ? NONE : times;
    }
    int kept = Math.min(times.length, failures - 1);
    long[] after = new long[kept + 1];
    System.arraycopy(times, times.length - kept, after, 0, kept);
    after[kept] = nowNanos;
    return after;
  }

  @Override
  public boolean absorbsSuccess(long[] times) {
    return !successForgets || times.length == 0;
  }

  @Override
  public boolean trips(long[] times) {
    return times.length == failures && times[failures - 1] - times[0] <= withinNanos;
  }

  @Override
  public String describe(long[] times) {
    long spanNanos = times.length == 0 ? 0 : times[times.length - 1] - times[0];
    String count =
        successForgets ? Wording.consecutiveFailures(times.length) : Wording.failures(times.length);
    return count + " within " + spanNanos / 1_000_000 + " ms";
  }
}
