// SPDX-License-Identifier: Apache-2.0
package io.switchgear.core;

import static io.switchgear.circuitbreaker.TripRule.auto;
import static io.switchgear.circuitbreaker.TripRule.consecutiveFailures;
import static io.switchgear.circuitbreaker.TripRule.failureRate;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.HotSpotDiagnosticMXBean;
import io.switchgear.bulkhead.Bulkhead;
import io.switchgear.bulkhead.BulkheadRejectedException;
import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.circuitbreaker.CircuitBreakerRejectedException;
import io.switchgear.circuitbreaker.CircuitRejection;
import io.switchgear.circuitbreaker.Directive;
import io.switchgear.circuitbreaker.TripRule;
import io.switchgear.pipeline.KeyedPipeline;
import io.switchgear.pipeline.Pipeline;
import io.switchgear.ratelimit.RateLimiter;
import io.switchgear.ratelimit.RateLimiterConfig;
import io.switchgear.ratelimit.RateLimiterRejectedException;
import io.switchgear.retry.Retry;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The paths that most calls take allocate nothing; a call that an object is made for shows. The JVM
 * of these tests doesn't analyse which objects escape: whether it would get rid of one depends on
 * what it has inlined so far, and changes from run to run.
 */
class AllocationTest {
  private static final Assessment SUCCESS = Assessment.of(Verdict.SUCCESS);

  /** Where results go, so that no call is optimized away. */
  private static @Nullable Object sink;

  @ParameterizedTest
  @MethodSource("paths")
  void hotPath_onceCompiled_allocatesNothing(Path path) {
    double bytes = Allocations.bytesPerCall(path.call);

    assertThat(bytes).as("bytes that a call allocates").isZero();
  }

  @Test
  void jvmOfTheseTests_keepsEveryObjectThatTheCodeMakes() {
    var options = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);

