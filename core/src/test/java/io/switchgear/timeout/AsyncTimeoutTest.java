// SPDX-License-Identifier: Apache-2.0
package io.switchgear.timeout;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.switchgear.bulkhead.Bulkhead;
import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.circuitbreaker.CircuitState;
import io.switchgear.core.CallOptions;
import io.switchgear.core.Deadline;
import io.switchgear.core.DeadlineOverException;
import io.switchgear.retry.Retry;
import io.switchgear.retry.RetryConfig;
import io.switchgear.testkit.RefusingTime;
import io.switchgear.testkit.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class AsyncTimeoutTest {
  private final VirtualTime time = new VirtualTime();
  private final Timeout timeout = Timeout.named("erp").after(ofSeconds(2)).time(time).build();
  private final List<CompletableFuture<String>> started = new ArrayList<>();

  @Test
  void callAsync_inTime_completesAndCancelsTheTimer() {
    CompletableFuture<String> future = timeout.callAsync(this::start);

    time.advance(ofSeconds(2).minusNanos(1));
    started.get(0).complete("ok");

    assertThat(future).isCompletedWithValue("ok");
    assertThat(time.scheduledTasks()).isZero();
  }

  @Test
  void callAsync_failsInTime_completesWithTheErrorWithoutItsWrapper() {
    IOException reset = new IOException("reset");

    CompletableFuture<String> future =
        timeout.callAsync(() -> CompletableFuture.failedFuture(new CompletionException(reset)));

    assertThat(errorOf(future)).isSameAs(reset);
    assertThat(time.scheduledTasks()).isZero();
  }

  @Test
  void callAsync_atTheLimit_completesAndCancelsTheCall() {
    CompletableFuture<String> future = timeout.callAsync(this::start);

    time.advance(ofSeconds(2));

    assertThat(errorOf(future))
        .isInstanceOf(TimeoutExceededException.class)
        .hasMessage("Timeout erp: the call took longer than PT2S");
    assertThat(started.get(0)).isCancelled();
  }

  @Test
  void callAsync_limitPassesWhileTheCallIsStarted_cancelsWhatWasStarted() {
    CompletableFuture<String> future =
        timeout.callAsync(
            () -> {
              time.advance(ofSeconds(2));
              return start();
            });

    assertThat(errorOf(future)).isInstanceOf(TimeoutExceededException.class);
    assertThat(started.get(0)).isCancelled();
  }

  @Test
  void cancel_cancelsTheCallAndTheTimer() {
    CompletableFuture<String> future = timeout.callAsync(this::start);

    future.cancel(true);

    assertThat(started.get(0)).isCancelled();
    assertThat(time.scheduledTasks()).isZero();
  }

  @Test
  void callAsync_supplierThrows_completesAndCancelsTheTimer() {
    CompletableFuture<String> future =
        timeout.callAsync(
            () -> {
              throw new IllegalStateException("broken");
            });

    assertThat(errorOf(future)).hasMessage("broken");
    assertThat(time.scheduledTasks()).isZero();
  }

  @Test
  void callAsync_timerRefuses_completesAndIsNotStarted() {
    Timeout broken = Timeout.named("erp").time(new RefusingTime(time)).build();

    assertThat(errorOf(broken.callAsync(this::start)))
        .isInstanceOf(RejectedExecutionException.class);
    assertThat(started).isEmpty();
  }

  @Test
  void callAsync_deadlineBeforeTheLimit_endsAtTheDeadline() {
    Deadline deadline = Deadline.after(ofMillis(500), time);

    CompletableFuture<String> future =
        timeout.callAsync(CallOptions.none().deadline(deadline), this::start);
    time.advance(ofMillis(500));

    assertThat(errorOf(future))
        .hasMessage(
            "Timeout erp: the call took longer than PT0.5S,"
                + " all that its caller's deadline had left");
  }

  @Test
  void callAsync_deadlineOverBefore_isNotStarted() {
    CallOptions over = CallOptions.none().deadline(Deadline.after(Duration.ZERO, time));

    assertThat(errorOf(timeout.callAsync(over, this::start)))
        .isInstanceOf(DeadlineOverException.class);
    assertThat(started).isEmpty();
    assertThat(time.scheduledTasks()).isZero();
  }

  @Test
  void caseT7_callsEndedByOurTimeout_openTheCircuit() {
    CircuitBreaker breaker = CircuitBreaker.named("erp").time(time).build();

    for (int i = 0; i < 50; i++) {
      var unused = breaker.callAsync(() -> timeout.callAsync(this::start));
    }
    time.advance(ofSeconds(2));

    assertThat(breaker.state()).isEqualTo(CircuitState.OPEN);
  }

  @Test
  void caseT7_callsCancelledByTheirCaller_leaveTheCircuitClosed() {
    CircuitBreaker breaker = CircuitBreaker.named("erp").time(time).build();

    for (int i = 0; i < 50; i++) {
      var call = breaker.callAsync(() -> timeout.callAsync(this::start));
      time.advance(ofMillis(2));
      call.cancel(true);
    }
    time.advance(ofSeconds(2));

    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
    assertThat(breaker.stats().calls().byVerdict().values()).containsOnly(0L);
    assertThat(started).hasSize(50).allMatch(CompletableFuture::isCancelled);
  }

  @Test
  void caseT11a_outsideARetryThatWaits_noAttemptStartsAfterwards() {
    Retry retry = RetryConfig.fixed(ofSeconds(3)).time(time).build();

    CompletableFuture<String> future =
        timeout.callAsync(() -> retry.callAsync(() -> failed(start(), new IOException("reset"))));
    time.advance(ofSeconds(60));

    assertThat(errorOf(future)).isInstanceOf(TimeoutExceededException.class);
    assertThat(started).hasSize(1);
    assertThat(time.scheduledTasks()).isZero();
  }

  @Test
  @org.junit.jupiter.api.Timeout(60)
  void caseT11d_oneThreadAndQueuedCalls_everyFutureCompletes() throws InterruptedException {
    CountDownLatch release = new CountDownLatch(1);
    ExecutorService pool = Executors.newSingleThreadExecutor();
    List<CompletableFuture<String>> futures = new ArrayList<>();

    for (int i = 0; i < 3; i++) {
      futures.add(timeout.callAsync(() -> supplyWaiting(release, pool)));
    }
    time.advance(ofSeconds(2));

    assertThat(futures)
        .allSatisfy(
            future -> assertThat(errorOf(future)).isInstanceOf(TimeoutExceededException.class));
    release.countDown();
    pool.shutdown();
    assertThat(pool.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  @org.junit.jupiter.api.Timeout(60)
  void caseT11e_poolFullOfSleepers_realTimerStillEndsTheCalls() throws InterruptedException {
    CountDownLatch release = new CountDownLatch(1);
    ExecutorService pool = Executors.newFixedThreadPool(2);
    Timeout real = Timeout.named("erp").after(ofMillis(1)).build();
    List<CompletableFuture<String>> futures = new ArrayList<>();

    for (int i = 0; i < 20; i++) {
      futures.add(real.callAsync(() -> supplyWaiting(release, pool)));
    }

    for (CompletableFuture<String> future : futures) {
      assertThatThrownBy(future::join).hasCauseInstanceOf(TimeoutExceededException.class);
    }
    release.countDown();
    pool.shutdown();
    assertThat(pool.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void caseT11f_timedOutCallThatRunsOn_keepsItsBulkheadPlace() {
    Bulkhead bulkhead = Bulkhead.named("erp").maxConcurrent(1).time(time).build();
    CompletableFuture<String> running = new CompletableFuture<>();

    CompletableFuture<String> future =
        timeout.callAsync(() -> bulkhead.callAsync(() -> running.minimalCompletionStage()));
    time.advance(ofSeconds(2));

    assertThat(errorOf(future)).isInstanceOf(TimeoutExceededException.class);
    assertThat(bulkhead.inUse()).isEqualTo(1);
    running.complete("late");
    assertThat(bulkhead.inUse()).isZero();
  }

  private CompletableFuture<String> start() {
    CompletableFuture<String> one = new CompletableFuture<>();
    started.add(one);
    return one;
  }

  private static CompletableFuture<String> failed(CompletableFuture<String> one, Exception error) {
    one.completeExceptionally(error);
    return one;
  }

  private static CompletableFuture<String> supplyWaiting(
      CountDownLatch release, ExecutorService pool) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            release.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          return "late";
        },
        pool);
  }

  private static Throwable errorOf(CompletableFuture<?> future) {
    assertThat(future).isCompletedExceptionally();
    List<Throwable> errors = new ArrayList<>();
    assertThatThrownBy(future::join).satisfies(e -> errors.add(e.getCause()));
    return errors.get(0);
  }
}
