// SPDX-License-Identifier: Apache-2.0
package io.switchgear.core;

/**
 * What a finished call says about the health of the dependency that was called.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public enum Verdict {
  /** The dependency did what was asked. */
  SUCCESS,

  /** The dependency is unhealthy: it failed, timed out, or could not be reached. */
  FAILURE,

  /**
   * The result says nothing about the dependency's health: the caller's own error, a cancellation,
   * a replayed answer.
   */
  IGNORED,

  /** The dependency works and asks for less; what follows is the setting {@link Throttled}. */
  THROTTLED
}
