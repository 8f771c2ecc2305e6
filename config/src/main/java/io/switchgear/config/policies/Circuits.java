// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config.policies;

import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.circuitbreaker.CircuitBreakerConfig;
import io.switchgear.circuitbreaker.CircuitSnapshot;
import io.switchgear.circuitbreaker.CircuitStats;
import io.switchgear.circuitbreaker.Directive;
import io.switchgear.circuitbreaker.TransitionListener;
import io.switchgear.core.KeyLimits;
import io.switchgear.core.Subscription;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The circuits of one dependency: one for each key, or a single one.
 *
 * <p><b>Thread safety:</b> safe.
 */
public sealed interface Circuits permits SingleCircuit, KeyedCircuits {

  /**
   * Makes the circuits of a dependency.
   *
   * @param config their settings
   * @param keys how many keys are remembered; null when all calls share one circuit
   * @return closed circuits
   */
  static Circuits of(CircuitBreakerConfig config, @Nullable KeyLimits keys) {
    return keys == null ? new SingleCircuit(config.build()) : new KeyedCircuits(config.keyed(keys));
  }

  /**
   * Whether each key has its own circuit.
   *
   * @return false when all calls share one
   */
  boolean isKeyed();

  /**
   * The circuit that decides on a call.
   *
   * @param key the label of the call's key; without meaning when there are no keys
   * @return the circuit
   */
  CircuitBreaker forKey(String key);

  /**
   * The circuit of a key that is known.
   *
   * @param key the key's label
   * @return the circuit; empty when there is none, or when there are no keys
   */
  Optional<CircuitBreaker> find(String key);

  /**
   * The dependency as a whole.
   *
   * @return the single circuit; with keys, whether an operator forced all of them open
   */
  CircuitSnapshot whole();

  /**
   * The circuits of the keys.
   *
   * @return one for each known key, in no order; none when there are no keys
   */
  List<CircuitSnapshot> keys();

  /**
   * Numbers of all circuits of the dependency together.
   *
   * @return the numbers
   */
  CircuitStats stats();

  /**
   * How many trips are suspected to have been wrong: the health probe right after them passed.
   *
   * @return the number, of all circuits together
   */
  long falseTrips();

  /**
   * Has a listener told of each further transition.
   *
   * @param listener the listener
   * @return a handle that removes it
   */
  Subscription onTransition(TransitionListener listener);

  /**
   * Rejects every call to the dependency.
   *
   * @param directive who orders it, why, for how long
   */
  void forceOpen(Directive directive);

  /**
   * Admits every call to the dependency and looks at no result.
   *
   * @param directive who orders it, why, for how long
   */
  void disable(Directive directive);

  /**
   * Admits every call to the dependency and only shows what the circuits would do.
   *
   * @param directive who orders it, why, for how long
   */
  void metricsOnly(Directive directive);

  /**
   * Closes all circuits of the dependency.
   *
   * @param directive who orders it and why
   */
  void reset(Directive directive);

  /**
   * Changes the settings while calls run; states and what they rest on stay.
   *
   * @param config the new settings
   * @param keys how many keys are remembered; without meaning when there are none
   */
  void reconfigure(CircuitBreakerConfig config, KeyLimits keys);

  /** Takes the transitions that time alone has caused. */
  void tick();
}
