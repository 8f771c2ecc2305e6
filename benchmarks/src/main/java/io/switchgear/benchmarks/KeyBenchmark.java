// SPDX-License-Identifier: Apache-2.0
package io.switchgear.benchmarks;

import static io.switchgear.circuitbreaker.CircuitBreaker.tripOn;
import static io.switchgear.circuitbreaker.TripRule.consecutiveFailures;

import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import io.switchgear.circuitbreaker.KeyedCircuitBreaker;
import io.switchgear.core.KeyLimits;
import io.switchgear.pipeline.KeyedPipeline;
import io.switchgear.pipeline.Pipeline;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Looking up the policy of a known key among 100,000, alone and with a call through it; all threads
 * share one family. Circuits trip at five failures in a row; Resilience4j's, which has no such
 * rule, at its default.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class KeyBenchmark {
  private static final int KEYS = 100_000;

  /** Which family. */
  @Param public Families family = Families.MAP;

  private final String[] keys = new String[KEYS];
  private Run run = key -> key;

  /** Makes the family and all its keys. */
  @Setup
  public void begin() throws Exception {
    Arrays.setAll(keys, number -> "tenant-" + number);
    run = family.begin();
    for (String key : keys) {
      Object unused = run.once(key);
    }
  }

  private static String answer() {
    return "ok";
  }

  /** The same key each time: what is measured is the code. */
  @Benchmark
  public Object oneKey() throws Exception {
    return run.once(keys[KEYS / 2]);
  }

  /** Another key each time: most of the time goes into fetching it from the memory. */
  @Benchmark
  public Object keysInTurn(Turn turn) throws Exception {
    return run.once(keys[turn.next()]);
  }

  /** The order of the keys, all of them once before any comes again; each thread has its own. */
  @State(Scope.Thread)
  public static class Turn {
    /** Shares no divisor with the number of keys, and takes a key far away from the one before. */
    private static final int STRIDE = 38_197;

    private int index;

    int next() {
      index += STRIDE;
      index = index >= KEYS ? index - KEYS : index;
      return index;
    }
  }

  /** One look-up, or one call, for a key. */
  @FunctionalInterface
  interface Run {
    Object once(String key) throws Exception;
  }

  /** The families. */
  public enum Families {
    /** A plain map. */
    MAP(Families::map),
    /** Our breaker of a key. */
    BREAKER(() -> breakers()::forKey),
    /** The same, with a call through it. */
    BREAKER_CALL(() -> called(breakers())),
    /** Our pipeline of a key. */
    PIPELINE(() -> pipelines()::forKey),
    /** The same, with a call through it. */
    PIPELINE_CALL(() -> called(pipelines())),
    /** Its breaker of a name. */
    RESILIENCE4J(() -> CircuitBreakerRegistry.ofDefaults()::circuitBreaker),
    /** The same, with a call through it. */
    RESILIENCE4J_CALL(() -> called(CircuitBreakerRegistry.ofDefaults()));

    private final Supplier<Run> maker;

    Families(Supplier<Run> maker) {
      this.maker = maker;
    }

    Run begin() {
      return maker.get();
    }

    private static Run map() {
      Map<String, Object> map = new ConcurrentHashMap<>();
      return key -> map.computeIfAbsent(key, same -> same);
    }

    private static KeyedCircuitBreaker<String> breakers() {
      return tripOn(consecutiveFailures(5)).keyed(KeyLimits.maxKeys(KEYS));
    }

    private static Run called(KeyedCircuitBreaker<String> breakers) {
      return key -> breakers.forKey(key).call(KeyBenchmark::answer);
    }

    private static KeyedPipeline<String, String> pipelines() {
      return Pipeline.<String>named("erp")
          .circuitBreaker(tripOn(consecutiveFailures(5)))
          .bulkhead(16)
          .keyed(KeyLimits.maxKeys(KEYS));
    }

    private static Run called(KeyedPipeline<String, String> pipelines) {
      return key -> pipelines.forKey(key).call(KeyBenchmark::answer);
    }

    private static Run called(CircuitBreakerRegistry registry) {
      return key -> registry.circuitBreaker(key).executeSupplier(KeyBenchmark::answer);
    }
  }
}
