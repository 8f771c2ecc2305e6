// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import java.time.Duration;

/**
 * Probes while a circuit is open. It belongs to one open period: a probe that answers later finds
 * another generation and changes nothing.
 */
final class Probing {
  private final Circuit circuit;
  private final int generation;
  private final HealthProbe probe;
  private final Duration interval;

  /** Whether the latest probe of this open period threw something; probes follow one another. */
  private volatile boolean threw;

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
      report("has no timer", e);
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
      noteThatItWorks();
    } catch (RuntimeException | Error e) {
      threw = true;
      report("failed", e);
      schedule(interval, false);
    }
  }

  /** That of another key may work all the time. */
  private void noteThatItWorks() {
    if (threw) {
      threw = false;
      circuit.family().probeErrors().isOver();
    }
  }

  private void report(String what, Throwable error) {
    String message = "The health probe of circuit " + circuit.circuitName() + " " + what;
    circuit.family().probeErrors().log(message, error);
  }

  private void answered(boolean first, boolean healthy) {
    if (healthy) {
      circuit.endOpenEarly(generation, first);
    } else {
      schedule(interval, false);
    }
  }
}
