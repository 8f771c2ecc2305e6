// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/**
 * How many circuits are in each state and how long they have been, as an integral: each change
 * first adds the time since the last change, times the number of circuits, to each state. Not
 * thread-safe; the log guards it.
 */
final class Census {
  private static final CircuitState[] STATES = CircuitState.values();

  private final long[] circuits = new long[STATES.length];
  private final long[] timeNanos = new long[STATES.length];
  private final long[][] transitions = new long[STATES.length][STATES.length];
  private long lastNanos;

  Census(long nowNanos) {
    this.lastNanos = nowNanos;
  }

  /** So many circuits more are in a state; fewer, when negative. */
  void add(CircuitState state, int number, long nowNanos) {
    integrate(nowNanos);
    circuits[state.ordinal()] += number;
  }

  void count(CircuitState from, CircuitState to) {
    transitions[from.ordinal()][to.ordinal()]++;
  }

  Map<CircuitState, Long> circuits() {
    Map<CircuitState, Long> map = new EnumMap<>(CircuitState.class);
    for (CircuitState state : STATES) {
      map.put(state, circuits[state.ordinal()]);
    }
    return Map.copyOf(map);
  }

  Map<CircuitState, Duration> timeInState(long nowNanos) {
    integrate(nowNanos);
    Map<CircuitState, Duration> map = new EnumMap<>(CircuitState.class);
    for (CircuitState state : STATES) {
      map.put(state, Duration.ofNanos(timeNanos[state.ordinal()]));
    }
    return Map.copyOf(map);
  }

  Map<CircuitState, Map<CircuitState, Long>> transitions() {
    Map<CircuitState, Map<CircuitState, Long>> map = new EnumMap<>(CircuitState.class);
    for (CircuitState from : STATES) {
      Map<CircuitState, Long> row = new EnumMap<>(CircuitState.class);
      for (CircuitState to : STATES) {
        if (transitions[from.ordinal()][to.ordinal()] > 0) {
          row.put(to, transitions[from.ordinal()][to.ordinal()]);
        }
      }
      if (!row.isEmpty()) {
        map.put(from, Map.copyOf(row));
      }
    }
    return Map.copyOf(map);
  }

  /** Time that was already counted isn't counted again when a transition is dated back. */
  private void integrate(long nowNanos) {
    long elapsed = Math.max(0, nowNanos - lastNanos);
    lastNanos += elapsed;
    for (int i = 0; i < circuits.length; i++) {
      timeNanos[i] += elapsed * circuits[i];
    }
  }
}
