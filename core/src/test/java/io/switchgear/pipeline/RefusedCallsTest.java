// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import static io.switchgear.retry.RetryConfig.fixed;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.bulkhead.Bulkhead;
import io.switchgear.cache.AnswerCache;
import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.circuitbreaker.CircuitStats;
import io.switchgear.circuitbreaker.Directive;
import io.switchgear.core.AttemptBudget;
import io.switchgear.core.CallOptions;
import io.switchgear.core.Deadline;
import io.switchgear.core.RejectionReason;
import io.switchgear.core.Verdict;
import io.switchgear.hedge.Hedge;
import io.switchgear.ratelimit.RateLimiter;
import io.switchgear.testkit.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Who refuses a call that isn't made, and what that costs. */
@Timeout(60)
class RefusedCallsTest {
  private final VirtualTime time = new VirtualTime();
  private final Script script = new Script(time).returns("ok");
  private final PipelineConfig<String> erp = Pipeline.<String>named("erp").time(time);
  private final CircuitBreaker circuit = CircuitBreaker.named("erp").time(time).build();
  private final Bulkhead bulkhead = Bulkhead.named("erp").maxConcurrent(1).time(time).build();
  private final RateLimiter limiter =
      RateLimiter.named("erp")
          .tokenBucket(60, ofMinutes(1), 1)
          .maxWait(ofSeconds(5))
          .time(time)
          .build();

  static List<Way> ways() {
    return Way.all();
  }

  @AfterEach
  void leaveNothingBehind() {
    assertThat(time.scheduledTasks()).isZero();
    assertThat(Thread.interrupted()).isFalse();
  }

  private Outcome<String> execute(Way way, PipelineConfig<String> config) throws Exception {
    return way.execute(config.build(), CallOptions.none(), script, time);
  }

  private static RejectionReason reason(Outcome<?> outcome) {
    return outcome.rejection().orElseThrow().reason();
  }

  private CallOptions within(Duration left) {
    return CallOptions.none().deadline(Deadline.after(left, time));
  }

  @ParameterizedTest
  @MethodSource("ways")
  void openCircuit_isAskedBeforeTheBulkhead(Way way) throws Exception {
    circuit.forceOpen(Directive.by("ana"));
    bulkhead.enter(CallOptions.none());

    Outcome<String> outcome = execute(way, erp.circuitBreaker(circuit).bulkhead(bulkhead));

    assertThat(reason(outcome)).isEqualTo(RejectionReason.FORCED_OPEN);
  }

  @ParameterizedTest
  @MethodSource("ways")
  void openCircuit_costsNoPermit(Way way) throws Exception {
    circuit.forceOpen(Directive.by("ana"));

    Outcome<String> outcome = execute(way, erp.circuitBreaker(circuit).rateLimiter(limiter));

    assertThat(reason(outcome)).isEqualTo(RejectionReason.FORCED_OPEN);
    assertThat(limiter.remaining()).isOne();
  }

  @ParameterizedTest
  @MethodSource("ways")
  void openCircuitOfOperations_refusesThem(Way way) throws Exception {
    circuit.forceOpen(Directive.by("ana"));
    var pipeline = erp.circuitBreaker(circuit).records(Records.OPERATION);

    assertThat(reason(execute(way, pipeline))).isEqualTo(RejectionReason.FORCED_OPEN);
    assertThat(script.attempts()).isZero();
  }

  @ParameterizedTest
  @MethodSource("ways")
  void openCircuitOfOperations_behindACache_refusesThem(Way way) throws Exception {
    circuit.forceOpen(Directive.by("ana"));
    var pipeline =
        erp.cache(AnswerCache.named("erp").freshFor(ofMinutes(1)))
            .circuitBreaker(circuit)
            .records(Records.OPERATION)
            .build();

    Outcome<String> outcome =
        way.execute(pipeline, CallOptions.none().cacheKey("rates"), script, time);

    assertThat(reason(outcome)).isEqualTo(RejectionReason.FORCED_OPEN);
  }

  @ParameterizedTest
  @MethodSource("ways")
  void openCircuit_ofAHedgedCall_refusesIt(Way way) throws Exception {
    circuit.forceOpen(Directive.by("ana"));
    var hedge = Hedge.named("erp").after(ofSeconds(9)).idempotent(true).executor(Runnable::run);

    Outcome<String> outcome = execute(way, erp.hedge(hedge).circuitBreaker(circuit));

    assertThat(reason(outcome)).isEqualTo(RejectionReason.FORCED_OPEN);
    assertThat(outcome.attempts()).isZero();
  }

