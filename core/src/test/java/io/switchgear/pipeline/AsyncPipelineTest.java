// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import static io.switchgear.retry.RetryConfig.fixed;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.switchgear.bulkhead.Bulkhead;
import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.circuitbreaker.CircuitState;
import io.switchgear.core.AttemptBudget;
import io.switchgear.core.CallOptions;
import io.switchgear.core.RejectionReason;
import io.switchgear.core.Verdict;
import io.switchgear.ratelimit.RateLimiter;
import io.switchgear.retry.RetryConfig;
import io.switchgear.testkit.Calls;
import io.switchgear.testkit.RefusingTime;
import io.switchgear.testkit.VirtualTime;
import io.switchgear.timeout.TimeoutExceededException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What only asynchronous calls can do: be cancelled, never end, hand over no stage. */
@Timeout(60)
class AsyncPipelineTest {
  private static final RetryConfig THREE_ATTEMPTS =
      fixed(ofMillis(100)).noJitter().maxAttempts(3).budget(AttemptBudget.unlimited());

  private final VirtualTime time = new VirtualTime();
  private final PipelineConfig<String> erp = Pipeline.<String>named("erp").time(time);
  private final CircuitBreaker circuit = CircuitBreaker.named("erp").time(time).build();
  private final Bulkhead bulkhead =
      Bulkhead.named("erp").maxConcurrent(1).maxQueued(9).maxWait(ofMinutes(1)).time(time).build();
  private final CompletableFuture<String> attempt = new CompletableFuture<>();

  private CompletionStage<String> hanging() {
    return attempt;
  }

  @AfterEach
  void leaveNothingBehind() {
    assertThat(time.scheduledTasks()).isZero();
    assertThat(bulkhead.queued()).isZero();
  }

  @Test
  void cancel_duringAnAttempt_cancelsItAndCountsNothing() {
    var pipeline = erp.retry(THREE_ATTEMPTS).circuitBreaker(circuit).bulkhead(bulkhead).build();
    CompletableFuture<String> future = pipeline.callAsync(this::hanging);

    future.cancel(true);

    assertThat(attempt).isCancelled();
    assertThat(bulkhead.inUse()).isZero();
    assertThat(circuit.stats().calls().byVerdict().get(Verdict.FAILURE)).isZero();
    assertThat(circuit.stats().permits().released()).isEqualTo(1);
  }

  @Test
  void caseT7_callsCancelledByTheirCallers_areNoFailures() {
    var pipeline = erp.circuitBreaker(circuit).timeout(ofSeconds(2)).build();
    for (int call = 0; call < 50; call++) {
      pipeline.callAsync(CompletableFuture<String>::new).cancel(true);
    }

    assertThat(circuit.state()).isEqualTo(CircuitState.CLOSED);
    assertThat(circuit.stats().permits().settled()).isZero();
  }

  @Test
  void caseT7_callsEndedByOurTimeout_areFailures() {
    var pipeline = erp.circuitBreaker(circuit).timeout(ofSeconds(2)).build();
    List<CompletableFuture<String>> calls = new ArrayList<>();
    for (int call = 0; call < 50; call++) {
      calls.add(pipeline.callAsync(CompletableFuture<String>::new));
    }

    time.advance(ofSeconds(2));

    assertThat(calls).allMatch(CompletableFuture::isCompletedExceptionally);
    assertThat(circuit.state()).isEqualTo(CircuitState.OPEN);
  }

  @Test
  void cancel_ofAHalfOpenTrial_givesItsPlaceBackAtOnce() {
    Calls.failTimes(circuit, 5);
    time.advance(ofSeconds(30));
    var pipeline = erp.circuitBreaker(circuit).build();
    CompletableFuture<String> trial = pipeline.callAsync(this::hanging);
    assertThat(pipeline.execute(() -> "ok").rejection()).isPresent();

    trial.cancel(true);

    assertThat(pipeline.call(() -> "ok")).isEqualTo("ok");
    assertThat(circuit.state()).isEqualTo(CircuitState.CLOSED);
  }

  @Test
  void cancel_duringThePauseBetweenAttempts_makesNoFurtherOne() {
    List<Integer> attempts = new ArrayList<>();
    var pipeline = erp.retry(THREE_ATTEMPTS).build();
    CompletableFuture<String> future =
        pipeline.callAsync(
            () -> {
              attempts.add(1);
              return CompletableFuture.failedFuture(new IOException("reset"));
            });

    future.cancel(true);
    time.advance(ofMinutes(1));

    assertThat(attempts).hasSize(1);
  }

