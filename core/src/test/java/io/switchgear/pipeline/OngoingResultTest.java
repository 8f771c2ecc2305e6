// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import static io.switchgear.retry.RetryConfig.fixed;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.switchgear.bulkhead.Bulkhead;
import io.switchgear.cache.AnswerCache;
import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.core.AttemptBudget;
import io.switchgear.core.CallOptions;
import io.switchgear.core.LoggedErrors;
import io.switchgear.core.Verdict;
import io.switchgear.hedge.Hedge;
import io.switchgear.retry.RetryConfig;
import io.switchgear.testkit.VirtualTime;
import io.switchgear.timeout.TimeoutExceededException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Results that go on after the call has returned them, such as responses with a body to come. */
@Timeout(60)
class OngoingResultTest {
  private final VirtualTime time = new VirtualTime();
  private final CircuitBreaker circuit = CircuitBreaker.named("erp").time(time).build();
  private final Bulkhead bulkhead = Bulkhead.named("erp").maxConcurrent(1).time(time).build();
  private final PipelineConfig<Download> erp =
      Pipeline.<Download>named("erp").verdicts(Download::read).time(time);
  private final PipelineConfig<Download> guarded = erp.circuitBreaker(circuit).bulkhead(bulkhead);
  private final Download first = new Download(200);
  private final Download unavailable = new Download(503);
  private final Queue<Download> answers = new ArrayDeque<>();

  private CompletionStage<Download> next() {
    return CompletableFuture.completedFuture(answers.remove());
  }

  private long count(Verdict verdict) {
    return circuit.stats().calls().byVerdict().getOrDefault(verdict, 0L);
  }

  /** How a call is made. */
  enum Form {
    /** On the caller's thread. */
    BLOCKING,
    /** As a stage. */
    ASYNC;

    Download call(Pipeline<Download> pipeline, Queue<Download> answers) {
      return switch (this) {
        case BLOCKING -> pipeline.call(answers::remove);
        case ASYNC ->
            pipeline
                .callAsync(() -> CompletableFuture.completedFuture(answers.remove()))
                .getNow(new Download(0));
      };
    }
  }

