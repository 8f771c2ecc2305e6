// SPDX-License-Identifier: Apache-2.0
package io.switchgear.benchmarks;

import static io.switchgear.circuitbreaker.CircuitBreaker.tripOn;
import static io.switchgear.circuitbreaker.TripRule.failureRate;

import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import io.switchgear.circuitbreaker.CircuitBreaker;
import java.time.Duration;
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
 * A healthy call through a closed breaker that looks at the last ten seconds; all threads share one
 * breaker. It opens at 50 % failures of at least 100 calls.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class TimeWindowBenchmark {
  private static final int SECONDS = 10;
  private static final int CALLS = 100;

  /** Whose breaker. */
  @Param public Breaker breaker = Breaker.COUNTED;

  private Contender.Run run = TimeWindowBenchmark::answer;

  /** Makes the breaker. */
  @Setup
  public void begin() {
    run = breaker.begin();
  }

  private static String answer() {
    return "ok";
  }

  /** Makes a call. */
  @Benchmark
  public Object call() throws Exception {
    return run.once();
  }

  /** The breakers. */
  public enum Breaker implements Contender {
    /** Ours. */
    COUNTED(() -> ours(true)),
    /** Ours, without call counters. */
    UNCOUNTED(() -> ours(false)),
    /** Its window of ten slices. */
    RESILIENCE4J(Breaker::resilience4j);

    private final Supplier<Run> maker;

    Breaker(Supplier<Run> maker) {
      this.maker = maker;
    }

    @Override
    public Run begin() {
      return maker.get();
    }

    private static Run ours(boolean counted) {
      CircuitBreaker circuit =
          tripOn(failureRate(0.5, Duration.ofSeconds(SECONDS), CALLS)).countCalls(counted).build();
      return () -> circuit.call(TimeWindowBenchmark::answer);
    }

    private static Run resilience4j() {
      CircuitBreakerConfig settings =
          CircuitBreakerConfig.custom()
              .slidingWindowType(SlidingWindowType.TIME_BASED)
              .slidingWindowSize(SECONDS)
              .minimumNumberOfCalls(CALLS)
              .build();
      var circuit = io.github.resilience4j.circuitbreaker.CircuitBreaker.of("erp", settings);
      return () -> circuit.executeSupplier(TimeWindowBenchmark::answer);
    }
  }
}