    assertThat(options.getVMOption("DoEscapeAnalysis").getValue()).isEqualTo("false");
  }

  @Test
  void bytesPerCall_ofAPathThatMakesAnObject_areItsSize() {
    double bytes = Allocations.bytesPerCall(() -> sink = new Object());

    assertThat(bytes).isBetween(8.0, 32.0);
  }

  @Test
  void bytesPerCall_ofAPathThatAllocatesNowAndThen_arentZero() {
    int[] calls = {0};

    double bytes =
        Allocations.bytesPerCall(() -> sink = calls[0]++ % 1_000 == 0 ? new long[1_000] : null);

    assertThat(bytes).isPositive();
  }

  @ParameterizedTest
  @CsvSource({"decision, 48", "refusal that is reported, 88", "refusal that is thrown, 256"})
  void answerOfALimiter_allocatesNoMoreThanThePageSays(String answer, int mostBytes) {
    RateLimiterConfig settings = RateLimiter.named("erp").fixedWindow(1_000, ofMillis(1));
    RateLimiter limiter = settings.time(new MovingTime(2_000)).build();
    RateLimiter empty = settings.time(new MovingTime(0)).build();
    empty.tryAcquire(1_000);

    double bytes =
        Allocations.bytesPerCall(
            switch (answer) {
              case "decision" -> () -> sink = limiter.tryAcquire();
              case "refusal that is reported" -> () -> sink = empty.tryAcquire().rejection();
              default -> () -> sink = refusalOf(empty);
            });

    assertThat(bytes).as("bytes that a call allocates").isBetween(1.0, (double) mostBytes);
  }

  private static Object refusalOf(RateLimiter empty) {
    try {
      return empty.enter(CallOptions.none());
    } catch (RateLimiterRejectedException e) {
      return e;
    }
  }

  @Test
  void pipelineOfAKnownKey_allocatesItselfAndItsGatesAlone() {
    KeyedPipeline<String, String> tenants =
        Pipeline.<String>named("erp")
            .circuitBreaker(CircuitBreaker.tripOn(failureRate(0.5, 20, 20)))
            .rateLimiter(RateLimiter.named("erp").tokenBucket(1_000_000, ofSeconds(1), 1_000))
            .time(new MovingTime(2_000))
            .keyed();

    double bytes = Allocations.bytesPerCall(() -> sink = tenants.forKey("tenant").call(() -> "ok"));

    assertThat(bytes).as("bytes that a call allocates").isLessThanOrEqualTo(64);
  }

  static Stream<Path> paths() {
    return Stream.of(breakers(), rejections(), bulkheads(), limiters(), keys(), wholes())
        .flatMap(List::stream);
  }

  private static List<Path> breakers() {
    return List.of(
        healthyCall("consecutive failures", consecutiveFailures(5)),
        healthyCall("a window of 20 calls", failureRate(0.5, 20, 20)),
        healthyCall("a window of 1,000 calls", failureRate(0.5, 1_000, 20)),
        healthyCall("a window of 10 s", failureRate(0.5, ofSeconds(10), 20)),
        healthyCall("a change detector", auto()),
        callWithFailures("a window of 20 calls", failureRate(0.9, 20, 20)),
        callWithFailures("a window of 1,000 calls", failureRate(0.9, 1_000, 20)));
  }

  private static Path healthyCall(String rule, TripRule tripRule) {
    CircuitBreaker erp = CircuitBreaker.named("erp").tripOn(tripRule).build();
    return new Path("healthy call, " + rule, () -> sink = erp.call(() -> "ok"));
  }

  private static Path callWithFailures(String rule, TripRule tripRule) {
    CircuitBreaker erp = CircuitBreaker.named("erp").tripOn(tripRule).build();
    IOException down = new IOException("down");
    int[] calls = {0};
    ThrowingSupplier<Object, IOException> call = () -> okUnless(++calls[0] % 4 == 0, down);
    return new Path(
        "calls of which a quarter fails, " + rule,
        () -> {
          try {
            sink = erp.call(call);
          } catch (IOException e) {
            sink = e;
          }
        });
  }

  private static Object okUnless(boolean fails, IOException error) throws IOException {
    if (fails) {
      throw error;
    }
    return "ok";
  }

  private static List<Path> rejections() {
    CircuitBreaker erp = CircuitBreaker.named("erp").build();
    erp.forceOpen(Directive.by("test"));
    CircuitBreaker tripped = CircuitBreaker.named("erp").time(new MovingTime(0)).build();
    tripByFailures(tripped);
    return List.of(
        new Path("rejection as a result, forced open", () -> sink = erp.admit()),
        new Path("rejection as a result, open", () -> sink = tripped.admit()),
        new Path("rejection that is thrown, forced open", () -> rejected(erp)),
        new Path("rejection that is thrown, open", () -> rejected(tripped)));
  }

  private static void tripByFailures(CircuitBreaker breaker) {
    for (int call = 0; call < 5; call++) {
      breaker.exit(breaker.enter(CallOptions.none()), Assessment.of(Verdict.FAILURE));
    }
    assertThat(breaker.admit()).isInstanceOf(CircuitRejection.class);
  }

  private static void rejected(CircuitBreaker breaker) {
    try {
      sink = breaker.call(() -> "ok");
    } catch (CircuitBreakerRejectedException e) {
      sink = e;
    }
  }

  private static List<Path> bulkheads() {
    Bulkhead erp = Bulkhead.named("erp").maxConcurrent(10).build();
    Bulkhead full = Bulkhead.named("erp").maxConcurrent(1).build();
    full.enter(CallOptions.none());
    return List.of(
        new Path("bulkhead call", () -> bulkheadCall(erp, Priority.NORMAL)),
        new Path("bulkhead call that can be shed", () -> bulkheadCall(erp, Priority.SHEDDABLE)),
        new Path("bulkhead's place", () -> erp.exit(erp.enter(CallOptions.none()), SUCCESS)),
        new Path("bulkhead's refusal", () -> refused(full)));
  }

  private static void bulkheadCall(Bulkhead bulkhead, Priority priority) {
    try {
      sink = bulkhead.call(priority, () -> "ok");
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void refused(Bulkhead bulkhead) {
    try {
      bulkhead.enter(CallOptions.none());
    } catch (BulkheadRejectedException e) {
      sink = e;
    }
  }

  private static List<Path> limiters() {
    RateLimiterConfig.Named erp = RateLimiter.named("erp");
    return List.of(
        permit("token bucket", erp.tokenBucket(1_000_000, ofSeconds(1), 1_000)),
        permit("leaky bucket", erp.leakyBucket(1_000_000, ofSeconds(1), 1_000)),
        permit("fixed window", erp.fixedWindow(1_000, ofMillis(1))),
        permit("sliding window", erp.slidingWindow(1_000, ofMillis(1))));
  }

  private static Path permit(String algorithm, RateLimiterConfig settings) {
    RateLimiter limiter = settings.time(new MovingTime(2_000)).build();
    return new Path("permit of a " + algorithm, () -> limiter.enter(CallOptions.none()));
  }

  private static List<Path> keys() {
    var circuits = CircuitBreaker.named("erp").<String>keyed();
    var limiters =
        RateLimiter.named("erp")
            .tokenBucket(1_000_000, ofSeconds(1), 1_000)
            .time(new MovingTime(2_000))
            .<String>keyed();
    return List.of(
        new Path("call of a known key", () -> sink = circuits.forKey("k1").call(() -> "ok")),
        new Path("permit of a known key", () -> limiters.forKey("k1").enter(CallOptions.none())));
  }

  private static List<Path> wholes() {
    Retry retry = Retry.named("erp").build();
    Pipeline<String> pipeline =
        Pipeline.<String>named("erp")
            .retry(Retry.named("erp").build())
            .circuitBreaker(CircuitBreaker.tripOn(failureRate(0.5, 20, 20)))
            .bulkhead(10)
            .rateLimiter(RateLimiter.named("erp").tokenBucket(1_000_000, ofSeconds(1), 1_000))
            .time(new MovingTime(2_000))
            .build();
    return List.of(
        new Path("call under a retry", () -> sink = retry.call(() -> "ok")),
        new Path(
            "call through a pipeline of four policies", () -> sink = pipeline.call(() -> "ok")));
  }

  /** A way through policies. */
  private record Path(String name, Runnable call) {
    @Override
    public String toString() {
      return name;
    }
  }

  /** Time that moves on each time somebody looks, fast enough that no limit is reached. */
  private static final class MovingTime implements TimeSource {
    private final long stepNanos;
    private long nowNanos;

    MovingTime(long stepNanos) {
      this.stepNanos = stepNanos;
    }

    @Override
    public long nanoTime() {
      nowNanos += stepNanos;
      return nowNanos;
    }

    @Override
    public Instant wallTime() {
      return Instant.EPOCH;
    }

    @Override
    public ScheduledTask schedule(Duration delay, Runnable task) {
      return () -> {};
    }
  }
}
