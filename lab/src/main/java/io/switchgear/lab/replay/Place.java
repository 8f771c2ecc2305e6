// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.replay;

import io.switchgear.circuitbreaker.CircuitBreakerConfig;
import io.switchgear.config.DependencyConfig;
import java.time.Duration;
import java.util.Optional;

/**
 * The circuit that decides on a call, whatever the variant.
 *
 * @param dependency whose settings it has
 * @param operation which of the dependency's operations; negative for none
 * @param circuit the circuit
 */
record Place(DependencyConfig dependency, int operation, CircuitId circuit) {

  /** The settings of the circuit as the file has them. */
  CircuitBreakerConfig breaker() {
    return operation < 0 ? dependency.breaker() : dependency.operations().get(operation).breaker();
  }

  /** How long a call may take at most. */
  Duration timeout() {
    return operation < 0
        ? dependency.timeout().total()
        : dependency.operations().get(operation).timeout().total();
  }

  /** The name of a target's circuit for some of its calls. */
  static String name(String target, Optional<String> operation) {
    return operation.map(it -> target + "/" + it).orElse(target);
  }
}
