// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.switchgear.circuitbreaker.CircuitState;
import io.switchgear.circuitbreaker.CircuitStats;
import io.switchgear.config.policies.Circuits;
import io.switchgear.core.Verdict;
import io.switchgear.gateway.circuit.Token;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** The series of one dependency's circuits, all read from one set of numbers. */
final class CircuitMeters {
  static final String CIRCUIT = "circuit";

  private static final double NANOS_PER_SECOND = Duration.ofSeconds(1).toNanos();

  /** What an operator can order in any state. */
  private static final List<CircuitState> ORDERED =
      List.of(CircuitState.FORCED_OPEN, CircuitState.DISABLED, CircuitState.METRICS_ONLY);

  /** The transitions that can occur without an order. */
  private static final Map<CircuitState, List<CircuitState>> UNORDERED =
      Map.of(
          CircuitState.CLOSED,
          List.of(CircuitState.OPEN),
          CircuitState.OPEN,
          List.of(CircuitState.HALF_OPEN, CircuitState.CLOSED),
          CircuitState.HALF_OPEN,
          List.of(CircuitState.CLOSED, CircuitState.OPEN),
          CircuitState.FORCED_OPEN,
          List.of(CircuitState.CLOSED),
          CircuitState.DISABLED,
          List.of(CircuitState.CLOSED),
          CircuitState.METRICS_ONLY,
          List.of(CircuitState.CLOSED));

  private final Circuits circuits;
  private volatile CircuitStats stats;

  private CircuitMeters(Circuits circuits) {
    this.circuits = circuits;
    this.stats = circuits.stats();
  }

  static CircuitMeters register(MeterRegistry registry, String name, Circuits circuits) {
    CircuitMeters meters = new CircuitMeters(circuits);
    meters.registerTransitions(registry, name);
    meters.registerStates(registry, name);
    meters.registerCalls(registry, name);
    meters.registerFalseTrips(registry, name);
    return meters;
  }

  /** Reads the numbers anew, once for all series. */
  void refresh() {
    stats = circuits.stats();
  }

  private void registerTransitions(MeterRegistry registry, String name) {
    UNORDERED.forEach(
        (from, targets) ->
            Stream.concat(targets.stream(), ORDERED.stream())
                .forEach(to -> registerTransition(registry, name, from, to)));
  }

  private void registerTransition(
      MeterRegistry registry, String name, CircuitState from, CircuitState to) {
    counter("switchgear.circuit.transitions", now -> transitions(now, from, to))
        .description("Changes of a circuit's state")
        .tags(CIRCUIT, name, "from", Token.of(from), "to", Token.of(to))
        .register(registry);
  }

  private static double transitions(CircuitStats now, CircuitState from, CircuitState to) {
    return now.transitions().getOrDefault(from, Map.of()).getOrDefault(to, 0L);
  }

  private void registerStates(MeterRegistry registry, String name) {
    for (CircuitState state : CircuitState.values()) {
      Gauge.builder("switchgear.circuit.keys", this, self -> self.circuitsIn(state))
          .description("Circuits in each state: one for each known key")
          .tags(CIRCUIT, name, "state", Token.of(state))
          .register(registry);
      counter("switchgear.circuit.state", now -> secondsIn(now, state))
          .description("How long circuits were in each state, summed over all of them")
          .baseUnit("seconds")
          .tags(CIRCUIT, name, "state", Token.of(state))
          .register(registry);
    }
  }

  private double circuitsIn(CircuitState state) {
    return stats.circuits().getOrDefault(state, 0L);
  }

  private static double secondsIn(CircuitStats now, CircuitState state) {
    return now.timeInState().getOrDefault(state, Duration.ZERO).toNanos() / NANOS_PER_SECOND;
  }

  private void registerCalls(MeterRegistry registry, String name) {
    for (Verdict verdict : Verdict.values()) {
      registerVerdict(
          registry,
          name,
          Token.of(verdict),
          now -> now.calls().byVerdict().getOrDefault(verdict, 0L));
    }
    registerVerdict(registry, name, "rejected", now -> now.calls().rejected());
    registerVerdict(registry, name, "late", now -> now.calls().late());
  }

  private void registerVerdict(
      MeterRegistry registry, String name, String verdict, ToDoubleFunction<CircuitStats> count) {
    counter("switchgear.calls", count)
        .description("Calls by what they said about the dependency; late ones are counted twice")
        .tags(CIRCUIT, name, "verdict", verdict)
        .register(registry);
  }

  private void registerFalseTrips(MeterRegistry registry, String name) {
    FunctionCounter.builder("switchgear.false.trips", circuits, Circuits::falseTrips)
        .description("Trips after which the health probe passed at once")
        .tags(CIRCUIT, name)
        .register(registry);
  }

  private FunctionCounter.Builder<CircuitMeters> counter(
      String name, ToDoubleFunction<CircuitStats> count) {
    return FunctionCounter.builder(name, this, self -> count.applyAsDouble(self.stats));
  }
}
