// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import io.switchgear.core.Verdict;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Striped counters of calls and permits; one set for a breaker or a whole family of them. */
final class CallCounters {
  private static final Verdict[] VERDICTS = Verdict.values();

  private final LongAdder[] settled = new LongAdder[VERDICTS.length];
  private final LongAdder taken = new LongAdder();
  private final LongAdder released = new LongAdder();
  private final LongAdder expired = new LongAdder();
  private final LongAdder rejected = new LongAdder();
  private final LongAdder late = new LongAdder();
  private final LongAdder falseTrips = new LongAdder();

  CallCounters() {
    for (int i = 0; i < settled.length; i++) {
      settled[i] = new LongAdder();
    }
  }

  void taken() {
    taken.increment();
  }

  void settled(Verdict verdict) {
    settled[verdict.ordinal()].increment();
  }

  void released() {
    released.increment();
  }

  void expired(int permits) {
    expired.add(permits);
  }

  void rejected() {
    rejected.increment();
  }

  void late() {
    late.increment();
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
    return new CircuitStats.Permits(taken.sum(), results, released.sum(), expired.sum());
  }
}