  @Test
  void cancel_inTheQueue_leavesIt() {
    long other = bulkhead.enter(CallOptions.none());
    CompletableFuture<String> future = erp.bulkhead(bulkhead).build().callAsync(this::hanging);
    assertThat(bulkhead.queued()).isEqualTo(1);

    future.cancel(true);

    assertThat(bulkhead.queued()).isZero();
    bulkhead.cancel(other);
    assertThat(bulkhead.inUse()).isZero();
  }

  @Test
  void cancel_whileWaitingForThePermit_givesThePlaceBack() {
    RateLimiter limiter =
        RateLimiter.named("erp")
            .tokenBucket(1, ofMinutes(1), 1)
            .maxWait(ofMinutes(2))
            .time(time)
            .build();
    var unused = limiter.tryAcquire();
    CompletableFuture<String> future =
        erp.bulkhead(bulkhead).rateLimiter(limiter).build().callAsync(this::hanging);
    assertThat(bulkhead.inUse()).isEqualTo(1);

    future.cancel(true);

    assertThat(bulkhead.inUse()).isZero();
    assertThat(limiter.waiting()).isZero();
  }

  @Test
  void cancel_ofAnOperationThatTheCircuitRecords_givesItsPermitBack() {
    Calls.failTimes(circuit, 5);
    time.advance(ofSeconds(30));
    var pipeline =
        erp.retry(THREE_ATTEMPTS).circuitBreaker(circuit).records(Records.OPERATION).build();
    CompletableFuture<String> trial = pipeline.callAsync(this::hanging);

    trial.cancel(true);

    assertThat(pipeline.call(() -> "ok")).isEqualTo("ok");
  }

  @Test
  void caseT11f_timedOutCallThatGoesOn_keepsItsPlaceUntilItEnds() {
    CompletableFuture<String> stubborn =
        new CompletableFuture<>() {
          @Override
          public boolean cancel(boolean mayInterrupt) {
            return false;
          }
        };
    var pipeline = erp.circuitBreaker(circuit).bulkhead(bulkhead).timeout(ofSeconds(2)).build();
    CompletableFuture<String> future = pipeline.callAsync(() -> stubborn);

    time.advance(ofSeconds(2));

    assertThat(future)
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withCauseInstanceOf(TimeoutExceededException.class);
    assertThat(circuit.stats().calls().byVerdict().get(Verdict.FAILURE)).isEqualTo(1);
    assertThat(bulkhead.inUse()).isEqualTo(1);
    stubborn.complete("late");
    assertThat(bulkhead.inUse()).isZero();
    assertThat(circuit.stats().permits().settled()).isEqualTo(1);
  }

  @Test
  void call_endsItsAttempt_whenItsPlaceIsFree() {
    var pipeline = erp.bulkhead(Bulkhead.named("erp").maxConcurrent(1).time(time).build()).build();
    CompletableFuture<String> next =
        pipeline
            .callAsync(this::hanging)
            .thenCompose(
                first -> pipeline.callAsync(() -> CompletableFuture.completedFuture("next")));

    attempt.complete("ok");

    assertThat(next).isCompletedWithValue("next");
  }

  @Test
  void caseR4_secondAttemptThrowsAtOnce_completesWithIt() {
    List<Integer> attempts = new ArrayList<>();
    CompletableFuture<String> future =
        erp.retry(THREE_ATTEMPTS)
            .bulkhead(bulkhead)
            .build()
            .callAsync(
                () -> {
                  attempts.add(1);
                  if (attempts.size() > 1) {
                    throw new IllegalStateException("thrown");
                  }
                  return CompletableFuture.failedFuture(new IOException("reset"));
                });

    time.advance(ofSeconds(1));

    assertThat(future)
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withCauseInstanceOf(IllegalStateException.class);
    assertThat(attempts).hasSize(3);
    assertThat(bulkhead.inUse()).isZero();
  }

  @Test
  @SuppressWarnings("NullAway") // What a careless caller may hand over.
  void callAsync_noStage_completesWithAnError() {
    CompletableFuture<String> future = erp.bulkhead(bulkhead).build().callAsync(() -> null);

    assertThat(future)
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withMessageContaining("the call gave no stage");
    assertThat(bulkhead.inUse()).isZero();
  }

