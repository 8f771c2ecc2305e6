// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.admin;

import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.circuitbreaker.CircuitState;
import io.switchgear.gateway.circuit.Circuits;
import io.switchgear.gateway.dependency.Dependency;

/** Carries out what an operator orders. */
final class CircuitOrders {

  void forceOpen(Dependency dependency, Order order) throws AdminException {
    if (order.directive().reason().isEmpty()) {
      throw AdminException.badRequest(
          "The member 'reason' is missing: those who look at the circuit later want to know why.");
    }
    if (order.key().isPresent()) {
      keyed(dependency, order.key().get()).forceOpen(order.directive());
    } else {
      dependency.circuits().forceOpen(order.directive());
    }
  }

  void reset(Dependency dependency, Order order) throws AdminException {
    Circuits circuits = dependency.circuits();
    if (order.key().isEmpty()) {
      circuits.reset(order.directive());
      return;
    }
    CircuitBreaker circuit = keyed(dependency, order.key().get());
    if (circuit.state() != CircuitState.CLOSED) {
      circuit.reset(order.directive());
    }
  }

  private static CircuitBreaker keyed(Dependency dependency, String keyOrLabel)
      throws AdminException {
    if (!dependency.circuits().isKeyed()) {
      throw AdminException.badRequest("The dependency has no keys: leave the member 'key' out.");
    }
    return dependency.circuits().forKey(dependency.labelOf(keyOrLabel));
  }
}
