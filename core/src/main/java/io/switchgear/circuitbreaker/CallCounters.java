// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import io.switchgear.core.Verdict;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * Striped counters of calls and permits; one set for a breaker or a whole family of them. While
 * counting is off only suspected false trips are counted.
 */
final class CallCounters {
  private static final Verdict[] VERDICTS = Verdict.values();

  private final LongAdder[] settled = new LongAdder[VERDICTS.length];
  private final LongAdder successes;
  private final LongAdder released = new LongAdder();
  private final LongAdder expired = new LongAdder();
  private final LongAdder rejected = new LongAdder();
  private final LongAdder late = new LongAdder();
  private final LongAdder falseTrips = new LongAdder();
  private volatile boolean counting;

  CallCounters(boolean counting) {
    this.counting = counting;
    for (int i = 0; i < settled.length; i++) {
      settled[i] = new LongAdder();
    }
    successes = settled[Verdict.SUCCESS.ordinal()];
  }

  void count(boolean on) {
    counting = on;
  }

  void settled(Verdict verdict) {
    increment(settled[verdict.ordinal()]);
  }

  /** As {@code settled(SUCCESS)}, for the healthy call. */
  void succeeded() {
    increment(successes);
  }

  void released() {
    increment(released);
  }

  void expired(int permits) {
    if (counting && permits > 0) {
      expired.add(permits);
    }
  }

  void rejected() {
    increment(rejected);
  }

  void late() {
    increment(late);
  }

  private void increment(LongAdder adder) {
    if (counting) {
      adder.increment();
    }
  }

  void falseTrip() {
    falseTrips.increment();
  }

  long falseTrips() {
    return falseTrips.sum();
  }

  CircuitStats.Calls calls() {
    Map<Verdict, Long> byVerdict = new EnumMap<>(Verdict.class);
    for (Verdict verdict : VERDICTS) {
      byVerdict.put(verdict, settled[verdict.ordinal()].sum());
    }
    return new CircuitStats.Calls(Map.copyOf(byVerdict), rejected.sum(), late.sum());
  }

  CircuitStats.Permits permits() {
    long results = 0;
    for (LongAdder adder : settled) {
      results += adder.sum();
    }
    return new CircuitStats.Permits(results, released.sum(), expired.sum());
  }
}
