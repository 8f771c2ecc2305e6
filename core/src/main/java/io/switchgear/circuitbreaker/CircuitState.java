// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

/**
 * The state of a circuit.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public enum CircuitState {
  /** Calls are admitted and their results watched. */
  CLOSED,

  /** Calls are rejected until the cool-down is over. */
  OPEN,

  /** A few trial calls are admitted; their results decide. */
  HALF_OPEN,

  /** An operator has every call rejected. */
  FORCED_OPEN,

  /** An operator has every call admitted; results aren't looked at. */
  DISABLED,

  /**
   * An operator has every call admitted; the log tells when the circuit would have changed its
   * state.
   */
  METRICS_ONLY
}
