// SPDX-License-Identifier: Apache-2.0
package io.switchgear.benchmarks;

import io.github.bucket4j.Bucket;
import io.github.bucket4j.local.LocalBucketBuilder;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import io.switchgear.core.CallOptions;
import io.switchgear.core.Gate;
import io.switchgear.core.TimeSource;
import io.switchgear.ratelimit.RateLimiter;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * A permit of a limiter whose limit is so high that all calls get one; all threads share one
 * limiter.
 *
 * <p>Ours run on a {@link FastTime}, since no limit that a sliding window can have would do on a
 * real clock. Peers are configured for 10⁹ permits a second, Resilience4j and Guava without a wait;
 * Bucket4j with its default clock of milliseconds and with that of nanoseconds, Sentinel with a
 * flow rule of 10⁹ calls a second.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class LimiterBenchmark {
  private static final int A_MILLION = 1_000_000;
  private static final int A_BILLION = 1_000_000_000;
  private static final Duration SECOND = Duration.ofSeconds(1);

  /** Which limiter. */
  @Param public Limiter limiter = Limiter.CLOCK;

  private Contender.Run run = () -> true;

  /** Makes the limiter. */
  @Setup
  public void begin() {
    run = limiter.begin();
  }

  /** Takes a permit. */
  @Benchmark
  public boolean acquire(Tally tally) throws Exception {
    boolean allowed = run.once() == Boolean.TRUE;
    tally.note(allowed);
    return allowed;
  }

  /** Makes sure that what was measured are permits and not refusals; each thread has its own. */
  @State(Scope.Thread)
  public static class Tally {
    private long calls;
    private long refused;

    void note(boolean allowed) {
      calls++;
      if (!allowed) {
        refused++;
      }
    }

    /** Fails the benchmark when more than one call of a hundred was refused. */
    @TearDown(Level.Iteration)
    public void check() {
      if (refused * 100 > calls) {
        throw new IllegalStateException(refused + " of " + calls + " calls were refused");
      }
    }
  }

  /** The limiters. */
  public enum Limiter implements Contender {
    /** Nothing but the clock that each of ours reads once. */
    CLOCK(() -> clock(new FastTime())),
    /** Ours, with the numbers that a decision carries. */
    TOKEN_BUCKET(() -> tried(tokenBucket())),
    /** Ours. */
    FIXED_WINDOW(() -> tried(fixedWindow())),
    /** Ours, with two counters. */
    SLIDING_WINDOW(() -> tried(slidingWindow())),
    /** Ours, exact. */
    SLIDING_LOG(() -> tried(slidingLog())),
    /** Ours. */
    LEAKY_BUCKET(() -> tried(leakyBucket())),
    /** Ours, as a pipeline uses it. */
    TOKEN_BUCKET_GATE(() -> entered(tokenBucket())),
    /** Ours, as a pipeline uses it. */
    FIXED_WINDOW_GATE(() -> entered(fixedWindow())),
    /** Ours, as a pipeline uses it. */
    SLIDING_WINDOW_GATE(() -> entered(slidingWindow())),
    /** Ours, as a pipeline uses it. */
    SLIDING_LOG_GATE(() -> entered(slidingLog())),
    /** Ours, as a pipeline uses it. */
    LEAKY_BUCKET_GATE(() -> entered(leakyBucket())),
    /** A token bucket. */
    BUCKET4J(() -> bucket4j(Bucket.builder())),
    /** A token bucket that counts in nanoseconds, as ours do. */
    BUCKET4J_NANOS(() -> bucket4j(Bucket.builder().withNanosecondPrecision())),
    /** A token bucket under a lock. */
    GUAVA(Limiter::guava),
    /** Fixed windows. */
    RESILIENCE4J(Limiter::resilience4j),
    /** A sliding window of counters and statistics of the call. */
    SENTINEL(() -> SentinelPeer.limited(A_BILLION));

    private final Supplier<Run> maker;

    Limiter(Supplier<Run> maker) {
      this.maker = maker;
    }

    @Override
    public Run begin() {
      return maker.get();
    }

    private static Run clock(TimeSource time) {
      return () -> time.nanoTime() >= 0;
    }

    private static Run tried(RateLimiter limiter) {
      return () -> limiter.tryAcquire().allowed();
    }

    private static Run entered(Gate limiter) {
      CallOptions options = CallOptions.none();
      return () -> limiter.enter(options) != Gate.WAITS;
    }

    private static RateLimiter tokenBucket() {
      return RateLimiter.named("erp")
          .tokenBucket(A_MILLION, SECOND, A_MILLION)
          .time(new FastTime())
          .build();
    }

    private static RateLimiter fixedWindow() {
      return RateLimiter.named("erp").fixedWindow(A_MILLION, SECOND).time(new FastTime()).build();
    }

    private static RateLimiter slidingWindow() {
      return RateLimiter.named("erp").slidingWindow(32_000, SECOND).time(new FastTime()).build();
    }

    private static RateLimiter slidingLog() {
      return RateLimiter.named("erp").slidingWindowLog(10_000, SECOND).time(new FastTime()).build();
    }

    private static RateLimiter leakyBucket() {
      return RateLimiter.named("erp")
          .leakyBucket(A_MILLION, SECOND, A_MILLION)
          .time(new FastTime())
          .build();
    }

    private static Run bucket4j(LocalBucketBuilder settings) {
      Bucket bucket =
          settings
              .addLimit(limit -> limit.capacity(A_BILLION).refillGreedy(A_BILLION, SECOND))
              .build();
      return () -> bucket.tryConsume(1);
    }

    private static Run guava() {
      var limiter = com.google.common.util.concurrent.RateLimiter.create(A_BILLION);
      return () -> limiter.tryAcquire();
    }

    private static Run resilience4j() {
      RateLimiterConfig settings =
          RateLimiterConfig.custom()
              .limitForPeriod(A_BILLION)
              .limitRefreshPeriod(SECOND)
              .timeoutDuration(Duration.ZERO)
              .build();
      var limiter = io.github.resilience4j.ratelimiter.RateLimiter.of("erp", settings);
      return () -> limiter.acquirePermission();
    }
  }
}
