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
    /** Enough trial calls passed: the circuit closed. */
    TRIALS_PASSED,
    /** A trial call failed: the circuit opened again. */
    TRIAL_FAILED,
    /** A trial call outlived its time limit: the circuit opened again. */
    TRIAL_TIMED_OUT,
    /** An operator opened the circuit. */
    FORCED,
    /** The time ended for which an operator had opened the circuit. */
    FORCED_TIME_OVER,
    /** An operator reset the circuit. */
    RESET
  }
}
