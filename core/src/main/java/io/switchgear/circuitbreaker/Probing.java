// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import java.time.Duration;

/**
 * Probes while a circuit is open. It belongs to one open period: a probe that answers later finds
 * another generation and changes nothing.
 */
final class Probing {
  private static final System.Logger LOGGER = System.getLogger(CircuitBreaker.class.getName());

  private final Circuit circuit;
  private final int generation;
  private final HealthProbe probe;
  private final Duration interval;

  Probing(Circuit circuit, int generation, HealthProbe probe, Duration interval) {
    this.circuit = circuit;
    this.generation = generation;
    this.probe = probe;
    this.interval = interval;
  }

  /** The first probe comes at once: should it pass, the trip itself was probably wrong. */
  void begin() {
    schedule(Duration.ZERO, true);
  }

  /** A time source that takes no timers costs the probe; the call that trips must not notice. */
  private void schedule(Duration delay, boolean first) {
    try {
      var unused = circuit.family().time().schedule(delay, () -> probe(first));
    } catch (RuntimeException | Error e) {
      LOGGER.log(System.Logger.Level.ERROR, "A circuit's health probe has no timer", e);
    }
  }

  private void probe(boolean first) {
    if (!circuit.isOpenSince(generation)) {
      return;
    }
    try {
      probe
          .isHealthy(circuit.keyText())
          .whenComplete((healthy, error) -> answered(first, Boolean.TRUE.equals(healthy)));
    } catch (RuntimeException | Error e) {
      LOGGER.log(System.Logger.Level.ERROR, "The health probe of a circuit failed", e);
      schedule(interval, false);
    }
  }

  private void answered(boolean first, boolean healthy) {
    if (healthy) {
      circuit.endOpenEarly(generation, first);
    } else {
      schedule(interval, false);
    }
  }
}
