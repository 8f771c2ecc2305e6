// SPDX-License-Identifier: Apache-2.0
package io.switchgear.retry;

/**
 * Why no further attempt follows.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public enum RetryEnd {
  /** The attempt succeeded. */
  SUCCEEDED,

  /**
   * Another attempt would end the same way: the result says so, or it says nothing about the
   * dependency.
   */
  NOT_RETRYABLE,

  /**
   * One of our own policies refused the attempt, or would refuse the next one, and such refusals
   * aren't retried.
   */
  REJECTED,

  /** The dependency wants no call for hours, or until a person has helped. */
  HELD,

  /** The call isn't idempotent, and nobody knows what the failed attempt has done. */
  NOT_IDEMPOTENT,

  /** As many attempts were made as may be. */
  ATTEMPTS_USED_UP,

  /** The dependency asked for a longer wait than is allowed. */
  WAIT_TOO_LONG,

  /** The wait wouldn't leave any time before the caller's deadline. */
  DEADLINE,

  /** The budget for retries is used up. */
  BUDGET_USED_UP
}
