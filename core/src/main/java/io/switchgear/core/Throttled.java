// SPDX-License-Identifier: Apache-2.0
package io.switchgear.core;

/**
 * What a policy does with a {@link Verdict#THROTTLED} result.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public enum Throttled {
  /**
   * Calls are held back until the time that the dependency named (its retry-after). Without such a
   * time only a {@linkplain Assessment#hold() hold} holds anything back. The result is no failure.
   * This is the default.
   */
  PACE,

  /** As {@link #PACE}, but each such result is taken for a {@linkplain Assessment#hold() hold}. */
  HOLD,

  /** The result counts as a failure, also when it is a hold. */
  TRIP,

  /** The result counts as nothing at all, also when it is a hold. */
  IGNORE
}
