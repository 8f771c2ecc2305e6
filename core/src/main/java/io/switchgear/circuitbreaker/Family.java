// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import io.switchgear.core.TimeSource;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What all circuits made from one set of settings share. */
final class Family {
  private volatile CircuitBreakerConfig config;

  /** Whether a closed circuit admits its calls without looking any further. */
  private volatile boolean admitsPlainly;

  private final TimeSource time;
  private final CallCounters counters;
  private final TransitionLog log;
  private final RepeatedError probeErrors = new RepeatedError();
  private final RepeatedError keyErrors = new RepeatedError();

  /** The phase of every circuit that has seen nothing worth remembering. */
  private final Closed pristine;

  private final @Nullable KeyedCircuitBreaker<?> keyed;

  Family(CircuitBreakerConfig config, @Nullable KeyedCircuitBreaker<?> keyed) {
    this.config = config;
    this.admitsPlainly = keyed == null && config.admitsPlainly();
    this.time = config.time();
    this.counters = new CallCounters(config.countsCalls());
    this.log = new TransitionLog(time);
    this.pristine = new Closed(time.nanoTime());
    this.keyed = keyed;
  }

  CircuitBreakerConfig config() {
    return config;
  }

  /** Changes the settings of all circuits; name and time stay. */
  void reconfigure(CircuitBreakerConfig settings) {
    config = Objects.requireNonNull(settings, "settings").name(config.name()).time(time);
    admitsPlainly = keyed == null && settings.admitsPlainly();
    counters.count(settings.countsCalls());
  }

  boolean admitsPlainly() {
    return admitsPlainly;
  }

  TimeSource time() {
    return time;
  }

  CallCounters counters() {
    return counters;
  }

  Closed pristine() {
    return pristine;
  }

  TransitionLog log() {
    return log;
  }

  RepeatedError probeErrors() {
    return probeErrors;
  }

  CircuitStats stats() {
    return log.stats(counters);
  }

  /** The circuit that stands for all keys; null for a breaker without keys. */
  @Nullable CircuitBreaker whole() {
    return keyed == null ? null : keyed.whole();
  }

  /** Whether a circuit stands for several keys and so counts only while it isn't closed. */
  boolean isStandIn(Circuit circuit) {
    return keyed != null && keyed.isStandIn(circuit);
  }

  /** A key that is broken by now must not stop a transition. */
  void retain(Circuit circuit) {
    if (keyed != null && circuit instanceof CircuitBreaker breaker) {
      try {
        keyed.retain(breaker);
      } catch (RuntimeException | Error e) {
        keyErrors.log(config().name() + ": a key can't be looked up any more", e);
      }
    }
  }
}