  @ParameterizedTest
  @MethodSource("ways")
  void failedOperation_isTold(Way way) throws Exception {
    Script failing = new Script(time).fails(new IOException("reset"));
    var pipeline = erp.circuitBreaker(circuit).records(Records.OPERATION).build();

    var unused = way.execute(pipeline, CallOptions.none(), failing, time);

    assertThat(circuit.stats().calls().byVerdict().get(Verdict.FAILURE)).isOne();
  }

  @ParameterizedTest
  @MethodSource("ways")
  void deadlineOverBefore_costsNoPermit(Way way) throws Exception {
    var pipeline = erp.rateLimiter(limiter).build();

    Outcome<String> outcome = way.execute(pipeline, within(Duration.ZERO), script, time);

    assertThat(reason(outcome)).isEqualTo(RejectionReason.DEADLINE_OVER);
    assertThat(limiter.remaining()).isOne();
  }

  @Test
  void deadlineOverBefore_callInContext_costsNoPermit() {
    var pipeline = erp.rateLimiter(limiter).build();

    Outcome<String> outcome = pipeline.execute(within(Duration.ZERO), given -> "ok");

    assertThat(reason(outcome)).isEqualTo(RejectionReason.DEADLINE_OVER);
    assertThat(limiter.remaining()).isOne();
  }

  @ParameterizedTest
  @MethodSource("ways")
  void permitThatComesAtTheDeadline_isTooLateForTheCall(Way way) throws Exception {
    var unused = limiter.tryAcquire();
    var pipeline = erp.circuitBreaker(circuit).bulkhead(bulkhead).rateLimiter(limiter).build();

    Outcome<String> outcome = way.execute(pipeline, within(ofSeconds(1)), script, time);

    assertThat(reason(outcome)).isEqualTo(RejectionReason.DEADLINE_OVER);
    assertThat(script.attempts()).isZero();
    assertThat(bulkhead.inUse()).isZero();
    assertThat(circuit.stats().permits()).isEqualTo(new CircuitStats.Permits(0, 0, 0));
  }

  @ParameterizedTest
  @MethodSource("ways")
  void timeout_isAFailureInTheOutcomeToo(Way way) throws Exception {
    Script slow = new Script(time).takes(ofSeconds(10), "late");

    Outcome<String> outcome =
        way.execute(erp.timeout(ofSeconds(2)).build(), CallOptions.none(), slow, time);

    assertThat(outcome.verdict()).isEqualTo(Verdict.FAILURE);
  }

  @ParameterizedTest
  @MethodSource("ways")
  void refusalAfterARefusal_isTheOneToldOf(Way way) throws Exception {
    var unused = limiter.tryAcquire();
    RateLimiter impatient =
        RateLimiter.named("erp").tokenBucket(60, ofMinutes(1), 1).time(time).build();
    impatient.tryAcquire();
    time.schedule(ofMillis(500), () -> circuit.forceOpen(Directive.by("ana")));
    var retry =
        fixed(ofMillis(100))
            .noJitter()
            .budget(AttemptBudget.unlimited())
            .retryRejections(RejectionReason.RATE_LIMITED);

    Outcome<String> outcome =
        execute(way, erp.retry(retry).circuitBreaker(circuit).rateLimiter(impatient));

    assertThat(reason(outcome)).isEqualTo(RejectionReason.FORCED_OPEN);
    assertThat(outcome.elapsed()).isEqualTo(ofSeconds(1));
    assertThat(script.attempts()).isZero();
  }

  @Test
  void interruptedWaitForAnothersAnswer_isARefusal_andTheFlagStays() {
    var pipeline = erp.cache(AnswerCache.named("erp").freshFor(ofMinutes(1))).build();
    CallOptions rates = CallOptions.none().cacheKey("rates");
    CompletableFuture<String> loading = new CompletableFuture<>();
    CompletableFuture<String> first = pipeline.callAsync(rates, () -> loading);
    Thread.currentThread().interrupt();

    Outcome<String> outcome = pipeline.execute(rates, () -> "second");

    assertThat(Thread.interrupted()).isTrue();
    assertThat(reason(outcome)).isEqualTo(RejectionReason.INTERRUPTED);
    loading.complete("first");
    assertThat(first).isCompletedWithValue("first");
  }

  @Test
  void interruptedWaitForHedgedAttempts_isARefusal_andTheFlagStays() {
    var hedge = Hedge.named("erp").after(ofSeconds(9)).idempotent(true).executor(task -> {});
    var pipeline = erp.hedge(hedge).build();
    Thread.currentThread().interrupt();

    Outcome<String> outcome = pipeline.execute(() -> "never begun");

    assertThat(Thread.interrupted()).isTrue();
    assertThat(reason(outcome)).isEqualTo(RejectionReason.INTERRUPTED);
  }
}
