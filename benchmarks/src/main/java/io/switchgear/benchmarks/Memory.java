// SPDX-License-Identifier: Apache-2.0
package io.switchgear.benchmarks;

import static io.switchgear.circuitbreaker.TripRule.consecutiveFailures;
import static io.switchgear.circuitbreaker.TripRule.failureRate;

import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.circuitbreaker.KeyedCircuitBreaker;
import io.switchgear.circuitbreaker.TripRule;
import io.switchgear.core.KeyLimits;
import java.lang.ref.Reference;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Function;

/**
 * What a live key costs: the growth of the heap, map entry included, without the keys themselves.
 */
final class Memory {
  private static final int OURS = 1_000_000;
  private static final int PEERS = 50_000;
  private static final int COLLECTIONS = 4;

  private Memory() {}

  static void print() {
    System.out.println("| a breaker for each key | keys | B a key |");
    System.out.println("| --- | --: | --: |");
    row("failures in a row, healthy", OURS, ours(consecutiveFailures(5), false));
    row("failures in a row, one failure seen", OURS, ours(consecutiveFailures(5), true));
    row("the last 20 calls", OURS, ours(failureRate(0.5, 20, 20), false));
    row("Resilience4j's registry", PEERS, Memory::resilience4j);
  }

  private static Function<String[], Object> ours(TripRule rule, boolean failing) {
    return keys -> {
      KeyedCircuitBreaker<String> breakers =
          CircuitBreaker.named("erp").tripOn(rule).keyed(KeyLimits.maxKeys(keys.length));
      for (String key : keys) {
        use(breakers.forKey(key), failing);
      }
      return breakers;
    };
  }

  private static void use(CircuitBreaker breaker, boolean failing) {
    try {
      Object unused =
          breaker.call(
              () -> {
                if (failing) {
                  throw new IllegalStateException("failed on purpose");
                }
                return "ok";
              });
    } catch (IllegalStateException expected) {
      // The breaker has seen its failure.
    }
  }

  private static Object resilience4j(String[] keys) {
    CircuitBreakerRegistry registry = CircuitBreakerRegistry.ofDefaults();
    for (String key : keys) {
      registry.circuitBreaker(key).executeSupplier(() -> "ok");
    }
    return registry;
  }

  private static void row(String name, int count, Function<String[], Object> fill) {
    String[] keys = new String[count];
    Arrays.setAll(keys, number -> "key-" + number);
    long before = usedBytes();
    Object held = fill.apply(keys);
    double bytes;
    try {
      bytes = (double) (usedBytes() - before) / count;
    } finally {
      Reference.reachabilityFence(held);
      Reference.reachabilityFence(keys);
    }
    System.out.printf(Locale.ROOT, "| %s | %,d | %.0f |%n", name, count, bytes);
  }

  private static long usedBytes() {
    Runtime runtime = Runtime.getRuntime();
    for (int i = 0; i < COLLECTIONS; i++) {
      runtime.gc();
    }
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
