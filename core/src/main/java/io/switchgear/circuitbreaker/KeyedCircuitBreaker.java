// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import io.switchgear.core.KeyLimits;
import io.switchgear.core.Subscription;
import io.switchgear.core.internal.KeyedStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * One circuit breaker for each key: a tenant, an API key, a phone number. One key's trouble doesn't
 * touch the others.
 *
 * <p>An order for the whole family ({@link #forceOpen}) comes before each key's own state, which
 * goes on underneath.
 *
 * <p><b>Thread safety:</b> safe. <b>Blocking:</b> never; making a breaker for a new key takes a
 * short internal lock.
 *
 * @param <K> the keys
 */
public final class KeyedCircuitBreaker<K> {
  private final Family family;
  private final CircuitBreaker whole;
  private final CircuitBreaker overflow;
  private final Store store;

  KeyedCircuitBreaker(CircuitBreakerConfig config, KeyLimits limits) {
    this.family = new Family(config, this);
    this.whole = new CircuitBreaker(family, null);
    this.overflow = new CircuitBreaker(family, SharedKey.ALL_FURTHER_KEYS);
    this.store = new Store(limits);
  }

  /**
   * The breaker of a key, made when the key is new. When there is no room for a new key, and none
   * that may be forgotten, all such keys share one breaker.
   *
   * @param key the key
   * @return its breaker; hold it for one call rather than for long, since an idle one is forgotten
   */
  public CircuitBreaker forKey(K key) {
    return store.get(Objects.requireNonNull(key, "key"));
  }

  /**
   * The breaker of a key if the key is known; asking isn't a use of it.
   *
   * @param key the key
   * @return its breaker, if it has one
   */
  public Optional<CircuitBreaker> find(K key) {
    return Optional.ofNullable(store.peek(Objects.requireNonNull(key, "key")));
  }

  /**
   * The name of the family.
   *
   * @return the name
   */
  public String name() {
    return family.config().name();
  }

  /**
   * The settings that all breakers of the family have.
   *
   * @return the settings
   */
  public CircuitBreakerConfig config() {
    return family.config();
  }

  /**
   * How many keys have a breaker.
   *
   * @return the number
   */
  public int size() {
    return store.size();
  }

  /**
   * The family as a whole: forced open by an operator or not.
   *
   * @return its snapshot, without a key; {@link CircuitState#CLOSED} unless it is forced open
   */
  public CircuitSnapshot snapshot() {
    return whole.snapshot();
  }

  /**
   * All breakers of the family at this moment; breakers that come or go meanwhile may be missing.
   *
   * @return their snapshots, in no order
   */
  public List<CircuitSnapshot> snapshots() {
    List<CircuitSnapshot> snapshots = new ArrayList<>();
    store.forEach((key, circuit) -> snapshots.add(circuit.snapshot()));
    if (overflow.ownState() != CircuitState.CLOSED) {
      snapshots.add(overflow.snapshot());
    }
    return snapshots;
  }

  /**
   * Numbers of all breakers of the family together, those of forgotten keys included.
   *
   * @return the numbers
   */
  public CircuitStats stats() {
    return family.stats();
  }

  /**
   * How many trips are suspected to have been wrong: the health probe right after them passed.
   *
   * @return the number since the breaker was made; 0 without a health probe
   */
  public long falseTrips() {
    return family.counters().falseTrips();
  }

  /**
   * The latest transitions of all keys, at most 256, oldest first.
   *
   * @return the log's end
   */
  public List<Transition> recentTransitions() {
    return family.log().recent();
  }

  /**
   * Has a listener told of each further transition of any key.
   *
   * @param listener the listener
   * @return a handle that removes it
   */
  public Subscription onTransition(TransitionListener listener) {
    return family.log().subscribe(listener);
  }

  /**
   * Changes the settings while calls run. Name and time stay as they are. The state stays, and so
   * does what each circuit has seen, as far as it means something to the new rules: the latest
   * results when a window changes its size, failures in a row, calls that run. A cool-down that has
   * begun ends as it would have; trial calls are counted by the new settings at once.
   *
   * @param settings the new settings
   */
  public void reconfigure(CircuitBreakerConfig settings) {
    family.reconfigure(settings);
  }

  /**
   * Changes how many keys are remembered, and for how long. Above a smaller number, keys stay until
   * they are idle or new ones take their places.
   *
   * @param limits the new limits
   */
  public void limitKeys(KeyLimits limits) {
    store.limits(Objects.requireNonNull(limits, "limits"));
  }

  /**
   * Rejects every call of every key until a {@link #reset} or until the time of the order is over.
   *
   * @param directive who orders it, why, for how long
   */
  public void forceOpen(Directive directive) {
    whole.forceOpen(directive);
  }

  /**
   * Admits every call of every key and looks at no result until a {@link #reset} or until the time
   * of the order is over.
   *
   * @param directive who orders it, why, for how long
   */
  public void disable(Directive directive) {
    whole.disable(directive);
  }

  /**
   * Admits every call of every key, while the circuits of the keys go on as if they could reject,
   * until a {@link #reset} or until the time of the order is over.
   *
   * @param directive who orders it, why, for how long
   */
  public void metricsOnly(Directive directive) {
    whole.metricsOnly(directive);
  }

  /**
   * Ends an order for the whole family, closes the circuits of all keys and forgets what they have
   * seen.
   *
   * @param directive who orders it and why
   */
  public void reset(Directive directive) {
    Objects.requireNonNull(directive, "directive");
    closeAndForget(whole, directive);
    closeAndForget(overflow, directive);
    store.forEach((key, circuit) -> closeAndForget(circuit, directive));
  }

  /** A closed circuit forgets without a transition: there may be millions of them. */
  private static void closeAndForget(CircuitBreaker circuit, Directive directive) {
    if (circuit.ownState() == CircuitState.CLOSED) {
      circuit.forget();
    } else {
      circuit.reset(directive);
    }
  }

  /**
   * Takes the transitions that time alone has caused and forgets idle keys. Calls do the same as
   * they come; for keys without calls, whoever wants events and metrics in time calls this
   * regularly.
   */
  public void tick() {
    whole.snapshot();
    overflow.snapshot();
    store.forEach((key, circuit) -> circuit.snapshot());
    store.sweepIfDue();
  }

  CircuitBreaker whole() {
    return whole;
  }

  boolean isStandIn(Circuit circuit) {
    return circuit == whole || circuit == overflow;
  }

  void retain(CircuitBreaker circuit) {
    store.retain(circuit);
  }

  /** The key of the breaker that all keys share for which there is no room. */
  private enum SharedKey {
    ALL_FURTHER_KEYS;

    @Override
    public String toString() {
      return "(all further keys)";
    }
  }

  private final class Store extends KeyedStore<K, CircuitBreaker> {
    Store(KeyLimits limits) {
      super(limits, family.time());
    }

    @SuppressWarnings("unchecked") // A keyed breaker's key came in through create(K).
    void retain(CircuitBreaker circuit) {
      Object key = circuit.rawKey();
      if (key != null && circuit != overflow) {
        retain((K) key, circuit);
      }
    }

    @Override
    protected CircuitBreaker create(K key) {
      return new CircuitBreaker(family, key);
    }

    @Override
    protected CircuitBreaker overflow() {
      return overflow;
    }

    @Override
    protected void touch(CircuitBreaker circuit) {
      circuit.touch();
    }

    @Override
    protected boolean clearTouch(CircuitBreaker circuit) {
      return circuit.clearTouch();
    }

    @Override
    protected boolean isForgettable(CircuitBreaker circuit) {
      return circuit.isForgettable();
    }

    @Override
    protected void remembered(CircuitBreaker circuit) {
      family.log().enter(circuit);
    }

    @Override
    protected void forgotten(CircuitBreaker circuit) {
      family.log().leave(circuit);
    }
  }
}
