// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.admin;

import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.circuitbreaker.CircuitSnapshot;
import io.switchgear.circuitbreaker.CircuitState;
import io.switchgear.gateway.circuit.Circuits;
import io.switchgear.gateway.dependency.Operation;
import io.switchgear.gateway.key.KeyLabels;
import java.util.Optional;

/** Carries out what an operator orders. */
final class CircuitOrders {

  /** Returns the circuit of the key that the order concerns; empty for the whole operation. */
  Optional<CircuitSnapshot> forceOpen(Operation operation, Order order) throws AdminException {
    if (order.directive().reason().isEmpty()) {
      throw AdminException.badRequest(
          "The member 'reason' is missing: those who look at the circuit later want to know why.");
    }
    if (order.key().isEmpty()) {
      operation.circuits().forceOpen(order.directive());
      return Optional.empty();
    }
    CircuitBreaker circuit = keyed(operation, order.key().get());
    circuit.forceOpen(order.directive());
    return Optional.of(circuit.snapshot());
  }

  /** Returns the circuit of the key that the order concerns; empty for the whole operation. */
  Optional<CircuitSnapshot> reset(Operation operation, Order order) throws AdminException {
    if (order.key().isEmpty()) {
      operation.circuits().reset(order.directive());
      return Optional.empty();
    }
    CircuitBreaker circuit = keyed(operation, order.key().get());
    if (circuit.state() != CircuitState.CLOSED) {
      circuit.reset(order.directive());
    }
    return Optional.of(circuit.snapshot());
  }

  private static CircuitBreaker keyed(Operation operation, String keyOrLabel)
      throws AdminException {
    Circuits circuits = operation.circuits();
    if (!circuits.isKeyed()) {
      throw AdminException.badRequest("The dependency has no keys: leave the member 'key' out.");
    }
    String label = operation.labelOf(keyOrLabel);
    if (KeyLabels.isLabel(keyOrLabel) && circuits.find(label).isEmpty()) {
      // Taken for a raw key, it would make a circuit that no call ever meets.
      throw new AdminException(
          404,
          "Unknown key",
          "No known key has this label; labels change at each start of the gateway. GET"
              + " /api/v1/circuits/"
              + operation.name()
              + "/keys lists those that there are.");
    }
    return circuits.forKey(label);
  }
}
