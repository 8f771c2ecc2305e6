// SPDX-License-Identifier: Apache-2.0
package io.switchgear.hedge;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.bulkhead.Bulkhead;
import io.switchgear.core.Assessment;
import io.switchgear.core.AttemptBudget;
import io.switchgear.core.CallOptions;
import io.switchgear.core.Deadline;
import io.switchgear.core.DeadlineOverException;
import io.switchgear.core.Verdict;
import io.switchgear.core.Verdicts;
import io.switchgear.testkit.RefusingTime;
import io.switchgear.testkit.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class AsyncHedgeTest {
  private static final Duration DELAY = ofMillis(300);

  private final VirtualTime time = new VirtualTime();
  private final HedgeConfig settings =
      Hedge.named("rates").after(DELAY).idempotent(true).time(time);
  private final Hedge hedge = settings.build();
  private final List<CompletableFuture<String>> attempts = new ArrayList<>();

  @Test
  void callAsync_endsBeforeTheDelay_isOneAttemptAndLeavesNoTimer() {
    CompletableFuture<String> future = hedge.callAsync(this::start);

    time.advance(DELAY.minusNanos(1));
    attempts.get(0).complete("first");
    time.advance(ofSeconds(10));

    assertThat(future).isCompletedWithValue("first");
    assertThat(attempts).hasSize(1);
    assertThat(time.scheduledTasks()).isZero();
  }

  @Test
  void callAsync_slowerThanTheDelay_secondAttemptWinsAndTheFirstIsCancelled() {
    CompletableFuture<String> future = hedge.callAsync(this::start);

    time.advance(DELAY);
    attempts.get(1).complete("second");

    assertThat(future).isCompletedWithValue("second");
    assertThat(attempts.get(0)).isCancelled();
    assertThat(hedge.stats()).isEqualTo(new HedgeStats(1, 1, 0));
    assertThat(time.scheduledTasks()).isZero();
  }

  @Test
  void callAsync_firstWinsLate_secondAttemptIsCancelled() {
    CompletableFuture<String> future = hedge.callAsync(this::start);

    time.advance(DELAY);
    attempts.get(0).complete("first");

    assertThat(future).isCompletedWithValue("first");
    assertThat(attempts.get(1)).isCancelled();
    assertThat(hedge.stats()).isEqualTo(new HedgeStats(1, 0, 0));
  }

  @Test
  void callAsync_threeAttempts_eachWaitsAfterTheOneBefore() {
    Hedge three = settings.maxAttempts(3).build();
    CompletableFuture<String> future = three.callAsync(this::start);

    time.advance(DELAY);
    assertThat(attempts).hasSize(2);
    time.advance(DELAY.minusNanos(1));
    assertThat(attempts).hasSize(2);
    time.advance(ofSeconds(10));
    assertThat(attempts).hasSize(3);
    attempts.get(1).complete("second");

    assertThat(future).isCompletedWithValue("second");
    assertThat(attempts.get(0)).isCancelled();
    assertThat(attempts.get(2)).isCancelled();
  }

  @Test
  void callAsync_attemptFails_anotherBeginsAtOnceAndTheDelayBeginsAnew() {
    Hedge three = settings.maxAttempts(3).build();
    var unused = three.callAsync(this::start);

    time.advance(ofMillis(200));
    attempts.get(0).completeExceptionally(new IOException("reset"));
    assertThat(attempts).hasSize(2);
    time.advance(DELAY.minusNanos(1));
    assertThat(attempts).hasSize(2);
    time.advance(ofMillis(1));

    assertThat(attempts).hasSize(3);
  }

  @Test
  void callAsync_allFail_lastErrorComesOutWithTheOthersSuppressed() {
    IOException first = new IOException("first");
    IOException second = new IOException("second");
    CompletableFuture<String> future = hedge.callAsync(this::start);

    time.advance(DELAY);
    attempts.get(1).completeExceptionally(new CompletionException(second));
    assertThat(future).isNotDone();
    attempts.get(0).completeExceptionally(first);

    assertThat(errorOf(future)).isSameAs(first);
    assertThat(first).hasSuppressedException(second);
    assertThat(time.scheduledTasks()).isZero();
  }

  @Test
  void callAsync_allFailWithTheSameError_itIsNotSuppressedInItself() {
    IOException reset = new IOException("reset");

    CompletableFuture<String> future = hedge.callAsync(() -> CompletableFuture.failedFuture(reset));

    assertThat(errorOf(future)).isSameAs(reset);
    assertThat(reset).hasNoSuppressedExceptions();
  }

  @Test
  void callAsync_errorThatIsThrownAgainAndAgain_carriesABoundedNumberOfOthers() {
    IOException shared = new IOException("shared");
    Hedge unbounded = settings.budget(AttemptBudget.unlimited()).build();

    for (int i = 0; i < 50; i++) {
      CompletableFuture<String> future = unbounded.callAsync(this::start);
      attempts.get(2 * i).completeExceptionally(new IOException("own"));
      attempts.get(2 * i + 1).completeExceptionally(shared);
      assertThat(errorOf(future)).isSameAs(shared);
    }

    assertThat(shared.getSuppressed()).hasSizeLessThan(10);
  }

  @Test
  void callAsync_supplierThrows_isAnAttemptThatFailed() {
    CompletableFuture<String> future =
        hedge.callAsync(
            () -> {
              attempts.add(new CompletableFuture<>());
              throw new IllegalStateException("broken " + attempts.size());
            });

    assertThat(errorOf(future)).hasMessage("broken 2");
    assertThat(errorOf(future).getSuppressed()[0]).hasMessage("broken 1");
    assertThat(time.scheduledTasks()).isZero();
  }

  @Test
  void callAsync_supplierGivesNoStage_fails() {
    CompletableFuture<CompletableFuture<String>> nothing = new CompletableFuture<>();
    nothing.complete(null);

    CompletableFuture<String> future = hedge.callAsync(nothing::join);

    assertThat(errorOf(future)).hasMessage("the call gave no stage");
  }

  @Test
  void callAsync_nothingSaidAboutRepeating_isOneAttempt() {
    var unused = settings.idempotent(false).build().callAsync(this::start);

    time.advance(ofSeconds(10));

    assertThat(attempts).hasSize(1);
  }

  @Test
  void callAsync_callerSaysNotIdempotent_isOneAttempt() {
    CompletableFuture<String> future =
        hedge.callAsync(CallOptions.none().idempotent(false), this::start);

    attempts.get(0).completeExceptionally(new IOException("reset"));

    assertThat(errorOf(future)).hasMessage("reset");
    assertThat(attempts).hasSize(1);
  }

  @Test
  void callAsync_withAnIdempotencyKey_isHedged() {
    CallOptions options = CallOptions.none().idempotencyKey("order-1");
    var unused = settings.idempotent(false).build().callAsync(options, this::start);

    time.advance(DELAY);

    assertThat(attempts).hasSize(2);
  }

  @ParameterizedTest
  @EnumSource(
      value = Verdict.class,
      names = {"IGNORED", "THROTTLED"})
  void callAsync_resultThatNoAttemptWouldBetter_endsTheCall(Verdict verdict) {
    Hedge reading = settings.verdicts((result, error) -> Assessment.of(verdict)).build();
    CompletableFuture<String> future = reading.callAsync(this::start);

    attempts.get(0).complete("400");
    time.advance(ofSeconds(10));

    assertThat(future).isCompletedWithValue("400");
    assertThat(attempts).hasSize(1);
  }

  @Test
  void callAsync_resultThatIsNoSuccess_winsOnlyWhenNoOtherDoes() {
    Hedge reading = settings.maxAttempts(3).verdicts(AsyncHedgeTest::byText).build();
    CompletableFuture<String> future = reading.callAsync(this::start);

    time.advance(DELAY);
    attempts.get(1).complete("throttled");
    assertThat(future).isNotDone();
    time.advance(ofSeconds(10));
    assertThat(attempts).as("throttled: no further attempt").hasSize(2);
    attempts.get(0).complete("ok");

    assertThat(future).isCompletedWithValue("ok");
  }

  @Test
  void callAsync_noSuccess_lastResultComesOut() {
    Hedge reading = settings.verdicts(AsyncHedgeTest::byText).build();
    CompletableFuture<String> future = reading.callAsync(this::start);

    time.advance(DELAY);
    attempts.get(0).complete("throttled");
    attempts.get(1).complete("failed");

    assertThat(future).isCompletedWithValue("failed");
  }

  @Test
  void callAsync_firstAttemptRefusedByAPolicyOfOurs_endsTheCall() {
    CompletableFuture<String> future =
        hedge.callAsync(() -> CompletableFuture.failedFuture(refusal()));

    assertThat(errorOf(future)).isInstanceOf(DeadlineOverException.class);
    assertThat(hedge.stats().hedges()).isZero();
    assertThat(time.scheduledTasks()).isZero();
  }

  @Test
  void callAsync_failedAndTheNextRefused_failureComesOutSinceTheDependencyWasCalled() {
    DeadlineOverException refusal = refusal();
    CompletableFuture<String> future = hedge.callAsync(this::start);

    attempts.get(0).completeExceptionally(new IOException("reset"));
    attempts.get(1).completeExceptionally(refusal);

    assertThat(errorOf(future)).hasMessage("reset").hasSuppressedException(refusal);
  }

  @Test
  void callAsync_deadlineBeforeTheDelay_noSecondAttemptAndNoTimer() {
    var unused = hedge.callAsync(deadlineIn(DELAY), this::start);

    assertThat(time.scheduledTasks()).isZero();
    time.advance(ofSeconds(10));

    assertThat(attempts).hasSize(1);
  }

  @Test
  void callAsync_failsAtTheDeadline_noSecondAttempt() {
    CompletableFuture<String> future = hedge.callAsync(deadlineIn(ofMillis(100)), this::start);

    time.advance(ofMillis(100));
    attempts.get(0).completeExceptionally(new IOException("reset"));

    assertThat(errorOf(future)).hasMessage("reset");
    assertThat(attempts).hasSize(1);
  }

  @Test
  void callAsync_deadlineOver_isNotStarted() {
    CompletableFuture<String> future = hedge.callAsync(deadlineIn(Duration.ZERO), this::start);

    assertThat(errorOf(future)).isInstanceOf(DeadlineOverException.class);
    assertThat(attempts).isEmpty();
  }

  @Test
  void callAsync_budgetUsedUp_isOneAttempt() {
    Hedge poor = settings.budget(AttemptBudget.ofCalls(0.05).minPerSecond(0)).build();
    CompletableFuture<String> future = poor.callAsync(this::start);

    attempts.get(0).completeExceptionally(new IOException("reset"));

    assertThat(errorOf(future)).hasMessage("reset");
    assertThat(attempts).hasSize(1);
    assertThat(poor.stats()).isEqualTo(new HedgeStats(0, 0, 1));
  }

  @Test
  void cancel_cancelsAllAttemptsAndTheTimer() {
    CompletableFuture<String> future = settings.maxAttempts(3).build().callAsync(this::start);
    time.advance(DELAY);

    future.cancel(true);

    assertThat(attempts).hasSize(2).allMatch(CompletableFuture::isCancelled);
    assertThat(time.scheduledTasks()).isZero();
  }

  @Test
  void cancel_whileAnAttemptIsStarted_cancelsWhatWasStarted() {
    List<CompletableFuture<String>> futures = new ArrayList<>();
    futures.add(
        hedge.callAsync(
            () -> {
              futures.forEach(future -> future.cancel(true));
              return start();
            }));

    time.advance(DELAY);

    assertThat(futures.get(0)).isCancelled();
    assertThat(attempts).hasSize(2).allMatch(CompletableFuture::isCancelled);
    assertThat(time.scheduledTasks()).isZero();
  }

  @Test
  void callAsync_timerRefuses_callGoesOnUnhedged() {
    CompletableFuture<String> future =
        settings.time(new RefusingTime(time)).build().callAsync(this::start);

    attempts.get(0).complete("first");

    assertThat(future).isCompletedWithValue("first");
  }

  @Test
  void callAsync_stageThatCannotBeCancelled_losesAllTheSame() {
    List<CompletableFuture<String>> stubborn = new ArrayList<>();
    CompletableFuture<String> future =
        hedge.callAsync(
            () -> {
              stubborn.add(new Stubborn());
              return stubborn.get(stubborn.size() - 1);
            });

    time.advance(DELAY);
    stubborn.get(1).complete("second");

    assertThat(future).isCompletedWithValue("second");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void callAsync_verdictsThrow_futureCompletes(boolean returns) {
    Verdicts<@Nullable Object> broken =
        (result, error) -> {
          throw new IllegalStateException("hook");
        };
    CompletableFuture<String> future = settings.verdicts(broken).build().callAsync(this::start);

    if (returns) {
      attempts.get(0).complete("ok");
    } else {
      attempts.get(0).completeExceptionally(new IOException("reset"));
    }

    assertThat(errorOf(future)).hasMessage(returns ? "hook" : "reset");
    assertThat(attempts).hasSize(1);
  }

  @Test
  void callAsync_attemptCancelledBySomebodyElse_endsTheCall() {
    CompletableFuture<String> future = hedge.callAsync(this::start);

    attempts.get(0).cancel(true);

    assertThat(errorOf(future)).isInstanceOf(CancellationException.class);
  }

  @Test
  void callAsync_eachAttemptThroughABulkhead_loserGivesItsPlaceBack() {
    Bulkhead bulkhead = Bulkhead.named("rates").maxConcurrent(2).build();
    CompletableFuture<String> future = hedge.callAsync(() -> bulkhead.callAsync(this::start));

    time.advance(DELAY);
    assertThat(bulkhead.inUse()).isEqualTo(2);
    attempts.get(1).complete("second");

    assertThat(future).isCompletedWithValue("second");
    assertThat(bulkhead.inUse()).isZero();
  }

  private CompletionStage<String> start() {
    CompletableFuture<String> attempt = new CompletableFuture<>();
    attempts.add(attempt);
    return attempt;
  }

  private CallOptions deadlineIn(Duration duration) {
    return CallOptions.none().deadline(Deadline.after(duration, time));
  }

  private DeadlineOverException refusal() {
    try {
      Deadline.after(Duration.ZERO, time).check("inner");
      throw new AssertionError("the deadline is over");
    } catch (DeadlineOverException e) {
      return e;
    }
  }

  private static Assessment byText(@Nullable Object result, @Nullable Throwable error) {
    return Assessment.of(
        "ok".equals(result)
            ? Verdict.SUCCESS
            : "throttled".equals(result) ? Verdict.THROTTLED : Verdict.FAILURE);
  }

  private static Throwable errorOf(CompletableFuture<?> future) {
    assertThat(future).isCompletedExceptionally();
    return future.handle((result, error) -> error).join();
  }

  /** A future that refuses to be cancelled, loudly. */
  private static final class Stubborn extends CompletableFuture<String> {
    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
      throw new UnsupportedOperationException("never");
    }
  }
}
