// SPDX-License-Identifier: Apache-2.0
package io.switchgear.benchmarks;

import static io.switchgear.circuitbreaker.CircuitBreaker.tripOn;
import static io.switchgear.circuitbreaker.TripRule.consecutiveFailures;

import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.circuitbreaker.CircuitRejection;
import io.switchgear.circuitbreaker.CircuitState;
import io.switchgear.circuitbreaker.Directive;
import io.switchgear.circuitbreaker.KeyedCircuitBreaker;
import io.switchgear.circuitbreaker.Permit;
import io.switchgear.core.Assessment;
import io.switchgear.core.KeyLimits;
import io.switchgear.core.Verdict;
import io.switchgear.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A million new keys against a bound of 10,000, with circuits among them that must not be lost: 100
 * that are open, 100 whose trial call is under way and 100 that are forced open. Time stands still,
 * so that no key is ever idle and each new one has to push another one out.
 */
final class Flood {
  private static final int NEW_KEYS = 1_000_000;
  private static final int BOUND = 10_000;
  private static final int OF_EACH = 100;
  private static final int LOOK_EVERY = 50_000;
  private static final Duration COOL_DOWN = Duration.ofSeconds(30);
  private static final double MEGABYTE = 1 << 20;

  private final VirtualTime time = new VirtualTime();
  private final KeyedCircuitBreaker<String> circuits =
      tripOn(consecutiveFailures(1))
          .coolDown(COOL_DOWN)
          .trialTimeout(Duration.ofHours(1))
          .time(time)
          .keyed(KeyLimits.maxKeys(BOUND));
  private final List<Permit> trials = new ArrayList<>();
  private int unprotected;

  static void print() {
    System.out.printf("%n| %,d new keys against a bound of %,d | |%n", NEW_KEYS, BOUND);
    System.out.println("| --- | --: |");
    new Flood().run();
    fullOfOpenCircuits();
  }

  private void run() {
    fill();
    long before = Memory.usedBytes();
    long peak = before;
    for (int number = 0; number < NEW_KEYS; number++) {
      Object unused = circuits.forKey("new-" + number).call(() -> "ok");
      if (number % LOOK_EVERY == LOOK_EVERY - 1) {
        peak = Math.max(peak, Memory.usedBytes());
        askKept();
      }
    }
    long after = Memory.usedBytes();
    print("heap before, full", before / MEGABYTE, "MB");
    print("heap at its peak", peak / MEGABYTE, "MB");
    print("heap after", after / MEGABYTE, "MB");
    print("keys after", circuits.size(), "");
    print("open circuits kept, of " + OF_EACH, kept("open-", CircuitState.OPEN), "");
    print("half-open circuits kept, of " + OF_EACH, kept("trial-", CircuitState.HALF_OPEN), "");
    print(
        "forced-open circuits kept, of " + OF_EACH, kept("forced-", CircuitState.FORCED_OPEN), "");
    print("calls let through to them", unprotected, "");
    trials.forEach(Permit::release);
  }

  /** The circuits to be kept, and healthy ones up to the bound. */
  private void fill() {
    for (int number = 0; number < OF_EACH; number++) {
      fail(circuits, "trial-" + number);
    }
    time.advance(COOL_DOWN);
    for (int number = 0; number < OF_EACH; number++) {
      trials.add((Permit) circuits.forKey("trial-" + number).admit());
      fail(circuits, "open-" + number);
      circuits.forKey("forced-" + number).forceOpen(Directive.by("benchmark"));
    }
    for (int number = 0; circuits.size() < BOUND; number++) {
      Object unused = circuits.forKey("old-" + number).call(() -> "ok");
    }
  }

  /** Calls of all kept circuits, each of which has to be refused. */
  private void askKept() {
    for (String kind : List.of("open-", "trial-", "forced-")) {
      for (int number = 0; number < OF_EACH; number++) {
        unprotected += isAdmitted(circuits.forKey(kind + number)) ? 1 : 0;
      }
    }
  }

  private int kept(String kind, CircuitState state) {
    int kept = 0;
    for (int number = 0; number < OF_EACH; number++) {
      boolean same = circuits.find(kind + number).filter(key -> key.state() == state).isPresent();
      kept += same ? 1 : 0;
    }
    return kept;
  }

  /** What a million failing keys get through for which there is no room at all. */
  private static void fullOfOpenCircuits() {
    KeyedCircuitBreaker<String> full =
        tripOn(consecutiveFailures(1)).time(new VirtualTime()).keyed(KeyLimits.maxKeys(BOUND));
    for (int number = 0; number < BOUND; number++) {
      fail(full, "open-" + number);
    }
    int admitted = 0;
    for (int number = 0; number < NEW_KEYS; number++) {
      admitted += fail(full, "new-" + number) ? 1 : 0;
    }
    print("new keys' calls let through when all keys are open", admitted, "");
  }

  private static boolean isAdmitted(CircuitBreaker circuit) {
    return !(circuit.admit() instanceof CircuitRejection);
  }

  /** Makes a call that fails; false when it was refused. */
  private static boolean fail(KeyedCircuitBreaker<String> circuits, String key) {
    return circuits.forKey(key).admit() instanceof Permit permit
        && permit.settle(Assessment.of(Verdict.FAILURE));
  }

  private static void print(String what, double number, String unit) {
    String text = String.format(Locale.ROOT, unit.isEmpty() ? "%,.0f" : "%,.1f " + unit, number);
    System.out.println("| " + what + " | " + text + " |");
  }
}
