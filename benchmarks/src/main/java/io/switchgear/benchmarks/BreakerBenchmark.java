// SPDX-License-Identifier: Apache-2.0
package io.switchgear.benchmarks;

import static io.switchgear.circuitbreaker.TripRule.auto;
import static io.switchgear.circuitbreaker.TripRule.consecutiveFailures;
import static io.switchgear.circuitbreaker.TripRule.failureRate;

import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeExecutor;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.circuitbreaker.TripRule;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** A healthy call through a closed breaker; all threads share one breaker. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class BreakerBenchmark {
  private final CircuitBreaker consecutive = breaker(consecutiveFailures(5));
  private final CircuitBreaker lastCalls = breaker(failureRate(0.5, 20, 20));
  private final CircuitBreaker lastCallsLong = breaker(failureRate(0.5, 100, 100));
  private final CircuitBreaker lastWhile = breaker(failureRate(0.5, Duration.ofSeconds(10), 100));
  private final CircuitBreaker learning = breaker(auto());

  private final io.github.resilience4j.circuitbreaker.CircuitBreaker peerCount =
      resilience4j(SlidingWindowType.COUNT_BASED, 20);
  private final io.github.resilience4j.circuitbreaker.CircuitBreaker peerTime =
      resilience4j(SlidingWindowType.TIME_BASED, 10);
  private final FailsafeExecutor<Object> failsafe =
      Failsafe.with(
          dev.failsafe.CircuitBreaker.builder()
              .withFailureThreshold(10, 20)
              .withDelay(Duration.ofSeconds(30))
              .build());

  private static CircuitBreaker breaker(TripRule rule) {
    return CircuitBreaker.named("erp").tripOn(rule).build();
  }

  private static io.github.resilience4j.circuitbreaker.CircuitBreaker resilience4j(
      SlidingWindowType type, int size) {
    return io.github.resilience4j.circuitbreaker.CircuitBreaker.of(
        "erp",
        io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.custom()
            .slidingWindowType(type)
            .slidingWindowSize(size)
            .minimumNumberOfCalls(size)
            .build());
  }

  private static String answer() {
    return "ok";
  }

  /** The call alone. */
  @Benchmark
  public String nothing() {
    return answer();
  }

  /** Failures in a row. */
  @Benchmark
  public String consecutive() {
    return consecutive.call(BreakerBenchmark::answer);
  }

  /** The last 20 calls. */
  @Benchmark
  public String lastCalls20() {
    return lastCalls.call(BreakerBenchmark::answer);
  }

  /** The last 100 calls. */
  @Benchmark
  public String lastCalls100() {
    return lastCallsLong.call(BreakerBenchmark::answer);
  }

  /** The last ten seconds. */
  @Benchmark
  public String lastTenSeconds() {
    return lastWhile.call(BreakerBenchmark::answer);
  }

  /** Change detection. */
  @Benchmark
  public String changeDetection() {
    return learning.call(BreakerBenchmark::answer);
  }

  /** Resilience4j, the last 20 calls. */
  @Benchmark
  public String resilience4jLastCalls20() {
    return peerCount.executeSupplier(BreakerBenchmark::answer);
  }

  /** Resilience4j, the last ten seconds. */
  @Benchmark
  public String resilience4jLastTenSeconds() {
    return peerTime.executeSupplier(BreakerBenchmark::answer);
  }

  /** Failsafe, the last 20 calls. */
  @Benchmark
  public String failsafeLastCalls20() {
    return failsafe.get(BreakerBenchmark::answer);
  }
}
