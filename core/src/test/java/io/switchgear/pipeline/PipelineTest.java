// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import static io.switchgear.circuitbreaker.CircuitBreaker.tripOn;
import static io.switchgear.circuitbreaker.TripRule.consecutiveFailures;
import static io.switchgear.retry.RetryConfig.fixed;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.bulkhead.Bulkhead;
import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.circuitbreaker.CircuitState;
import io.switchgear.circuitbreaker.Directive;
import io.switchgear.core.Assessment;
import io.switchgear.core.AttemptBudget;
import io.switchgear.core.CallOptions;
import io.switchgear.core.Deadline;
import io.switchgear.core.RejectionReason;
import io.switchgear.core.Verdict;
import io.switchgear.core.Verdicts;
import io.switchgear.ratelimit.RateLimiter;
import io.switchgear.retry.RetryConfig;
import io.switchgear.testkit.VirtualTime;
import io.switchgear.timeout.TimeoutExceededException;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a pipeline does, the same in each way to use it. */
@Timeout(60)
class PipelineTest {
  private static final RetryConfig THREE_ATTEMPTS =
      fixed(ofMillis(100)).noJitter().maxAttempts(3).budget(AttemptBudget.unlimited());

  private final VirtualTime time = new VirtualTime();
  private final Script script = new Script(time);
  private final PipelineConfig<String> erp = Pipeline.<String>named("erp").time(time);

  static List<Way> ways() {
    return Way.all();
  }

  @AfterEach
  void leaveNothingBehind() {
    assertThat(time.scheduledTasks()).isZero();
  }

  private Outcome<String> execute(Way way, PipelineConfig<String> config) throws Exception {
    return way.execute(config.build(), CallOptions.none(), script, time);
  }

