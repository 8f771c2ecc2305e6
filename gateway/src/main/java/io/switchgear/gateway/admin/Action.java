// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.admin;

import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.circuitbreaker.CircuitState;
import io.switchgear.circuitbreaker.Directive;
import io.switchgear.config.policies.Circuits;
import io.switchgear.gateway.circuit.Token;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.BiConsumer;

/** What an operator can do to circuits; the path of an order ends in its name. */
enum Action {
  FORCE_OPEN(Circuits::forceOpen, CircuitBreaker::forceOpen),
  DISABLE(Circuits::disable, CircuitBreaker::disable),
  METRICS_ONLY(Circuits::metricsOnly, CircuitBreaker::metricsOnly),
  RESET(Circuits::reset, Action::close);

  private final BiConsumer<Circuits, Directive> toAll;
  private final BiConsumer<CircuitBreaker, Directive> toOne;

  Action(BiConsumer<Circuits, Directive> toAll, BiConsumer<CircuitBreaker, Directive> toOne) {
    this.toAll = toAll;
    this.toOne = toOne;
  }

  static Optional<Action> of(String token) {
    return Arrays.stream(values()).filter(action -> action.token().equals(token)).findFirst();
  }

  private static void close(CircuitBreaker circuit, Directive directive) {
    if (circuit.state() != CircuitState.CLOSED) {
      circuit.reset(directive);
    }
  }

  String token() {
    return Token.of(this);
  }

  /** Whether those who look at the circuit later want to know why. */
  boolean needsReason() {
    return this != RESET;
  }

  void apply(Circuits circuits, Directive directive) {
    toAll.accept(circuits, directive);
  }

  void apply(CircuitBreaker circuit, Directive directive) {
    toOne.accept(circuit, directive);
  }
}
