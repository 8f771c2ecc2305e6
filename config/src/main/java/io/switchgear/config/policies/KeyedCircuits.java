// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config.policies;

import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.circuitbreaker.CircuitBreakerConfig;
import io.switchgear.circuitbreaker.CircuitSnapshot;
import io.switchgear.circuitbreaker.CircuitStats;
import io.switchgear.circuitbreaker.Directive;
import io.switchgear.circuitbreaker.KeyedCircuitBreaker;
import io.switchgear.circuitbreaker.TransitionListener;
import io.switchgear.core.KeyLimits;
import io.switchgear.core.Subscription;
import java.util.List;
import java.util.Optional;

/** A dependency with a circuit for each key; the keys are labels. */
final class KeyedCircuits implements Circuits {
  private final KeyedCircuitBreaker<String> circuits;

  KeyedCircuits(KeyedCircuitBreaker<String> circuits) {
    this.circuits = circuits;
  }

  @Override
  public boolean isKeyed() {
    return true;
  }

  @Override
  public CircuitBreaker forKey(String key) {
    return circuits.forKey(key);
  }

  @Override
  public Optional<CircuitBreaker> find(String key) {
    return circuits.find(key);
  }

  @Override
  public CircuitSnapshot whole() {
    return circuits.snapshot();
  }

  @Override
  public List<CircuitSnapshot> keys() {
    return circuits.snapshots();
  }

  @Override
  public CircuitStats stats() {
    return circuits.stats();
  }

  @Override
  public long falseTrips() {
    return circuits.falseTrips();
  }

  @Override
  public Subscription onTransition(TransitionListener listener) {
    return circuits.onTransition(listener);
  }

  @Override
  public void forceOpen(Directive directive) {
    circuits.forceOpen(directive);
  }

  @Override
  public void disable(Directive directive) {
    circuits.disable(directive);
  }

  @Override
  public void metricsOnly(Directive directive) {
    circuits.metricsOnly(directive);
  }

  @Override
  public void reset(Directive directive) {
    circuits.reset(directive);
  }

  @Override
  public void reconfigure(CircuitBreakerConfig config, KeyLimits keys) {
    circuits.reconfigure(config);
    circuits.limitKeys(keys);
  }

  @Override
  public void tick() {
    circuits.tick();
  }
}
