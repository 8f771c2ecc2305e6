// SPDX-License-Identifier: Apache-2.0
package io.switchgear.core;

import io.switchgear.core.internal.Arguments;

/**
 * How many attempts beyond the first all calls together may make, so that further attempts can't
 * multiply the load on a dependency that is failing or slow.
 *
 * <p>Each call that succeeds earns a share of a further attempt; the policy says which calls count.
 * What isn't spent fades away with a time constant of 5 s, so it never amounts to more than the
 * earnings of about the last 5 s. A floor allows some attempts a second however few calls there
 * are; it may be saved up for 5 s as well. A further attempt needs one that is earned or one from
 * the floor, and is charged to both, so their rate is the larger of the two and not their sum.
 *
 * <p>With a share of 10 % and a floor of 1/s an outage sees at most 1.1 attempts for each call as
 * long as there are 10 calls a second or more; below that, the floor is what counts. Since failing
 * calls earn nothing, a total outage sees hardly more than the floor.
 *
 * <p><b>Thread safety:</b> immutable; each policy has an account of its own.
 */
public final class AttemptBudget {
  private static final double MAX_PER_SECOND = 1_000_000;
  private static final AttemptBudget UNLIMITED = new AttemptBudget(1, Double.POSITIVE_INFINITY);

  private final double ratio;
  private final double minPerSecond;

  private AttemptBudget(double ratio, double minPerSecond) {
    this.ratio = ratio;
    this.minPerSecond = minPerSecond;
  }

  /**
   * No bound but the number of attempts. In an outage the load is multiplied by that number.
   *
   * @return no budget
   */
  public static AttemptBudget unlimited() {
    return UNLIMITED;
  }

  /**
   * A share of the calls, and one each second at least.
   *
   * @param ratio how many further attempts a call earns, above 0, at most 1
   * @return a budget with this share
   * @throws IllegalArgumentException when out of range
   */
  public static AttemptBudget ofCalls(double ratio) {
    return new AttemptBudget(Arguments.ratio("ofCalls", ratio), 1);
  }

  /**
   * The same with another floor. Default: 1.
   *
   * @param minPerSecond how many further attempts a second are allowed however few calls there are,
   *     0 to 1,000,000
   * @return a copy with this floor
   * @throws IllegalArgumentException when out of range
   */
  public AttemptBudget minPerSecond(double minPerSecond) {
    if (!(minPerSecond >= 0 && minPerSecond <= MAX_PER_SECOND)) {
      throw new IllegalArgumentException(
          "minPerSecond must be from 0 to 1,000,000, but is " + minPerSecond);
    }
    return new AttemptBudget(ratio, minPerSecond);
  }

  /**
   * Whether there is no bound.
   *
   * @return true for {@link #unlimited} alone
   */
  public boolean isUnlimited() {
    return minPerSecond > MAX_PER_SECOND;
  }

  /**
   * How many further attempts a call earns.
   *
   * @return the share, above 0, at most 1
   */
  public double ratio() {
    return ratio;
  }

  /**
   * How many further attempts a second are allowed however few calls there are.
   *
   * @return the floor; infinite for {@link #unlimited}
   */
  public double minPerSecond() {
    return minPerSecond;
  }

  @Override
  public String toString() {
    return isUnlimited() ? "unlimited" : ratio * 100 + " % of calls, min " + minPerSecond + "/s";
  }
}
