// SPDX-License-Identifier: Apache-2.0
package io.switchgear.retry;

import io.switchgear.core.internal.Arguments;

/**
 * How many retries all calls together may make, so that retries can't multiply the load on a
 * dependency that is failing.
 *
 * <p>Each call that succeeds at its first attempt earns a share of a retry. What isn't spent fades
 * away with a time constant of 5 s, so it never amounts to more than the earnings of about the last
 * 5 s. A floor allows some retries a second however few calls there are; it may be saved up for 5 s
 * as well. A retry needs one that is earned or one from the floor, and is charged to both, so the
 * rate of retries is the larger of the two and not their sum.
 *
 * <p>With the default of 10 % and 1/s an outage sees at most 1.1 attempts for each call as long as
 * there are 10 calls a second or more; below that, the floor is what counts. Since failing calls
 * earn nothing, a total outage sees hardly more than the floor.
 *
 * <p><b>Thread safety:</b> immutable; each {@link Retry} has an account of its own.
 */
public final class RetryBudget {
  private static final double MAX_PER_SECOND = 1_000_000;
  private static final RetryBudget STANDARD = new RetryBudget(0.1, 1);
  private static final RetryBudget UNLIMITED = new RetryBudget(1, Double.POSITIVE_INFINITY);

  private final double ratio;
  private final double minPerSecond;

  private RetryBudget(double ratio, double minPerSecond) {
    this.ratio = ratio;
    this.minPerSecond = minPerSecond;
  }

  /**
   * A tenth of a retry for each call, and one each second at least.
   *
   * @return the default
   */
  public static RetryBudget standard() {
    return STANDARD;
  }

  /**
   * No bound but the number of attempts. In an outage the load is multiplied by that number.
   *
   * @return no budget
   */
  public static RetryBudget unlimited() {
    return UNLIMITED;
  }

  /**
   * A share of the calls, and one each second at least.
   *
   * @param ratio how many retries a call earns, above 0, at most 1
   * @return a budget with this share
   * @throws IllegalArgumentException when out of range
   */
  public static RetryBudget ofCalls(double ratio) {
    return new RetryBudget(Arguments.ratio("ratio", ratio), STANDARD.minPerSecond);
  }

  /**
   * The same with another floor. Default: 1.
   *
   * @param minPerSecond how many retries a second are allowed however few calls there are, 0 to
   *     1,000,000
   * @return a copy with this floor
   * @throws IllegalArgumentException when out of range
   */
  public RetryBudget minPerSecond(double minPerSecond) {
    if (!(minPerSecond >= 0 && minPerSecond <= MAX_PER_SECOND)) {
      throw new IllegalArgumentException(
          "minPerSecond must be from 0 to 1,000,000, but is " + minPerSecond);
    }
    return new RetryBudget(ratio, minPerSecond);
  }

  boolean isUnlimited() {
    return minPerSecond > MAX_PER_SECOND;
  }

  double ratio() {
    return ratio;
  }

  double minPerSecond() {
    return minPerSecond;
  }

  @Override
  public String toString() {
    return isUnlimited() ? "unlimited" : ratio * 100 + " % of calls, min " + minPerSecond + "/s";
  }
}
