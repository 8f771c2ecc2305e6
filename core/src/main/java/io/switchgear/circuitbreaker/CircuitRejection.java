// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import io.switchgear.core.Rejection;
import io.switchgear.core.RejectionReason;
import java.time.Duration;
import java.util.Optional;

/**
 * A refusal by a circuit. All calls refused for the same state get the same object; what is left of
 * the wait is computed when asked for.
 *
 * <p><b>Thread safety:</b> safe.
 */
public final class CircuitRejection implements Rejection, Admission, Answer {
  private final Circuit circuit;
  private final Rejecting phase;
  private final CircuitBreakerRejectedException exception;

  CircuitRejection(Circuit circuit, Rejecting phase) {
    this.circuit = circuit;
    this.phase = phase;
    this.exception = new CircuitBreakerRejectedException(this);
  }

  @Override
  public String name() {
    return circuit.circuitName();
  }

  @Override
  public Optional<String> key() {
    return circuit.keyText();
  }

  /**
   * The state that refused.
   *
   * @return the state; {@link CircuitState#CLOSED} when the dependency asked for a pause
   */
  public CircuitState state() {
    return phase.state();
  }

  @Override
  public RejectionReason reason() {
    return phase.reason(circuit.nowNanos());
  }

  @Override
  public Duration retryAfter() {
    return circuit.retryAfter(phase);
  }

  @Override
  public CircuitBreakerRejectedException toException() {
    return exception;
  }

  @Override
  public String toString() {
    String state =
        phase.state() == CircuitState.CLOSED
            ? "CLOSED but " + reason().token()
            : "" + phase.state();
    return name() + key().map(key -> "[" + key + "]").orElse("") + " is " + state;
  }
}
