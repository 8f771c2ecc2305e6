// SPDX-License-Identifier: Apache-2.0
package io.switchgear.benchmarks;

import static io.switchgear.circuitbreaker.TripRule.consecutiveFailures;
import static io.switchgear.circuitbreaker.TripRule.failureRate;
import static io.switchgear.ratelimit.RateLimiter.named;

import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import io.github.resilience4j.ratelimiter.RateLimiterRegistry;
import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.circuitbreaker.KeyedCircuitBreaker;
import io.switchgear.circuitbreaker.TripRule;
import io.switchgear.core.KeyLimits;
import io.switchgear.ratelimit.KeyedRateLimiter;
import io.switchgear.ratelimit.RateLimiterConfig;
import java.lang.ref.Reference;
import java.time.Duration;
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
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private Memory() {}

  static void print() {
    System.out.println("| for each key | keys | B a key |");
    System.out.println("| --- | --: | --: |");
    row("a breaker: failures in a row, healthy", OURS, ours(consecutiveFailures(5), false));
    row("a breaker: failures in a row, one failure seen", OURS, ours(consecutiveFailures(5), true));
    row("a breaker: the last 20 calls", OURS, ours(failureRate(0.5, 20, 20), false));
    row("Resilience4j's breaker, in its registry", PEERS, Memory::resilience4j);
    row("a limiter: token bucket", OURS, limiters(named("erp").tokenBucket(200, MINUTE, 20)));
    row("a limiter: sliding window", OURS, limiters(named("erp").slidingWindow(200, MINUTE)));
    row("a limiter: sliding log, one permit", OURS, limiters(log()));
    row("Resilience4j's limiter, in its registry", PEERS, Memory::resilience4jLimiters);
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

  private static RateLimiterConfig log() {
    return named("erp").slidingWindowLog(200, MINUTE);
  }

  private static Function<String[], Object> limiters(RateLimiterConfig settings) {
    return keys -> {
      KeyedRateLimiter<String> limiters = settings.keyed(KeyLimits.maxKeys(keys.length));
      for (String key : keys) {
        limiters.forKey(key).tryAcquire().orThrow();
      }
      return limiters;
    };
  }

  private static Object resilience4jLimiters(String[] keys) {
    RateLimiterRegistry registry = RateLimiterRegistry.ofDefaults();
    for (String key : keys) {
      registry.rateLimiter(key).executeSupplier(() -> "ok");
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

  /** What lives on the heap, after several collections. */
  static long usedBytes() {
    Runtime runtime = Runtime.getRuntime();
    for (int i = 0; i < COLLECTIONS; i++) {
      runtime.gc();
    }
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
