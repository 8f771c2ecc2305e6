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
   * time nothing is held back. The result is no failure. This is the default.
   */
  PACE,

  /** The result counts as a failure. */
  TRIP,

  /** The result counts as nothing at all. */
  IGNORE
}
