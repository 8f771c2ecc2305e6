// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

/**
 * Told of each transition, in the order of the log, one at a time, on a thread that caused one.
 * What it throws is logged and has no effect on the circuit. It should be quick: a slow listener
 * delays the others and, beyond 1,024 transitions that wait, loses the oldest.
 */
@FunctionalInterface
public interface TransitionListener {
  /**
   * A circuit changed its state.
   *
   * @param transition what happened
   */
  void onTransition(Transition transition);
}
