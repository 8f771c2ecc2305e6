// SPDX-License-Identifier: Apache-2.0
package io.switchgear.benchmarks;

import io.switchgear.bulkhead.Bulkhead;
import io.switchgear.ratelimit.Decision;
import io.switchgear.ratelimit.RateLimiter;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** A call that a limit lets through; all threads share one limit. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class LimitsBenchmark {
  private final Bulkhead bulkhead = Bulkhead.named("erp").maxConcurrent(16).build();
  private final RateLimiter bucket =
      RateLimiter.named("erp").tokenBucket(500_000_000, Duration.ofSeconds(1), 500_000_000).build();

  private final io.github.resilience4j.bulkhead.Bulkhead peerBulkhead =
      io.github.resilience4j.bulkhead.Bulkhead.ofDefaults("erp");
  private final io.github.resilience4j.ratelimiter.RateLimiter peerLimiter =
      io.github.resilience4j.ratelimiter.RateLimiter.of(
          "erp",
          io.github.resilience4j.ratelimiter.RateLimiterConfig.custom()
              .limitForPeriod(500_000_000)
              .limitRefreshPeriod(Duration.ofSeconds(1))
              .timeoutDuration(Duration.ZERO)
              .build());

  private static String answer() {
    return "ok";
  }

  /** A place taken and given back. */
  @Benchmark
  public String bulkhead() throws InterruptedException {
    return bulkhead.call(LimitsBenchmark::answer);
  }

  /** Resilience4j's place taken and given back. */
  @Benchmark
  public String resilience4jBulkhead() {
    return peerBulkhead.executeSupplier(LimitsBenchmark::answer);
  }

  /** A token taken. */
  @Benchmark
  public Decision tokenBucket() {
    return bucket.tryAcquire();
  }

  /** Resilience4j's token taken. */
  @Benchmark
  public boolean resilience4jLimiter() {
    return peerLimiter.acquirePermission();
  }
}
