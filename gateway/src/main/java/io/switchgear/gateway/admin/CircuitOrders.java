// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.admin;

import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.circuitbreaker.CircuitSnapshot;
import io.switchgear.config.policies.Circuits;
import io.switchgear.gateway.dependency.Operation;
import io.switchgear.gateway.key.KeyLabels;
import java.util.Optional;

/** Carries out what an operator orders. */
final class CircuitOrders {
  private final EventFeed feed;

  CircuitOrders(EventFeed feed) {
    this.feed = feed;
  }

  /** Returns the circuit of the key that the order concerns; empty for the whole operation. */
  Optional<CircuitSnapshot> carryOut(Action action, Operation operation, Order order)
      throws AdminException {
    if (action.needsReason() && order.directive().reason().isEmpty()) {
      throw AdminException.badRequest(
          "The member 'reason' is missing: those who look at the circuit later want to know why.");
    }
    if (order.key().isEmpty()) {
      feed.ordered(action, operation.name(), Optional.empty(), order.directive());
      action.apply(operation.circuits(), order.directive());
      return Optional.empty();
    }
    CircuitBreaker circuit = keyed(operation, order.key().get());
    feed.ordered(action, operation.name(), circuit.key(), order.directive());
    action.apply(circuit, order.directive());
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
