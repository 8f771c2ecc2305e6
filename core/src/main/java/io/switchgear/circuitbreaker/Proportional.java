// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import io.switchgear.core.internal.Arguments;
import java.time.Duration;

/**
 * How a closed circuit meets a partial outage: when a share of the calls fails, it rejects about as
 * many, and the others go on.
 *
 * <p><b>The mathematics.</b> Of the calls that were made in a window, let n have a result and a of
 * them be successes. A further call is rejected with the probability max(0, (n − K·a) / (n + 1)),
 * with K = 1 / (1 − tolerated). This is the client-side throttling of [1], but for one point: there
 * n counts the rejected calls as well, which finds out how much an overloaded server can take. With
 * calls that fail at random whatever their number, as with one shard of several down, that would
 * run away to rejecting everything; counting the calls that were made, the rejected share settles
 * at 1 − K·(1 − f) for a failing share f. The one in the denominator keeps a few calls going even
 * when all fail, and so the estimate fresh: it needs no trial calls to recover.
 *
 * <p>When not: a dependency that is overloaded (an adaptive bulkhead finds its limit), one that is
 * down as a whole (a trip rule spares it all calls), and one whose shard you can tell (a key for
 * each shard rejects the very calls that would fail).
 *
 * <p><b>Thread safety:</b> immutable.
 *
 * <pre>
 * [1] B. Beyer, C. Jones, J. Petoff, N. R. Murphy, Site Reliability Engineering, 2016, ch. 21.
 * </pre>
 */
public final class Proportional {
  private static final double DEFAULT_TOLERATED = 0.1;
  private static final int DEFAULT_MIN_CALLS = 20;

  private final Duration window;
  private final double tolerated;
  private final int minCalls;
  private final FailingShare rule;

  private Proportional(Duration window, double tolerated, int minCalls) {
    this.window = window;
    this.tolerated = tolerated;
    this.minCalls = minCalls;
    this.rule = new FailingShare(this);
  }

  /**
   * Looks at the calls of a sliding time, which moves on in sixteenths.
   *
   * @param window the time, 1 ms to 366 days; after a recovery all calls are admitted again within
   *     it
   * @return the mode, tolerating a failing share of 0.1 and looking at 20 calls or more
   * @throws IllegalArgumentException when out of range
   */
  public static Proportional over(Duration window) {
    return new Proportional(
        Arguments.positive("window", window), DEFAULT_TOLERATED, DEFAULT_MIN_CALLS);
  }

  /**
   * The same mode with another share of failures up to which nothing is rejected. Default: 0.1.
   *
   * @param ratio 0 to 0.9
   * @return a copy with this share
   * @throws IllegalArgumentException when out of range
   */
  public Proportional tolerating(double ratio) {
    if (!(ratio >= 0 && ratio <= 0.9)) {
      throw new IllegalArgumentException("tolerating must be from 0 to 0.9, but is " + ratio);
    }
    return new Proportional(window, ratio, minCalls);
  }

  /**
   * The same mode with another number of results in the window below which nothing is rejected: so
   * many calls are made in each window whatever happens. Default: 20.
   *
   * @param calls 1 to 1,000,000
   * @return a copy with this number
   * @throws IllegalArgumentException when out of range
   */
  public Proportional minCalls(int calls) {
    return new Proportional(window, tolerated, Arguments.inRange("minCalls", calls, 1, 1_000_000));
  }

  /** The probability with which a call is rejected. */
  double rejectRatio(long failures, long calls) {
    if (calls < minCalls) {
      return 0;
    }
    double accepted = (calls - failures) / (1 - tolerated);
    return Math.max(0, (calls - accepted) / (calls + 1));
  }

  Duration window() {
    return window;
  }

  /** What gathers its evidence. */
  FailingShare rule() {
    return rule;
  }

  @Override
  public String toString() {
    return "the failing share over "
        + window
        + " is rejected, beyond "
        + tolerated
        + ", at least "
        + minCalls;
  }
}