  @Test
  void caseR4_schedulerIsShutDown_completesWithTheLastFailure() {
    Pipeline<String> pipeline = erp.time(new RefusingTime(time)).retry(THREE_ATTEMPTS).build();

    CompletableFuture<String> future =
        pipeline.callAsync(() -> CompletableFuture.failedFuture(new IOException("reset")));

    assertThat(future)
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .havingCause()
        .isInstanceOf(IOException.class)
        .satisfies(
            e ->
                assertThat(e.getSuppressed())
                    .hasAtLeastOneElementOfType(RejectedExecutionException.class));
  }

  @Test
  void timeout_schedulerIsShutDown_givesThePlaceBack() {
    Pipeline<String> pipeline =
        erp.time(new RefusingTime(time)).bulkhead(bulkhead).timeout(ofSeconds(1)).build();

    CompletableFuture<String> future = pipeline.callAsync(this::hanging);

    assertThat(future).isCompletedExceptionally();
    assertThat(bulkhead.inUse()).isZero();
  }

  @Test
  void executeAsync_nothingSaidAboutTheCall_tellsHowItEnded() {
    Outcome<String> outcome =
        erp.build().executeAsync(() -> CompletableFuture.completedFuture("ok")).join();

    assertThat(outcome.value()).isEqualTo("ok");
  }

  @Test
  void executeAsync_schedulerIsShutDown_saysThatNoAttemptWasMade() {
    Pipeline<String> pipeline = erp.time(new RefusingTime(time)).timeout(ofSeconds(1)).build();

    Outcome<String> outcome = pipeline.executeAsync(CallOptions.none(), this::hanging).join();

    assertThat(outcome.error()).containsInstanceOf(RejectedExecutionException.class);
    assertThat(outcome.attempts()).isZero();
  }

  @Test
  void fallback_throwsAnError_stillCompletes() {
    CompletableFuture<String> future =
        erp.fallback(
                () -> {
                  throw new StackOverflowError();
                })
            .build()
            .callAsync(() -> CompletableFuture.failedFuture(new IOException("reset")));

    assertThat(future)
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withCauseInstanceOf(IOException.class);
  }

  @Test
  void executeAsync_callFailsWithAnError_failsWithIt() {
    CompletableFuture<Outcome<String>> future =
        erp.build()
            .executeAsync(
                CallOptions.none(), () -> CompletableFuture.failedFuture(new StackOverflowError()));

    assertThat(future)
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withCauseInstanceOf(StackOverflowError.class);
  }

  @Test
  void callAsync_inContext_seesTheStricterDeadline() {
    List<Duration> left = new ArrayList<>();

    var unused =
        erp.deadline(ofSeconds(8))
            .build()
            .callAsync(
                CallOptions.none(),
                options -> {
                  left.add(options.deadline().remaining());
                  return CompletableFuture.completedFuture("ok");
                });

    assertThat(left).containsExactly(ofSeconds(8));
  }

  @Test
  void interrupt_whileWaitingForAPlace_isARefusal() {
    bulkhead.enter(CallOptions.none());
    Thread.currentThread().interrupt();

    Outcome<String> outcome =
        erp.fallback(() -> "table").bulkhead(bulkhead).build().execute(() -> "ok");

    assertThat(Thread.interrupted()).isTrue();
    assertThat(outcome.rejection().orElseThrow().reason()).isEqualTo(RejectionReason.INTERRUPTED);
  }

  @Test
  void timeout_schedulerIsShutDown_saysNothingAboutTheDependency() throws Exception {
    CircuitBreaker circuit = CircuitBreaker.named("erp").time(time).build();
    Pipeline<String> pipeline =
        erp.time(new RefusingTime(time)).circuitBreaker(circuit).timeout(ofSeconds(1)).build();

    for (int call = 0; call < 10; call++) {
      assertThatThrownBy(() -> pipeline.call(() -> "ok"))
          .isInstanceOf(RejectedExecutionException.class);
      assertThat(pipeline.callAsync(() -> CompletableFuture.completedFuture("ok")))
          .isCompletedExceptionally();
    }

    assertThat(circuit.state()).isEqualTo(CircuitState.CLOSED);
    assertThat(circuit.stats().permits().released()).isEqualTo(20);
  }
}
