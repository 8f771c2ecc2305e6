// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config.policies;

import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.circuitbreaker.CircuitBreakerConfig;
import io.switchgear.circuitbreaker.CircuitSnapshot;
import io.switchgear.circuitbreaker.CircuitState;
import io.switchgear.circuitbreaker.CircuitStats;
import io.switchgear.circuitbreaker.Directive;
import io.switchgear.circuitbreaker.TransitionListener;
import io.switchgear.core.KeyLimits;
import io.switchgear.core.Subscription;
import java.util.List;
import java.util.Optional;

/** A dependency without keys. */
final class SingleCircuit implements Circuits {
  private final CircuitBreaker circuit;

  SingleCircuit(CircuitBreaker circuit) {
    this.circuit = circuit;
  }

  @Override
  public boolean isKeyed() {
    return false;
  }

  @Override
  public CircuitBreaker forKey(String key) {
    return circuit;
  }

  @Override
  public Optional<CircuitBreaker> find(String key) {
    return Optional.empty();
  }

  @Override
  public CircuitSnapshot whole() {
    return circuit.snapshot();
  }

  @Override
  public List<CircuitSnapshot> keys() {
    return List.of();
  }

  @Override
  public CircuitStats stats() {
    return circuit.stats();
  }

  @Override
  public long falseTrips() {
    return circuit.falseTrips();
  }

  @Override
  public Subscription onTransition(TransitionListener listener) {
    return circuit.onTransition(listener);
  }

  @Override
  public void forceOpen(Directive directive) {
    circuit.forceOpen(directive);
  }

  @Override
  public void disable(Directive directive) {
    circuit.disable(directive);
  }

  @Override
  public void metricsOnly(Directive directive) {
    circuit.metricsOnly(directive);
  }

  @Override
  public void reset(Directive directive) {
    if (circuit.state() != CircuitState.CLOSED) {
      circuit.reset(directive);
    }
  }

  @Override
  public void reconfigure(CircuitBreakerConfig config, KeyLimits keys) {
    circuit.reconfigure(config);
  }

  @Override
  public void tick() {
    circuit.snapshot();
  }
}