  @ParameterizedTest
  @EnumSource
  void success_isToldAndItsPlaceGivenBack_whenTheResultIsOver(Form form) {
    answers.add(first);
    Download got = form.call(guarded.build(), answers);
    assertThat(got).isSameAs(first);
    assertThat(bulkhead.inUse()).isOne();
    assertThat(count(Verdict.SUCCESS)).isZero();

    first.end(Verdict.SUCCESS);

    assertThat(bulkhead.inUse()).isZero();
    assertThat(count(Verdict.SUCCESS)).isOne();
    assertThat(first.isDiscarded()).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void resultThatBreaksOff_isAFailure(Form form) {
    answers.addAll(List.of(first, new Download(200)));
    Pipeline<Download> pipeline = guarded.build();
    form.call(pipeline, answers);
    first.end(Verdict.FAILURE);
    Download second = form.call(pipeline, answers);

    second.fail(new IOException("reset"));

    assertThat(count(Verdict.FAILURE)).isEqualTo(2);
    assertThat(count(Verdict.SUCCESS)).isZero();
    assertThat(bulkhead.inUse()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void circuitOfOperations_learnsOfTheEnd(Form form) {
    answers.add(first);
    form.call(erp.circuitBreaker(circuit).records(Records.OPERATION).build(), answers);
    assertThat(count(Verdict.SUCCESS)).isZero();

    first.end(Verdict.FAILURE);

    assertThat(count(Verdict.FAILURE)).isOne();
  }

  @ParameterizedTest
  @EnumSource
  void circuitOfOperations_learnsOfAnUnsuccessfulResultAtOnce(Form form) {
    answers.add(unavailable);

    form.call(erp.circuitBreaker(circuit).records(Records.OPERATION).build(), answers);

    assertThat(count(Verdict.FAILURE)).isOne();
  }

  @ParameterizedTest
  @EnumSource
  void unsuccessfulResult_isToldAtOnceAndKeepsItsPlaceUntilOver(Form form) {
    answers.add(unavailable);

    Download got = form.call(guarded.build(), answers);

    assertThat(got).isSameAs(unavailable);
    assertThat(count(Verdict.FAILURE)).isOne();
    assertThat(bulkhead.inUse()).isOne();
    unavailable.end(Verdict.SUCCESS);
    assertThat(bulkhead.inUse()).isZero();
    assertThat(count(Verdict.SUCCESS)).isZero();
    assertThat(unavailable.isDiscarded()).isFalse();
  }

  private static final RetryConfig RETRY =
      fixed(ofMillis(10)).noJitter().budget(AttemptBudget.unlimited()).idempotent(true);

  @Test
  void retryOfABlockingCall_discardsTheResultBeforeItsNextAttemptNeedsThePlace() throws Exception {
    answers.addAll(List.of(unavailable, first));
    var pipeline = erp.retry(RETRY).circuitBreaker(circuit).bulkhead(bulkhead).build();
    var call = CompletableFuture.supplyAsync(() -> pipeline.call(answers::remove));

    while (!call.isDone()) {
      time.advanceToNextTask();
      Thread.onSpinWait();
    }

    assertThat(call.get()).isSameAs(first);
    assertThat(unavailable.isDiscarded()).isTrue();
    assertThat(first.isDiscarded()).isFalse();
  }

  @Test
  void retry_discardsTheResultBeforeItsNextAttemptNeedsThePlace() {
    answers.addAll(List.of(unavailable, first));
    var pipeline = erp.retry(RETRY).circuitBreaker(circuit).bulkhead(bulkhead).build();

    CompletableFuture<Download> call = pipeline.callAsync(this::next);

    assertThat(unavailable.isDiscarded()).as("while it may still be the answer").isFalse();
    time.advance(ofMillis(10));
    assertThat(unavailable.isDiscarded()).isTrue();
    assertThat(call).isCompletedWithValue(first);
    assertThat(first.isDiscarded()).isFalse();
  }

  @Test
  void retryWhoseWaitIsInterrupted_givesTheResultAsItIs() {
    Download got =
        erp.retry(RETRY)
            .build()
            .call(
                () -> {
                  Thread.currentThread().interrupt();
                  return unavailable;
                });

    assertThat(Thread.interrupted()).isTrue();
    assertThat(got).isSameAs(unavailable);
    assertThat(unavailable.isDiscarded()).isFalse();
  }

  @Test
  void retryThatIsRefused_givesTheRefusalRatherThanADiscardedResult() {
    answers.add(unavailable);
    CompletableFuture<Outcome<Download>> call =
        erp.retry(RETRY).bulkhead(bulkhead).build().executeAsync(this::next);
    unavailable.end(Verdict.SUCCESS);
    long place = bulkhead.enter(CallOptions.none());

    time.advance(ofMillis(10));

    assertThat(call.join().rejection()).isPresent();
    bulkhead.cancel(place);
  }

  @Test
  void callThatIsCancelledBetweenItsAttempts_discardsTheResult() {
    answers.add(unavailable);
    CompletableFuture<Download> call = erp.retry(RETRY).build().callAsync(this::next);

    call.cancel(true);

    assertThat(unavailable.isDiscarded()).isTrue();
    assertThat(time.scheduledTasks()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void hedgedCallThatIsNoSuccess_givesItsResultAsItIs(Form form) {
    answers.addAll(List.of(unavailable, new Download(503)));
    var hedge = Hedge.named("erp").after(ofSeconds(9)).executor(Runnable::run).idempotent(true);

    Download got = form.call(erp.hedge(hedge).build(), answers);

    assertThat(got.isDiscarded()).isFalse();
    assertThat(got == unavailable ? answers.isEmpty() : unavailable.isDiscarded()).isTrue();
  }

  @Test
  void hedgeWhoseExecutorBreaks_isNoCall_andTheCircuitHasItsPermitBack() {
    var hedge =
        Hedge.named("erp")
            .idempotent(true)
            .executor(
                task -> {
                  throw new IllegalStateException("shut");
                });
    var pipeline =
        erp.fallback(() -> first)
            .hedge(hedge)
            .circuitBreaker(circuit)
            .records(Records.OPERATION)
            .build();

    Outcome<Download> outcome = pipeline.execute(() -> unavailable);

    assertThat(outcome.source()).isIn(Source.DEGRADED, Source.NONE);
    assertThat(outcome.attempts()).isZero();
    assertThat(circuit.stats().permits().released()).isOne();
  }

  @Test
  void fallbackForACallerWhoHasStoppedWaiting_isDiscarded() {
    CompletableFuture<Download> call = new CompletableFuture<>();
    CompletableFuture<CompletableFuture<Download>> started = new CompletableFuture<>();
    var pipeline =
        erp.fallback(
                () -> {
                  started.join().completeExceptionally(new TimeoutException("by the caller"));
                  return first;
                })
            .build();
    started.complete(pipeline.callAsync(() -> call));

    call.completeExceptionally(new IOException("down"));

    assertThat(first.isDiscarded()).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void fallback_discardsWhatItTakesThePlaceOf(Form form) {
    answers.add(unavailable);

    Download got = form.call(erp.fallback(() -> first).build(), answers);

    assertThat(got).isSameAs(first);
    assertThat(unavailable.isDiscarded()).isTrue();
    assertThat(first.isDiscarded()).isFalse();
  }

  @Test
  void fallbackThatPassesTheResultOn_doesntDiscardIt() {
    Download got = erp.fallback(Outcome::value).build().call(() -> unavailable);

    assertThat(got).isSameAs(unavailable);
    assertThat(unavailable.isDiscarded()).isFalse();
  }

  @Test
  void resultAfterTheCallerHasGone_isDiscarded() {
    CompletableFuture<Download> late = new UncancellableFuture();
    guarded.build().callAsync(() -> late).cancel(true);
    assertThat(bulkhead.inUse()).isOne();

    late.complete(first);

    assertThat(first.isDiscarded()).isTrue();
    assertThat(bulkhead.inUse()).isZero();
    assertThat(circuit.stats().permits().released()).isOne();
  }

  @Test
  void resultAfterTheTimeout_isDiscarded() {
    CompletableFuture<Download> late = new UncancellableFuture();
    CompletableFuture<Download> call = guarded.timeout(ofSeconds(1)).build().callAsync(() -> late);
    time.advance(ofSeconds(1));
    assertThat(call).isCompletedExceptionally();

    late.complete(first);

    assertThat(first.isDiscarded()).isTrue();
    assertThat(bulkhead.inUse()).isZero();
    assertThat(count(Verdict.FAILURE)).isOne();
  }

  @Test
  void timeoutOfABlockingCallThatReturnedAllTheSame_discardsItsResult() {
    var pipeline = erp.timeout(ofSeconds(1)).build();

    assertThatThrownBy(
            () ->
                pipeline.call(
                    () -> {
                      time.advance(ofSeconds(2));
                      return first;
                    }))
        .isInstanceOf(TimeoutExceededException.class);

    assertThat(first.isDiscarded()).isTrue();
  }

  @Test
  void hedge_discardsTheResultThatLost() {
    var pipeline = erp.hedge(Hedge.named("erp").after(ofMillis(50)).idempotent(true)).build();
    Queue<CompletableFuture<Download>> attempts = new ArrayDeque<>();
    CompletableFuture<Download> call =
        pipeline.callAsync(
            () -> {
              CompletableFuture<Download> attempt = new UncancellableFuture();
              attempts.add(attempt);
              return attempt;
            });
    time.advance(ofMillis(50));
    CompletableFuture<Download> slow = attempts.remove();
    attempts.remove().complete(first);
    Download loser = new Download(200);

    slow.complete(loser);

    assertThat(call).isCompletedWithValue(first);
    assertThat(loser.isDiscarded()).isTrue();
    assertThat(first.isDiscarded()).isFalse();
  }

  @Test
  void cache_doesntTakeIt() {
    var pipeline = erp.cache(AnswerCache.named("erp").freshFor(ofSeconds(1))).build();

    assertThatThrownBy(() -> pipeline.call(CallOptions.none().cacheKey("a"), () -> first))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("read it to its end");

    assertThat(first.isDiscarded()).isTrue();
  }

  @Test
  void cacheOfAsynchronousCalls_doesntTakeIt() {
    var pipeline = erp.cache(AnswerCache.named("erp").freshFor(ofSeconds(1))).build();
    answers.add(first);

    var call = pipeline.callAsync(CallOptions.none().cacheKey("a"), this::next);

    assertThat(call).isCompletedExceptionally();
    assertThat(first.isDiscarded()).isTrue();
  }

  @Test
  void failover_discardsTheAnswerOfTheTargetThatFailed() {
    answers.addAll(List.of(unavailable, first));
    var failover =
        Failover.<String, Download>named("erp")
            .target("one", erp.build(), request -> answers.remove())
            .target("two", erp.build(), request -> answers.remove())
            .build();

    assertThat(failover.call("request")).isSameAs(first);

    assertThat(unavailable.isDiscarded()).isTrue();
    assertThat(first.isDiscarded()).isFalse();
  }

  @Test
  void failover_discardsWhatASubstituteTakesThePlaceOf() {
    var failover =
        Failover.<String, Download>named("erp")
            .target("one", erp.build(), request -> unavailable)
            .otherwise(request -> first)
            .build();

    assertThat(failover.call("request")).isSameAs(first);

    assertThat(unavailable.isDiscarded()).isTrue();
    assertThat(first.isDiscarded()).isFalse();
  }

  @Test
  void fallbackForACallThatThrew_hasNothingToDiscard() {
    Pipeline<Download> pipeline = erp.fallback(() -> first).build();

    try (LoggedErrors logged = new LoggedErrors(Pipeline.class)) {
      Outcome<Download> outcome =
          pipeline.execute(
              () -> {
                throw new IOException("down");
              });

      assertThat(outcome.value()).isSameAs(first);
      assertThat(logged.lines()).isEmpty();
    }
  }

  @Test
  void resultThatCantBeDiscarded_isLogged() {
    Download stuck = new Download(503, new IllegalStateException("stuck"));

    try (LoggedErrors logged = new LoggedErrors(Pipeline.class)) {
      assertThat(erp.fallback(() -> first).build().call(() -> stuck)).isSameAs(first);

      assertThat(logged.lines()).containsExactly("A hook of a policy failed beside a call: stuck");
    }
  }

  @Test
  void failoverWithoutAnotherTarget_givesTheAnswerThatFailed() {
    var failover =
        Failover.<String, Download>named("erp")
            .target("one", erp.build(), request -> unavailable)
            .build();

    assertThat(failover.call("request")).isSameAs(unavailable);

    assertThat(unavailable.isDiscarded()).isFalse();
  }

  /** A call that goes on whatever its caller wants. */
  private static final class UncancellableFuture extends CompletableFuture<Download> {
    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
      return false;
    }
  }
}
