// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

/**
 * Why a circuit changed its state.
 *
 * <p><b>Thread safety:</b> immutable.
 *
 * @param kind the kind of cause, for programs
 * @param detail the numbers or the words that decided it, for people
 */
public record TransitionCause(Kind kind, String detail) {

  static TransitionCause of(Kind kind, String detail) {
    return new TransitionCause(kind, detail);
  }

  @Override
  public String toString() {
    return detail;
  }

  /** The kinds of cause. */
  public enum Kind {
    /** A trip rule opened the circuit. */
    TRIP_RULE,
    /** The cool-down ended, trial calls may begin. */
    COOL_DOWN_OVER,
    /** A health probe passed while the circuit was open: trial calls may begin. */
    PROBE_PASSED,
    /** The health probe right after the trip passed: the trip is suspected to have been wrong. */
    SUSPECTED_FALSE_TRIP,
    /** Enough trial calls passed: the circuit closed. */
    TRIALS_PASSED,
    /** A trial call failed: the circuit opened again. */
    TRIAL_FAILED,
    /** A trial call outlived its time limit: the circuit opened again. */
    TRIAL_TIMED_OUT,
    /** An operator opened the circuit. */
    FORCED,
    /** An operator disabled the circuit. */
    DISABLED,
    /** An operator had the circuit only watch, or it would have changed its state while it did. */
    METRICS_ONLY,
    /** The time of an operator's order ended: the circuit closed. */
    ORDER_OVER,
    /** An operator reset the circuit. */
    RESET,
    /** An outside authority restricted the circuit, or ended its restriction. */
    OUTSIDE,
    /** The time that an outside authority had named was over. */
    OUTSIDE_OVER
  }
}