  @ParameterizedTest
  @MethodSource("ways")
  void execute_withoutPolicies_isTheCallItself(Way way) throws Exception {
    script.returns("ok");

    Outcome<String> outcome = execute(way, erp);

    assertThat(outcome.value()).isEqualTo("ok");
    assertThat(outcome.source()).isEqualTo(Source.PRIMARY);
    assertThat(outcome.verdict()).isEqualTo(Verdict.SUCCESS);
    assertThat(outcome.attempts()).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("ways")
  void execute_fails_hasTheErrorUnchanged(Way way) throws Exception {
    IOException error = new IOException("reset");
    script.fails(error);

    Outcome<String> outcome = execute(way, erp.retry(THREE_ATTEMPTS));

    assertThat(outcome.error()).containsSame(error);
    assertThat(outcome.source()).isEqualTo(Source.NONE);
    assertThat(outcome.attempts()).isEqualTo(3);
    assertThat(outcome.elapsed()).isEqualTo(ofMillis(200));
    assertThat(error.getSuppressed()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("ways")
  void execute_recoversAtTheSecondAttempt_isASuccess(Way way) throws Exception {
    script.fails(new IOException("reset")).returns("ok");

    Outcome<String> outcome = execute(way, erp.retry(THREE_ATTEMPTS));

    assertThat(outcome.value()).isEqualTo("ok");
    assertThat(outcome.attempts()).isEqualTo(2);
    assertThat(outcome.elapsed()).isEqualTo(ofMillis(100));
  }

  @ParameterizedTest
  @MethodSource("ways")
  void execute_circuitOpensDuringRetries_stopsAtOnceWithTheFailure(Way way) throws Exception {
    IOException error = new IOException("reset");
    script.fails(error);
    var config = erp.retry(THREE_ATTEMPTS).circuitBreaker(tripOn(consecutiveFailures(2)));

    Outcome<String> outcome = execute(way, config);

    assertThat(outcome.error()).containsSame(error);
    assertThat(outcome.attempts()).isEqualTo(2);
    assertThat(outcome.elapsed()).isEqualTo(ofMillis(100));
  }

  @ParameterizedTest
  @MethodSource("ways")
  void caseR6_forcedOpenCircuit_oneRejectionAndNoWait(Way way) throws Exception {
    CircuitBreaker circuit = CircuitBreaker.named("erp").time(time).build();
    circuit.forceOpen(Directive.by("ana"));
    script.returns("ok");

    Outcome<String> outcome = execute(way, erp.retry(THREE_ATTEMPTS).circuitBreaker(circuit));

    assertThat(outcome.rejection().orElseThrow().reason()).isEqualTo(RejectionReason.FORCED_OPEN);
    assertThat(outcome.attempts()).isZero();
    assertThat(outcome.elapsed()).isZero();
    assertThat(script.attempts()).isZero();
    assertThat(circuit.stats().calls().rejected()).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("ways")
  void records_attempts_countsEachOfThem(Way way) throws Exception {
    script.fails(new IOException("reset")).fails(new IOException("reset")).returns("ok");
    CircuitBreaker circuit = CircuitBreaker.named("erp").time(time).build();

    var unused = execute(way, erp.retry(THREE_ATTEMPTS).circuitBreaker(circuit));

    assertThat(circuit.stats().calls().byVerdict().get(Verdict.FAILURE)).isEqualTo(2);
    assertThat(circuit.stats().calls().byVerdict().get(Verdict.SUCCESS)).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("ways")
  void records_operations_countsTheEndAlone(Way way) throws Exception {
    script.fails(new IOException("reset")).fails(new IOException("reset")).returns("ok");
    CircuitBreaker circuit = CircuitBreaker.named("erp").time(time).build();

    var unused =
        execute(way, erp.retry(THREE_ATTEMPTS).circuitBreaker(circuit).records(Records.OPERATION));

    assertThat(circuit.stats().calls().byVerdict().get(Verdict.FAILURE)).isZero();
    assertThat(circuit.stats().calls().byVerdict().get(Verdict.SUCCESS)).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("ways")
  void execute_openCircuit_costsNeitherPlaceNorPermit(Way way) throws Exception {
    CircuitBreaker circuit = CircuitBreaker.named("erp").time(time).build();
    circuit.forceOpen(Directive.by("ana"));
    Bulkhead bulkhead = Bulkhead.named("erp").maxConcurrent(1).time(time).build();
    RateLimiter limiter =
        RateLimiter.named("erp").tokenBucket(1, ofMinutes(1), 1).time(time).build();
    script.returns("ok");

    Outcome<String> outcome =
        execute(way, erp.circuitBreaker(circuit).bulkhead(bulkhead).rateLimiter(limiter));

    assertThat(outcome.rejection()).isPresent();
    assertThat(limiter.remaining()).isEqualTo(1);
    assertThat(bulkhead.inUse()).isZero();
  }

  @ParameterizedTest
  @MethodSource("ways")
  void execute_refusedByTheLimiter_givesPlaceBackAndTellsTheCircuitNothing(Way way)
      throws Exception {
    CircuitBreaker circuit = CircuitBreaker.named("erp").time(time).build();
    Bulkhead bulkhead = Bulkhead.named("erp").maxConcurrent(1).time(time).build();
    RateLimiter limiter =
        RateLimiter.named("erp").tokenBucket(1, ofMinutes(1), 1).time(time).build();
    var unused = limiter.tryAcquire();
    script.returns("ok");

    Outcome<String> outcome =
        execute(way, erp.circuitBreaker(circuit).bulkhead(bulkhead).rateLimiter(limiter));

    assertThat(outcome.rejection().orElseThrow().reason()).isEqualTo(RejectionReason.RATE_LIMITED);
    assertThat(outcome.rejection().orElseThrow().retryAfter()).isEqualTo(ofMinutes(1));
    assertThat(bulkhead.inUse()).isZero();
    assertThat(circuit.stats().permits().settled()).isZero();
    assertThat(script.attempts()).isZero();
  }

  @ParameterizedTest
  @MethodSource("ways")
  void execute_permitComesInTime_waitsForIt(Way way) throws Exception {
    RateLimiter limiter =
        RateLimiter.named("erp")
            .tokenBucket(60, ofMinutes(1), 1)
            .maxWait(ofSeconds(5))
            .time(time)
            .build();
    var unused = limiter.tryAcquire();
    script.returns("ok");

    Outcome<String> outcome = execute(way, erp.bulkhead(1).rateLimiter(limiter));

    assertThat(outcome.value()).isEqualTo("ok");
    assertThat(outcome.elapsed()).isEqualTo(ofSeconds(1));
  }

  @ParameterizedTest
  @MethodSource("ways")
  void execute_circuitOpensWhileTheCallWaits_isNotSent(Way way) throws Exception {
    CircuitBreaker circuit = CircuitBreaker.named("erp").time(time).build();
    Bulkhead bulkhead = Bulkhead.named("erp").maxConcurrent(1).time(time).build();
    RateLimiter limiter =
        RateLimiter.named("erp")
            .tokenBucket(60, ofMinutes(1), 1)
            .maxWait(ofSeconds(5))
            .time(time)
            .build();
    var unused = limiter.tryAcquire();
    time.schedule(ofMillis(500), () -> circuit.forceOpen(Directive.by("ana")));
    script.returns("ok");

    Outcome<String> outcome =
        execute(way, erp.circuitBreaker(circuit).bulkhead(bulkhead).rateLimiter(limiter));

    assertThat(outcome.rejection().orElseThrow().reason()).isEqualTo(RejectionReason.FORCED_OPEN);
    assertThat(script.attempts()).isZero();
    assertThat(bulkhead.inUse()).isZero();
  }

  @ParameterizedTest
  @MethodSource("ways")
  void execute_waitInTheQueue_isNoTimeOfTheDependency(Way way) throws Exception {
    Bulkhead bulkhead =
        Bulkhead.named("erp")
            .maxConcurrent(1)
            .maxQueued(1)
            .maxWait(ofMinutes(1))
            .time(time)
            .build();
    long other = bulkhead.enter(CallOptions.none());
    time.schedule(ofSeconds(30), () -> bulkhead.cancel(other));
    script.takes(ofSeconds(1), "ok");

    Outcome<String> outcome = execute(way, erp.bulkhead(bulkhead).timeout(ofSeconds(2)));

    assertThat(outcome.value()).isEqualTo("ok");
    assertThat(outcome.elapsed()).isEqualTo(ofSeconds(31));
  }

  @ParameterizedTest
  @MethodSource("ways")
  void timeout_ofAnAttempt_isAFailureAndRetried(Way way) throws Exception {
    CircuitBreaker circuit = CircuitBreaker.named("erp").time(time).build();
    script.takes(ofSeconds(10), "late").returns("ok");

    Outcome<String> outcome =
        execute(way, erp.retry(THREE_ATTEMPTS).circuitBreaker(circuit).timeout(ofSeconds(2)));

    assertThat(outcome.value()).isEqualTo("ok");
    assertThat(outcome.attempts()).isEqualTo(2);
    assertThat(circuit.stats().calls().byVerdict().get(Verdict.FAILURE)).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("ways")
  void deadline_cutsAnAttemptShort_saysNothingAboutTheDependency(Way way) throws Exception {
    CircuitBreaker circuit = CircuitBreaker.named("erp").time(time).build();
    script.takes(ofSeconds(1), "late");
    CallOptions inAHurry = CallOptions.none().deadline(Deadline.after(ofMillis(300), time));
    var pipeline = erp.circuitBreaker(circuit).timeout(ofSeconds(2)).build();

    Outcome<String> outcome = way.execute(pipeline, inAHurry, script, time);

    assertThat(outcome.error())
        .get()
        .isInstanceOfSatisfying(
            TimeoutExceededException.class, e -> assertThat(e.isDeadline()).isTrue());
    assertThat(circuit.stats().calls().byVerdict().get(Verdict.FAILURE)).isZero();
    assertThat(circuit.stats().calls().byVerdict().get(Verdict.IGNORED)).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("ways")
  void deadline_asTheOnlyLimit_isAFailureWhenExceeded(Way way) throws Exception {
    CircuitBreaker circuit = CircuitBreaker.named("erp").time(time).build();
    script.takes(ofSeconds(10), "late");

    var unused = execute(way, erp.deadline(ofSeconds(2)).circuitBreaker(circuit));

    assertThat(circuit.stats().calls().byVerdict().get(Verdict.FAILURE)).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("ways")
  void deadline_boundsAllAttempts(Way way) throws Exception {
    script.takes(ofSeconds(10), "late");

    Outcome<String> outcome =
        execute(way, erp.deadline(ofSeconds(3)).retry(THREE_ATTEMPTS).timeout(ofSeconds(2)));

    assertThat(outcome.error()).get().isInstanceOf(TimeoutExceededException.class);
    assertThat(outcome.attempts()).isEqualTo(2);
  }

  @ParameterizedTest
  @MethodSource("ways")
  void deadline_overBefore_makesNoCall(Way way) throws Exception {
    script.returns("ok");
    CallOptions late = CallOptions.none().deadline(Deadline.after(ofSeconds(0), time));

    Outcome<String> outcome = way.execute(erp.build(), late, script, time);

    assertThat(outcome.rejection().orElseThrow().reason()).isEqualTo(RejectionReason.DEADLINE_OVER);
    assertThat(script.attempts()).isZero();
  }

  @ParameterizedTest
  @MethodSource("ways")
  void deadline_isOverInTheQueue_makesNoCall(Way way) throws Exception {
    Bulkhead bulkhead =
        Bulkhead.named("erp")
            .maxConcurrent(1)
            .maxQueued(1)
            .maxWait(ofMinutes(1))
            .time(time)
            .build();
    bulkhead.enter(CallOptions.none());
    script.returns("ok");

    Outcome<String> outcome = execute(way, erp.deadline(ofSeconds(3)).bulkhead(bulkhead));

    assertThat(outcome.rejection().orElseThrow().reason())
        .isEqualTo(RejectionReason.BULKHEAD_TIMEOUT);
    assertThat(outcome.elapsed()).isEqualTo(ofSeconds(3));
    assertThat(script.attempts()).isZero();
  }

  @ParameterizedTest
  @MethodSource("ways")
  void fallback_afterAFailure_isDegraded(Way way) throws Exception {
    script.fails(new IOException("reset"));

    Outcome<String> outcome = execute(way, erp.fallback(() -> "table").retry(THREE_ATTEMPTS));

    assertThat(outcome.value()).isEqualTo("table");
    assertThat(outcome.source()).isEqualTo(Source.DEGRADED);
    assertThat(outcome.attempts()).isEqualTo(3);
    assertThat(outcome.verdict()).isEqualTo(Verdict.FAILURE);
  }

  @ParameterizedTest
  @MethodSource("ways")
  void fallback_afterTheDeadline_isUsed(Way way) throws Exception {
    script.takes(ofSeconds(2), "late");

    Outcome<String> outcome =
        way.execute(
            erp.fallback(() -> "table").timeout(ofSeconds(5)).build(),
            CallOptions.none().deadline(Deadline.after(ofSeconds(1), time)),
            script,
            time);

    assertThat(outcome.value()).isEqualTo("table");
    assertThat(outcome.elapsed()).isEqualTo(ofSeconds(1));
  }

  @ParameterizedTest
  @MethodSource("ways")
  void fallback_thatThrows_isSuppressedAndTheNextOneIsTried(Way way) throws Exception {
    IOException error = new IOException("reset");
    script.fails(error);

    Outcome<String> outcome =
        execute(
            way,
            erp.fallback(
                    () -> {
                      throw new AssertionError("no table");
                    })
                .fallback(failed -> "after " + failed.attempts()));

    assertThat(outcome.value()).isEqualTo("after 1");
    assertThat(error.getSuppressed()).hasSize(1);
  }

  @ParameterizedTest
  @MethodSource("ways")
  void caseR4_allFallbacksThrow_lastFailureWithThemSuppressed(Way way) throws Exception {
    IOException error = new IOException("reset");
    script.fails(error);

    Outcome<String> outcome =
        execute(
            way,
            erp.fallback(
                () -> {
                  throw new IllegalStateException("no table");
                }));

    assertThat(outcome.error()).containsSame(error);
    assertThat(error.getSuppressed()).hasSize(1);
  }

  @ParameterizedTest
  @MethodSource("ways")
  void fallback_forTheCallersOwnMistake_isNotUsed(Way way) throws Exception {
    script.fails(new IllegalArgumentException("no such parcel"));
    Verdicts<@Nullable Object> verdicts =
        (result, error) ->
            error instanceof IllegalArgumentException
                ? Assessment.of(Verdict.IGNORED)
                : Verdicts.standard().assess(result, error);

    Outcome<String> outcome = execute(way, erp.verdicts(verdicts).fallback(() -> "table"));

    assertThat(outcome.error()).get().isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @MethodSource("ways")
  void fallback_forAResultThatIsAFailure_isUsed(Way way) throws Exception {
    script.returns("503");
    Verdicts<@Nullable Object> verdicts = (result, error) -> Assessment.of(Verdict.FAILURE);

    Outcome<String> outcome =
        execute(way, erp.verdicts(verdicts).fallback(failed -> "not " + failed.value()));

    assertThat(outcome.value()).isEqualTo("not 503");
  }

  @ParameterizedTest
  @MethodSource("ways")
  void execute_resultThatIsAFailure_isReturnedWithItsVerdict(Way way) throws Exception {
    script.returns("503");

    Outcome<String> outcome =
        execute(
            way,
            erp.verdicts((result, error) -> Assessment.of(Verdict.FAILURE)).retry(THREE_ATTEMPTS));

    assertThat(outcome.value()).isEqualTo("503");
    assertThat(outcome.verdict()).isEqualTo(Verdict.FAILURE);
    assertThat(outcome).hasToString("a value from PRIMARY, FAILURE after 3 attempts and PT0.2S");
    assertThat(outcome.attempts()).isEqualTo(3);
  }

  @ParameterizedTest
  @MethodSource("ways")
  void noFallback_callNotMade_saysSo(Way way) throws Exception {
    CircuitBreaker circuit = CircuitBreaker.named("payment").time(time).build();
    circuit.forceOpen(Directive.by("ana").forAtMost(ofMinutes(5)));
    script.returns("ok");

    Outcome<String> outcome =
        execute(way, erp.noFallback("Please try again shortly.").circuitBreaker(circuit));

    assertThat(outcome.error()).get().isInstanceOf(UnavailableException.class);
    assertThat(outcome.error().orElseThrow()).hasMessage("Please try again shortly.");
    assertThat(outcome.rejection().orElseThrow().reason()).isEqualTo(RejectionReason.FORCED_OPEN);
    assertThat(outcome.rejection().orElseThrow().retryAfter()).isEqualTo(ofMinutes(5));
  }

  @ParameterizedTest
  @MethodSource("ways")
  void noFallback_callMade_hasItsOwnError(Way way) throws Exception {
    IOException unknown = new IOException("cut off");
    script.fails(unknown);

    Outcome<String> outcome = execute(way, erp.noFallback("Please try again shortly."));

    assertThat(outcome.error()).containsSame(unknown);
  }

  @ParameterizedTest
  @MethodSource("ways")
  void noFallback_circuitOpensAfterAnAttempt_isNotSaidToBeUnsent(Way way) throws Exception {
    IOException unknown = new IOException("cut off");
    script.fails(unknown);

    Outcome<String> outcome =
        execute(
            way,
            erp.noFallback("Please try again shortly.")
                .retry(THREE_ATTEMPTS)
                .circuitBreaker(tripOn(consecutiveFailures(1))));

    assertThat(outcome.error()).containsSame(unknown);
  }

  @ParameterizedTest
  @MethodSource("ways")
  void verdicts_thatThrow_loseNoPermit(Way way) throws Exception {
    CircuitBreaker circuit = CircuitBreaker.named("erp").time(time).build();
    Bulkhead bulkhead = Bulkhead.named("erp").maxConcurrent(1).time(time).build();
    script.returns("ok").fails(new IOException("reset"));
    var pipeline =
        erp.verdicts(
                (result, error) -> {
                  throw new IllegalStateException("broken verdicts");
                })
            .retry(THREE_ATTEMPTS)
            .circuitBreaker(circuit)
            .bulkhead(bulkhead)
            .build();

    Outcome<String> returned = way.execute(pipeline, CallOptions.none(), script, time);
    Outcome<String> threw = way.execute(pipeline, CallOptions.none(), script, time);

    assertThat(returned.error()).get().isInstanceOf(IllegalStateException.class);
    assertThat(threw.error()).get().isInstanceOf(IOException.class);
    assertThat(threw.error().orElseThrow().getSuppressed()).hasSize(1);
    assertThat(bulkhead.inUse()).isZero();
    assertThat(circuit.state()).isEqualTo(CircuitState.CLOSED);
  }

  @ParameterizedTest
  @MethodSource("ways")
  void retry_ofACallThatIsNotIdempotent_isNotMade(Way way) throws Exception {
    script.fails(new IOException("reset"));
    CallOptions once = CallOptions.none().idempotent(false);

    Outcome<String> outcome = way.execute(erp.retry(THREE_ATTEMPTS).build(), once, script, time);

    assertThat(outcome.attempts()).isEqualTo(1);
  }
}
