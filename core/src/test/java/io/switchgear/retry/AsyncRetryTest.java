// SPDX-License-Identifier: Apache-2.0
package io.switchgear.retry;

import static io.switchgear.retry.RetryConfig.exponential;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.switchgear.core.Assessment;
import io.switchgear.core.AttemptBudget;
import io.switchgear.core.CallOptions;
import io.switchgear.core.Deadline;
import io.switchgear.core.DeadlineOverException;
import io.switchgear.core.Verdict;
import io.switchgear.testkit.RefusingTime;
import io.switchgear.testkit.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class AsyncRetryTest {
  private final VirtualTime time = new VirtualTime();
  private final RetryConfig settings = exponential(ofMillis(200)).noJitter().time(time);
  private final FlakyCall down = FlakyCall.down();
  private final List<CompletableFuture<String>> started = new ArrayList<>();

  @Test
  void callAsync_failsTwice_isStartedAgainAfterEachWait() {
    FlakyCall flaky = FlakyCall.failing(2);

    CompletableFuture<String> future = settings.build().callAsync(flaky::start);

    time.advance(ofMillis(199));
    assertThat(flaky.attempts()).isEqualTo(1);
    time.advance(ofMillis(1));
    assertThat(flaky.attempts()).isEqualTo(2);
    time.advance(ofMillis(400));
    assertThat(future).isCompletedWithValue("ok");
    assertThat(time.scheduledTasks()).isZero();
  }

  @Test
  void callAsync_wrappedError_isReadAndReportedWithoutItsWrapper() {
    IOException reset = new IOException("reset");
    Retry retry = settings.maxAttempts(1).build();

    CompletableFuture<String> future =
        retry.callAsync(() -> CompletableFuture.failedFuture(new CompletionException(reset)));

    assertThat(errorOf(future)).isSameAs(reset);
  }

  @Test
  void callAsync_failingResult_isTheResultInTheEnd() {
    Retry retry =
        settings.verdicts((result, error) -> Assessment.of(Verdict.FAILURE)).maxAttempts(2).build();

    CompletableFuture<String> future = retry.callAsync(this::start);
    started.get(0).complete("busy 1");
    time.advance(ofMillis(200));
    started.get(1).complete("busy 2");

    assertThat(future).isCompletedWithValue("busy 2");
  }

  @Test
  void caseR4_laterSupplierThrows_completesWithWhatItThrew() {
    IllegalStateException broken = new IllegalStateException("broken");
    Retry retry = settings.maxAttempts(2).build();

    CompletableFuture<String> future =
        retry.callAsync(
            () -> {
              if (down.attempts() == 0) {
                return down.start();
              }
              throw broken;
            });
    time.advance(ofSeconds(1));

    assertThat(errorOf(future)).isSameAs(broken);
  }

  @Test
  void caseR4_supplierGivesNothing_completesWithAnError() {
    CompletableFuture<CompletableFuture<String>> nothing = new CompletableFuture<>();
    nothing.complete(null);

    CompletableFuture<String> future = settings.maxAttempts(1).build().callAsync(nothing::join);

    assertThat(errorOf(future)).hasMessage("the call gave no stage");
  }

  @Test
  void caseR4_verdictsThrow_completesWithTheFailureAndTheHookErrorSuppressed() {
    IllegalStateException broken = new IllegalStateException("broken");
    RetryConfig config =
        settings.verdicts(
            (result, error) -> {
              throw broken;
            });

    assertThat(errorOf(config.build().callAsync(down::start)))
        .hasMessage("reset 1")
        .hasSuppressedException(broken);
    assertThat(errorOf(config.build().callAsync(() -> CompletableFuture.completedFuture("ok"))))
        .isSameAs(broken);
  }

  @Test
  void caseR4_chanceThrows_completesWithTheFailureAndTheHookErrorSuppressed() {
    IllegalStateException broken = new IllegalStateException("broken");
    Retry retry =
        settings
            .fullJitter()
            .random(
                () -> {
                  throw broken;
                })
            .build();

    assertThat(errorOf(retry.callAsync(down::start)))
        .hasMessage("reset 1")
        .hasSuppressedException(broken);
  }

  @Test
  void caseR4_schedulerRefuses_completesWithTheFailureAndTheRefusalSuppressed() {
    Retry retry = settings.time(new RefusingTime(time)).build();

    assertThat(errorOf(retry.callAsync(down::start)))
        .hasMessage("reset 1")
        .satisfies(e -> assertThat(e.getSuppressed()[0]).hasMessage("shut down"));
  }

  @Test
  void caseR4_listenerThrows_goesOn() {
    Retry retry = settings.build();
    retry.onDecision(
        decision -> {
          throw new IllegalStateException("broken listener");
        });

    CompletableFuture<String> future = retry.callAsync(FlakyCall.failing(1)::start);
    time.advance(ofSeconds(1));

    assertThat(future).isCompletedWithValue("ok");
  }

  @Test
  void cancel_duringAnAttempt_cancelsTheAttempt() {
    CompletableFuture<String> future = settings.build().callAsync(this::start);

    future.cancel(true);

    assertThat(started).singleElement().satisfies(one -> assertThat(one).isCancelled());
    assertThat(time.scheduledTasks()).isZero();
  }

  @Test
  void caseT11a_cancelledDuringAWait_startsNoAttemptAfterwards() {
    CompletableFuture<String> future = settings.build().callAsync(down::start);
    time.advance(ofMillis(100));

    future.cancel(true);

    assertThat(time.scheduledTasks()).isZero();
    time.advance(ofSeconds(60));
    assertThat(down.attempts()).isEqualTo(1);
  }

  @Test
  void cancel_whileTheSupplierRuns_cancelsWhatItStarts() {
    List<CompletableFuture<String>> futures = new ArrayList<>();
    Retry retry = settings.build();

    futures.add(
        retry.callAsync(
            () -> {
              if (!futures.isEmpty()) {
                futures.get(0).cancel(true);
              }
              return start();
            }));
    started.get(0).completeExceptionally(new IOException("reset"));
    time.advance(ofMillis(200));

    assertThat(started).hasSize(2);
    assertThat(started.get(1)).isCancelled();
  }

  @Test
  void cancel_whileAListenerRuns_leavesNoTimerBehind() {
    List<CompletableFuture<String>> futures = new ArrayList<>();
    Retry retry = settings.build();
    retry.onDecision(decision -> futures.get(0).cancel(true));

    futures.add(retry.callAsync(this::start));
    started.get(0).completeExceptionally(new IOException("reset"));

    assertThat(futures.get(0)).isCancelled();
    assertThat(time.scheduledTasks()).isZero();
  }

  @Test
  void callAsync_deadlineOverBefore_isNotStarted() {
    CallOptions over = CallOptions.none().deadline(Deadline.after(Duration.ZERO, time));

    assertThat(errorOf(settings.build().callAsync(over, down::start)))
        .isInstanceOf(DeadlineOverException.class);
    assertThat(down.attempts()).isZero();
  }

  @Test
  void callAsync_wakesUpAfterTheDeadline_endsWithTheLastFailure() {
    CallOptions options = CallOptions.none().deadline(Deadline.after(ofSeconds(1), time));
    Retry retry = settings.time(new LateTime(time)).build();

    assertThat(errorOf(retry.callAsync(options, down::start))).hasMessage("reset 1");
    assertThat(down.attempts()).isEqualTo(1);
  }

  @Test
  void callAsync_manyImmediateFailures_needNoStack() {
    Retry retry =
        RetryConfig.fixed(Duration.ofNanos(1))
            .maxAttempts(1_000)
            .budget(AttemptBudget.unlimited())
            .time(time)
            .build();

    CompletableFuture<String> future = retry.callAsync(down::start);
    time.advance(ofSeconds(1));

    assertThat(errorOf(future)).hasMessage("reset 1000");
  }

  private CompletableFuture<String> start() {
    CompletableFuture<String> one = new CompletableFuture<>();
    started.add(one);
    return one;
  }

  private static Throwable errorOf(CompletableFuture<?> future) {
    assertThat(future).isCompletedExceptionally();
    List<Throwable> errors = new ArrayList<>();
    assertThatThrownBy(future::join).satisfies(e -> errors.add(e.getCause()));
    return errors.get(0);
  }
}
