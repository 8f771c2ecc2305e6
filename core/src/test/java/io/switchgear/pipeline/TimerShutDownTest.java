// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import static io.switchgear.circuitbreaker.CircuitBreaker.tripOn;
import static io.switchgear.circuitbreaker.TripRule.consecutiveFailures;
import static io.switchgear.retry.RetryConfig.fixed;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.switchgear.bulkhead.Bulkhead;
import io.switchgear.cache.AnswerCache;
import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.circuitbreaker.CircuitState;
import io.switchgear.core.CallOptions;
import io.switchgear.core.Deadline;
import io.switchgear.core.Verdict;
import io.switchgear.hedge.Hedge;
import io.switchgear.ratelimit.RateLimiter;
import io.switchgear.testkit.RefusingTime;
import io.switchgear.testkit.VirtualTime;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A timer that takes no tasks any more is our own trouble, and none of the dependency. */
@Timeout(60)
class TimerShutDownTest {
  private final VirtualTime time = new VirtualTime();
  private final CircuitBreaker circuit =
      tripOn(consecutiveFailures(1)).name("erp").time(time).build();
  private final Bulkhead bulkhead = Bulkhead.named("erp").maxConcurrent(1).time(time).build();
  private final CallOptions options =
      CallOptions.none().cacheKey("rates").deadline(Deadline.after(ofSeconds(60), time));

  /** Which policy of a pipeline has no timer, beside the breaker and the bulkhead. */
  enum Policies {
    DEADLINE(config -> config.deadline(ofSeconds(8))),
    CACHE(config -> config.cache(AnswerCache.named("erp").freshFor(ofMinutes(1)))),
    RETRY(config -> config.retry(fixed(ofMillis(100)))),
    HEDGE(config -> config.hedge(Hedge.named("erp").idempotent(true))),
    NONE(config -> config);

    private final UnaryOperator<PipelineConfig<String>> add;

    Policies(UnaryOperator<PipelineConfig<String>> add) {
      this.add = add;
    }
  }

  private PipelineConfig<String> inside(PipelineConfig<String> around) {
    return around.circuitBreaker(circuit).bulkhead(bulkhead);
  }

  private PipelineConfig<String> erp(Policies policies) {
    return policies.add.apply(Pipeline.<String>named("erp").time(new RefusingTime(time)));
  }

  private void assertThatNobodyIsBlamed() {
    assertThat(circuit.state()).isEqualTo(CircuitState.CLOSED);
    assertThat(circuit.stats().calls().byVerdict().get(Verdict.FAILURE)).isZero();
    assertThat(bulkhead.inUse()).isZero();
    assertThat(time.scheduledTasks()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void execute_callThatWouldSucceed_isNoFailureOfTheDependency(Policies policies) {
    Pipeline<String> pipeline = inside(erp(policies)).build();

    for (int call = 0; call < 3; call++) {
      assertThat(pipeline.execute(options, () -> "ok")).isNotNull();
      assertThat(pipeline.executeAsync(options, () -> CompletableFuture.completedFuture("ok")))
          .isCompleted();
    }

    assertThatNobodyIsBlamed();
  }

  @ParameterizedTest
  @EnumSource
  void execute_withATimeout_isNoFailureOfTheDependency(Policies policies) {
    Pipeline<String> pipeline = inside(erp(policies)).timeout(ofSeconds(1)).build();

    for (int call = 0; call < 3; call++) {
      Outcome<String> blocking = pipeline.execute(options, () -> "ok");
      Outcome<String> async =
          pipeline.executeAsync(options, () -> CompletableFuture.completedFuture("ok")).join();
      assertThat(blocking.error()).containsInstanceOf(RejectedExecutionException.class);
      assertThat(async.error()).containsInstanceOf(RejectedExecutionException.class);
      assertThat(blocking.attempts()).isZero();
      assertThat(async.attempts()).isZero();
    }

    assertThatNobodyIsBlamed();
  }

  @ParameterizedTest
  @EnumSource
  void execute_waitForAPermit_isNoFailureOfTheDependency(Policies policies) {
    RateLimiter limiter =
        RateLimiter.named("erp")
            .tokenBucket(1, ofSeconds(1), 1)
            .maxWait(ofSeconds(5))
            .time(new RefusingTime(time))
            .build();
    Pipeline<String> pipeline = inside(erp(policies)).rateLimiter(limiter).build();

    for (int call = 0; call < 3; call++) {
      assertThat(pipeline.execute(() -> "ok")).isNotNull();
      assertThat(pipeline.executeAsync(() -> CompletableFuture.completedFuture("ok")))
          .isCompleted();
    }

    assertThatNobodyIsBlamed();
  }

  @Test
  void execute_cacheWithoutATimer_beginsNoLoad() {
    Pipeline<String> pipeline = erp(Policies.CACHE).build();

    Outcome<String> blocking = pipeline.execute(options, () -> "ok");
    Outcome<String> async =
        pipeline.executeAsync(options, () -> CompletableFuture.completedFuture("ok")).join();

    assertThat(blocking.attempts()).isZero();
    assertThat(async.attempts()).isZero();
    assertThat(pipeline.cacheStats().orElseThrow().loads().started()).isZero();
  }

  @Test
  void execute_withAFallback_isAnsweredByThat() {
    Pipeline<String> pipeline =
        Pipeline.<String>named("erp")
            .time(new RefusingTime(time))
            .fallback(() -> "table")
            .timeout(ofSeconds(1))
            .build();

    assertThat(pipeline.execute(() -> "ok").source()).isEqualTo(Source.DEGRADED);
  }

  @Test
  void policiesAlone_inABreaker_areNoFailureOfTheDependency() {
    var timeout = io.switchgear.timeout.Timeout.named("erp").time(new RefusingTime(time)).build();
    AnswerCache<String, String> cache =
        AnswerCache.named("erp").time(new RefusingTime(time)).build();

    assertThatThrownBy(() -> circuit.call(() -> timeout.call(() -> "ok")))
        .isInstanceOf(RejectedExecutionException.class);
    assertThat(
            circuit.callAsync(
                () -> timeout.callAsync(() -> CompletableFuture.completedFuture("ok"))))
        .isCompletedExceptionally();
    assertThatThrownBy(() -> circuit.call(() -> cache.get("rates", () -> "ok")))
        .isInstanceOf(RejectedExecutionException.class);
    assertThat(
            circuit.callAsync(
                () -> cache.getAsync("rates", () -> CompletableFuture.completedFuture("ok"))))
        .isCompletedExceptionally();

    assertThatNobodyIsBlamed();
  }
}
