// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.proxy;

import io.switchgear.bulkhead.BulkheadPermit;
import io.switchgear.circuitbreaker.Admission;
import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.circuitbreaker.CircuitRejection;
import io.switchgear.circuitbreaker.CircuitState;
import io.switchgear.circuitbreaker.Permit;
import io.switchgear.core.Assessment;
import org.jspecify.annotations.Nullable;

/**
 * The right to make one call: the circuit's permit and, once there is one, the place in the
 * bulkhead. Both are given back exactly once, whatever happens.
 */
final class CallPermit {
  private final CircuitBreaker circuit;
  private Permit permit;
  private @Nullable BulkheadPermit place;

  CallPermit(CircuitBreaker circuit, Permit permit) {
    this.circuit = circuit;
    this.permit = permit;
  }

  void place(BulkheadPermit taken) {
    place = taken;
  }

  /**
   * Asks the circuit again after a wait: a call that was admitted before the circuit opened and
   * that hasn't begun must not reach the dependency any more.
   *
   * @return why not; null when it is still admitted
   */
  @Nullable CircuitRejection renew() {
    if (circuit.state() == CircuitState.CLOSED) {
      return null;
    }
    permit.release();
    Admission admission = circuit.admit();
    if (admission instanceof Permit renewed) {
      permit = renewed;
      return null;
    }
    return (CircuitRejection) admission;
  }

  /** The call's result is known; the first result counts. */
  void settle(Assessment assessment) {
    permit.settle(assessment);
  }

  /** The call has ended; without a result it says nothing about the dependency. */
  void end() {
    permit.release();
    if (place != null) {
      place.release();
    }
  }
}
