// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.replay;

import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.circuitbreaker.CircuitBreakerConfig;
import io.switchgear.circuitbreaker.CircuitBreakerRejectedException;
import io.switchgear.circuitbreaker.CircuitState;
import io.switchgear.circuitbreaker.KeyedCircuitBreaker;
import io.switchgear.circuitbreaker.Transition;
import io.switchgear.core.Assessment;
import io.switchgear.core.CallOptions;
import io.switchgear.core.RandomSource;
import io.switchgear.core.TimeSource;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The circuits of one variant, and what they did. */
final class Lane {
  /** All further circuits have their numbers together. */
  static final int MAX_ACCOUNTS = 10_000;

  private static final CircuitId FURTHER = new CircuitId("(all further circuits)", "");

  private final Variant variant;
  private final TimeSource time;
  private final long splitNanos;
  private final BiConsumer<CircuitAccount, Trip> onTrip;
  private final RandomSource random = RandomSource.seeded(1);
  private final Map<String, Circuits> circuits = new HashMap<>();
  private final Map<CircuitId, CircuitAccount> accounts = new LinkedHashMap<>();

  /** The circuits of a variant; the time when the first part of the log ends is the split. */
  Lane(Variant variant, TimeSource time, long splitNanos, BiConsumer<CircuitAccount, Trip> onTrip) {
    this.variant = variant;
    this.time = time;
    this.splitNanos = splitNanos;
    this.onTrip = onTrip;
  }

  /** Asks the circuit for a call that really ended in a way; null when it rejects it. */
  @Nullable Passage enter(Place place, Assessment really) {
    CircuitAccount account = account(place.circuit());
    CircuitBreaker circuit =
        circuits
            .computeIfAbsent(place.circuit().name(), name -> newCircuits(name, place))
            .of(place.circuit().key());
    if (account.calls().total() == 0) {
      account.coolDown(variant.change().apply(place.breaker()).coolDown().first());
    }
    account.call(really, time.nanoTime());
    try {
      long ticket = circuit.enter(CallOptions.none());
      boolean trial = account.isTripped() && circuit.state() == CircuitState.HALF_OPEN;
      if (trial) {
        account.trial(really);
      }
      return new Passage(circuit, ticket);
    } catch (CircuitBreakerRejectedException e) {
      account.rejected(really, time.nanoTime() < splitNanos);
      return null;
    }
  }

  private Circuits newCircuits(String name, Place place) {
    CircuitBreakerConfig config =
        variant.change().apply(place.breaker()).name(name).time(time).random(random);
    if (place.circuit().key().isEmpty()) {
      CircuitBreaker circuit = config.build();
      circuit.onTransition(this::moved);
      return key -> circuit;
    }
    KeyedCircuitBreaker<String> keyed = config.keyed(place.dependency().keyLimits());
    keyed.onTransition(this::moved);
    return keyed::forKey;
  }

  private void moved(Transition transition) {
    account(new CircuitId(transition.circuit(), transition.key().orElse(""))).moved(transition);
  }

  private CircuitAccount account(CircuitId id) {
    CircuitAccount known = accounts.get(id);
    if (known != null) {
      return known;
    }
    CircuitId counted = accounts.size() < MAX_ACCOUNTS ? id : FURTHER;
    return accounts.computeIfAbsent(counted, it -> new CircuitAccount(it, onTrip));
  }

  /** Begins anew with closed circuits that have seen nothing. */
  void begin(Instant now) {
    end(now);
    circuits.clear();
  }

  void end(Instant now) {
    accounts.values().forEach(account -> account.end(now));
  }

  Variant variant() {
    return variant;
  }

  Collection<CircuitAccount> accounts() {
    return accounts.values();
  }

  /** The circuits of one name. */
  private interface Circuits {
    CircuitBreaker of(String key);
  }

  /**
   * A call that a circuit has admitted.
   *
   * @param circuit the circuit
   * @param ticket what it knows the call by
   */
  record Passage(CircuitBreaker circuit, long ticket) {
    void end(Assessment assessment) {
      circuit.exit(ticket, assessment);
    }
  }
}
