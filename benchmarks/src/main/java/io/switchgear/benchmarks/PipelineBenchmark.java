// SPDX-License-Identifier: Apache-2.0
package io.switchgear.benchmarks;

import static io.switchgear.circuitbreaker.CircuitBreaker.tripOn;
import static io.switchgear.circuitbreaker.TripRule.failureRate;
import static io.switchgear.retry.RetryConfig.exponential;

import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeExecutor;
import dev.failsafe.RetryPolicy;
import io.github.resilience4j.bulkhead.BulkheadConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.core.IntervalFunction;
import io.github.resilience4j.decorators.Decorators;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import io.switchgear.core.TimeSource;
import io.switchgear.pipeline.Pipeline;
import io.switchgear.ratelimit.RateLimiter;
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
 * A healthy call through retry, circuit breaker, bulkhead and rate limiter; all threads share one
 * pipeline.
 *
 * <p>Everybody has the same: up to three attempts with exponential waits from 200 ms to 5 s; a
 * circuit that opens for 30 s at 50 % failures of the last 20 calls; 16 places without a queue; 10⁹
 * permits a second without a wait. Of Resilience4j the decorated supplier is made once, of Failsafe
 * the executor. Sentinel has no retry and no bulkhead that waits for none; its part is the circuit,
 * over the last ten seconds, and the rate.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class PipelineBenchmark {
  private static final int A_MILLION = 1_000_000;
  private static final int A_BILLION = 1_000_000_000;
  private static final Duration FIRST_WAIT = Duration.ofMillis(200);
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);
  private static final Duration COOL_DOWN = Duration.ofSeconds(30);
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final int ATTEMPTS = 3;
  private static final int PLACES = 16;

  /** Whose pipeline. */
  @Param public Policies policies = Policies.CLOCK;

  private Contender.Run run = PipelineBenchmark::answer;

  /** Makes the pipeline. */
  @Setup
  public void begin() {
    run = policies.begin();
  }

  private static String answer() {
    return "ok";
  }

  /** Makes a call. */
  @Benchmark
  public Object call() throws Exception {
    return run.once();
  }

  /** The pipelines. */
  public enum Policies implements Contender {
    /** Nothing but the clock that the rate limiter reads. */
    CLOCK(Policies::clock),
    /** Ours. */
    PIPELINE(() -> ours(true)),
    /** Ours, with a circuit that doesn't count calls. */
    PIPELINE_UNCOUNTED(() -> ours(false)),
    /** Its four decorators. */
    RESILIENCE4J(Policies::resilience4j),
    /** Its four policies. */
    FAILSAFE(Policies::failsafe),
    /** Its two rules. */
    SENTINEL(() -> SentinelPeer.guarded(A_BILLION, PipelineBenchmark::answer));

    private final Supplier<Run> maker;

    Policies(Supplier<Run> maker) {
      this.maker = maker;
    }

    @Override
    public Run begin() {
      return maker.get();
    }

    private static Run clock() {
      TimeSource time = new FastTime();
      return () -> time.nanoTime() >= 0 ? answer() : "never";
    }

    private static Run ours(boolean counted) {
      Pipeline<String> pipeline =
          Pipeline.<String>named("erp")
              .retry(exponential(FIRST_WAIT).upTo(LONGEST_WAIT).maxAttempts(ATTEMPTS))
              .circuitBreaker(
                  tripOn(failureRate(0.5, 20, 20)).coolDown(COOL_DOWN).countCalls(counted))
              .bulkhead(PLACES)
              .rateLimiter(RateLimiter.named("erp").tokenBucket(A_MILLION, SECOND, A_MILLION))
              .time(new FastTime())
              .build();
      return () -> pipeline.call(PipelineBenchmark::answer);
    }

    private static Run resilience4j() {
      Supplier<String> decorated =
          Decorators.ofSupplier(PipelineBenchmark::answer)
              .withRateLimiter(
                  io.github.resilience4j.ratelimiter.RateLimiter.of(
                      "erp",
                      RateLimiterConfig.custom()
                          .limitForPeriod(A_BILLION)
                          .limitRefreshPeriod(SECOND)
                          .timeoutDuration(Duration.ZERO)
                          .build()))
              .withBulkhead(
                  io.github.resilience4j.bulkhead.Bulkhead.of(
                      "erp",
                      BulkheadConfig.custom()
                          .maxConcurrentCalls(PLACES)
                          .maxWaitDuration(Duration.ZERO)
                          .build()))
              .withCircuitBreaker(
                  io.github.resilience4j.circuitbreaker.CircuitBreaker.of(
                      "erp",
                      CircuitBreakerConfig.custom()
                          .slidingWindowSize(20)
                          .minimumNumberOfCalls(20)
                          .waitDurationInOpenState(COOL_DOWN)
                          .build()))
              .withRetry(
                  Retry.of(
                      "erp",
                      RetryConfig.custom()
                          .maxAttempts(ATTEMPTS)
                          .intervalFunction(
                              IntervalFunction.ofExponentialBackoff(FIRST_WAIT, 2, LONGEST_WAIT))
                          .build()))
              .decorate();
      return decorated::get;
    }

    private static Run failsafe() {
      FailsafeExecutor<String> executor =
          Failsafe.with(
              RetryPolicy.<String>builder()
                  .withMaxAttempts(ATTEMPTS)
                  .withBackoff(FIRST_WAIT, LONGEST_WAIT)
                  .build(),
              dev.failsafe.CircuitBreaker.<String>builder()
                  .withFailureThreshold(10, 20)
                  .withDelay(COOL_DOWN)
                  .build(),
              dev.failsafe.Bulkhead.<String>of(PLACES),
              dev.failsafe.RateLimiter.<String>burstyBuilder(A_BILLION, SECOND).build());
      return () -> executor.get(PipelineBenchmark::answer);
    }
  }
}
