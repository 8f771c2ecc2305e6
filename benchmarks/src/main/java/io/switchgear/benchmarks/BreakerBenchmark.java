// SPDX-License-Identifier: Apache-2.0
package io.switchgear.benchmarks;

import static io.switchgear.circuitbreaker.TripRule.auto;
import static io.switchgear.circuitbreaker.TripRule.consecutiveFailures;
import static io.switchgear.circuitbreaker.TripRule.failureRate;

import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeExecutor;
import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.circuitbreaker.TripRule;
import io.switchgear.core.Assessment;
import io.switchgear.core.ThrowingSupplier;
import io.switchgear.core.Verdict;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
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
  private final CircuitBreaker learning = breaker(auto());
  private final CircuitBreaker uncounted = uncounted(consecutiveFailures(5));
  private final CircuitBreaker lastCallsUncounted = uncounted(failureRate(0.5, 20, 20));
  private final CircuitBreaker mixed = mixed(failureRate(0.5, 20, 20));
  private final CircuitBreaker mixedLong = mixed(failureRate(0.5, 100, 100));
  private final CircuitBreaker mixedConsecutive = mixed(consecutiveFailures(5));

  private final io.github.resilience4j.circuitbreaker.CircuitBreaker peerCount = resilience4j(20);
  private final FailsafeExecutor<Object> failsafe =
      Failsafe.with(
          dev.failsafe.CircuitBreaker.builder()
              .withFailureThreshold(10, 20)
              .withDelay(Duration.ofSeconds(30))
              .build());

  private static CircuitBreaker breaker(TripRule rule) {
    return CircuitBreaker.named("erp").tripOn(rule).build();
  }

  private static CircuitBreaker uncounted(TripRule rule) {
    return CircuitBreaker.named("erp").tripOn(rule).countCalls(false).build();
  }

  private static CircuitBreaker mixed(TripRule rule) {
    return CircuitBreaker.named("erp").tripOn(rule).verdicts(Mix::assess).build();
  }

  private static io.github.resilience4j.circuitbreaker.CircuitBreaker resilience4j(int size) {
    return io.github.resilience4j.circuitbreaker.CircuitBreaker.of(
        "erp",
        io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.custom()
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

  /** Change detection. */
  @Benchmark
  public String changeDetection() {
    return learning.call(BreakerBenchmark::answer);
  }

  /** Failures in a row, calls not counted. */
  @Benchmark
  public String consecutiveUncounted() {
    return uncounted.call(BreakerBenchmark::answer);
  }

  /** The last 20 calls, calls not counted. */
  @Benchmark
  public String lastCalls20Uncounted() {
    return lastCallsUncounted.call(BreakerBenchmark::answer);
  }

  /** Failures in a row; one call of four fails. */
  @Benchmark
  public String consecutiveMixed(Mix mix) {
    return mixedConsecutive.call(mix.next);
  }

  /** The last 20 calls; one of four fails. */
  @Benchmark
  public String lastCalls20Mixed(Mix mix) {
    return mixed.call(mix.next);
  }

  /** The last 100 calls; one of four fails. */
  @Benchmark
  public String lastCalls100Mixed(Mix mix) {
    return mixedLong.call(mix.next);
  }

  /** Resilience4j, the last 20 calls. */
  @Benchmark
  public String resilience4jLastCalls20() {
    return peerCount.executeSupplier(BreakerBenchmark::answer);
  }

  /** Failsafe, the last 20 calls. */
  @Benchmark
  public String failsafeLastCalls20() {
    return failsafe.get(BreakerBenchmark::answer);
  }

  /** Answers of which every fourth is a failure; each thread has its own. */
  @State(Scope.Thread)
  public static class Mix {
    private static final String GOOD = "ok";
    private static final String BAD = "failed";

    private final ThrowingSupplier<String, RuntimeException> next = this::next;
    private int calls;

    private String next() {
      calls++;
      return (calls & 3) == 0 ? BAD : GOOD;
    }

    static Assessment assess(@Nullable Object result, @Nullable Throwable error) {
      return Assessment.of(BAD.equals(result) ? Verdict.FAILURE : Verdict.SUCCESS);
    }
  }
}
