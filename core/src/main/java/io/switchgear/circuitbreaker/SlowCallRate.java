// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import io.switchgear.core.internal.Arguments;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Trips when the share of slow calls among the last calls reaches a limit. Calls that are still
 * running and slow already count as well, so that a dependency that hangs is noticed before any
 * call returns. At most 1,024 calls of a circuit are watched at the same time; those beyond are
 * neither slow nor quick.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class SlowCallRate extends TripRule {
  private final CallRate rate;
  private final Duration slowerThan;
  private final Options options;

  SlowCallRate(double ratio, Duration slowerThan, int lastCalls, int minCalls) {
    this(
        new CallRate(ratio, lastCalls, minCalls),
        Arguments.positive("slowerThan", slowerThan),
        new Options(true, true));
  }

  private SlowCallRate(CallRate rate, Duration slowerThan, Options options) {
    this.rate = rate;
    this.slowerThan = slowerThan;
    this.options = options;
  }

  /**
   * Whether calls count as slow while they still run. Default: true.
   *
   * @param counted the choice
   * @return a copy with this choice
   */
  public SlowCallRate countInFlight(boolean counted) {
    return new SlowCallRate(rate, slowerThan, new Options(counted, options.ignored()));
  }

  /**
   * Whether a slow call counts that was cancelled by its caller, or whose result is ignored for
   * another reason: callers lose patience with a slow dependency. Default: true.
   *
   * @param counted the choice
   * @return a copy with this choice
   */
  public SlowCallRate countIgnored(boolean counted) {
    return new SlowCallRate(rate, slowerThan, new Options(options.inFlight(), counted));
  }

  CallRate rate() {
    return rate;
  }

  long slowerThanNanos() {
    return slowerThan.toNanos();
  }

  Options options() {
    return options;
  }

  /** The calls that run; those that ended have been judged by the former rule's limit. */
  @Override
  @Nullable Evidence adopt(Evidence former) {
    return former instanceof SlowCalls other ? new SlowCalls(this, other.running()) : null;
  }

  @Override
  Evidence begin() {
    return new SlowCalls(this, new InFlightTable());
  }

  @Override
  boolean watchesInFlight() {
    return true;
  }

  @Override
  public String toString() {
    return "slow call rate "
        + rate.ratio()
        + " of the last "
        + rate.lastCalls()
        + " calls, at least "
        + rate.minCalls()
        + ", slower than "
        + slowerThan;
  }

  /** What counts besides calls that ended. */
  record Options(boolean inFlight, boolean ignored) {}
}
