// SPDX-License-Identifier: Apache-2.0
package io.switchgear.hedge;

import static java.time.Duration.ofMillis;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.switchgear.core.AttemptBudget;
import io.switchgear.core.CallOptions;
import io.switchgear.core.Deadline;
import io.switchgear.core.DeadlineOverException;
import io.switchgear.testkit.RefusingTime;
import io.switchgear.testkit.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class HedgeTest {
  private static final Duration DELAY = ofMillis(300);

  private final VirtualTime time = new VirtualTime();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HedgeConfig settings =
      Hedge.named("rates").after(DELAY).idempotent(true).time(time).executor(threads);
  private final Hedge hedge = settings.build();
  private final AtomicInteger attempts = new AtomicInteger();
  private final CountDownLatch never = new CountDownLatch(1);
  private final CountDownLatch interrupted = new CountDownLatch(1);

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  @Test
  void call_endsBeforeTheDelay_returnsAndLeavesNoTimer() throws Exception {
    Thread caller = Thread.currentThread();

    Thread runner = hedge.call(Thread::currentThread);

    assertThat(runner).isNotSameAs(caller);
    assertThat(time.scheduledTasks()).isZero();
    assertThat(hedge.stats().hedges()).isZero();
  }

  @Test
  void call_slowerThanTheDelay_secondAttemptWinsAndTheFirstIsInterrupted() throws Exception {
    String result = hedge.call(() -> attempts.incrementAndGet() == 1 ? hang() : "second");

    assertThat(result).isEqualTo("second");
    interrupted.await();
    assertThat(attempts).hasValue(2);
    assertThat(hedge.stats()).isEqualTo(new HedgeStats(1, 1, 0));
    assertThat(time.scheduledTasks()).isZero();
  }

  @Test
  void call_allAttemptsFail_lastErrorComesOutAsItIs() {
    assertThatThrownBy(() -> hedge.call(() -> fail(attempts.incrementAndGet())))
        .isInstanceOf(IOException.class)
        .hasMessage("attempt 2")
        .hasSuppressedException(new IOException("attempt 1"));
  }

  @Test
  void call_throwsAWrapperOfFutures_itComesOutAsItIs() {
    CompletionException own = new CompletionException(new IOException("inner"));

    assertThatThrownBy(() -> hedge.call(() -> raise(own))).isSameAs(own);
  }

  @Test
  void call_throwsAnError_itComesOutAsItIs() {
    StackOverflowError own = new StackOverflowError();

    assertThatThrownBy(
            () ->
                hedge.call(
                    () -> {
                      attempts.incrementAndGet();
                      throw own;
                    }))
        .isSameAs(own);
    assertThat(attempts).hasValue(1);
  }

  @Test
  void call_callerInterrupted_attemptsAreInterruptedAndTheFlagIsCleared() throws Exception {
    Thread caller = Thread.currentThread();

    assertThatThrownBy(
            () ->
                hedge.call(
                    () -> {
                      caller.interrupt();
                      return awaitInterrupt();
                    }))
        .isInstanceOf(InterruptedException.class);

    assertThat(Thread.currentThread().isInterrupted()).isFalse();
    interrupted.await();
    assertThat(time.scheduledTasks()).isZero();
  }

  @Test
  void call_callerInterruptedAsItEnds_resultIsReturnedAndTheFlagIsSet() throws Exception {
    Thread.currentThread().interrupt();

    String result = settings.executor(Runnable::run).build().call(() -> "ok");

    assertThat(result).isEqualTo("ok");
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void call_nothingSaidAboutRepeating_runsOnTheCallersThread() throws Exception {
    Thread runner = settings.idempotent(false).build().call(Thread::currentThread);

    assertThat(runner).isSameAs(Thread.currentThread());
  }

  @Test
  void call_executorRefusesTheFirstAttempt_runsOnTheCallersThread() throws Exception {
    threads.shutdown();

    Thread runner = hedge.call(Thread::currentThread);

    assertThat(runner).isSameAs(Thread.currentThread());
    assertThat(time.scheduledTasks()).isZero();
  }

  @Test
  void call_executorRefusesTheSecondAttempt_firstOneStands() {
    Hedge refusing =
        settings
            .executor(
                task -> {
                  if (attempts.incrementAndGet() > 1) {
                    throw new RejectedExecutionException("full");
                  }
                  threads.execute(task);
                })
            .build();

    assertThatThrownBy(() -> refusing.call(() -> fail(1)))
        .isInstanceOf(IOException.class)
        .hasMessage("attempt 1")
        .hasSuppressedException(new RejectedExecutionException("full"));
  }

  @Test
  void call_executorIsBroken_itsErrorComesOut() {
    Hedge broken =
        settings
            .executor(
                task -> {
                  throw new IllegalStateException("broken");
                })
            .build();

    assertThatThrownBy(() -> broken.call(() -> "never")).hasMessage("broken");
  }

  @Test
  void call_wonBeforeAnotherAttemptRan_thatOneNeverRuns() throws Exception {
    Queue<Runnable> held = new ConcurrentLinkedQueue<>();
    Executor later =
        task -> {
          if (attempts.get() == 0) {
            threads.execute(task);
          } else {
            held.add(task);
          }
        };
    Hedge holding = settings.executor(later).build();

    String result =
        holding.call(
            () -> {
              if (attempts.incrementAndGet() == 1) {
                passDelay();
              }
              return "attempt " + attempts.get();
            });
    held.forEach(Runnable::run);

    assertThat(result).isEqualTo("attempt 1");
    assertThat(held).hasSize(1);
    assertThat(attempts).hasValue(1);
  }

  @Test
  void call_deadlineOver_isNotMade() {
    CallOptions options = CallOptions.none().deadline(Deadline.after(Duration.ZERO, time));

    assertThatThrownBy(() -> hedge.call(options, attempts::incrementAndGet))
        .isInstanceOf(DeadlineOverException.class);
    assertThat(attempts).hasValue(0);
  }

  @Test
  void call_executorNeverRunsTheTask_endsAtTheDeadline() {
    CallOptions options = CallOptions.none().deadline(Deadline.after(ofMillis(200), time));
    Queue<Runnable> dropped = new ConcurrentLinkedQueue<>();
    Hedge dropping =
        settings
            .executor(
                task -> {
                  dropped.add(task);
                  time.advance(ofMillis(200));
                })
            .build();

    assertThatThrownBy(() -> dropping.call(options, attempts::incrementAndGet))
        .isInstanceOf(DeadlineOverException.class);
    dropped.forEach(Runnable::run);

    assertThat(dropped).hasSize(1);
    assertThat(attempts).hasValue(0);
    assertThat(time.scheduledTasks()).isZero();
  }

  @Test
  void call_executorNeverRunsTheTaskAndNoDeadline_endsAfterTheLongestWait() {
    Queue<Runnable> dropped = new ConcurrentLinkedQueue<>();
    Hedge dropping =
        settings
            .maxWait(ofMillis(200))
            .executor(
                task -> {
                  dropped.add(task);
                  time.advance(ofMillis(200));
                })
            .build();

    assertThatThrownBy(() -> dropping.call(attempts::incrementAndGet))
        .isInstanceOf(RejectedExecutionException.class)
        .hasMessage("No thread has begun an attempt of rates");
    dropped.forEach(Runnable::run);

    assertThat(dropped).hasSize(1);
    assertThat(attempts).hasValue(0);
    assertThat(time.scheduledTasks()).isZero();
  }

  @Test
  void call_executorNeverRunsTheSecondTask_firstOnesResultComesOutAtTheDeadline() {
    CallOptions options = CallOptions.none().deadline(Deadline.after(ofMillis(200), time));
    Hedge dropping =
        settings
            .executor(
                task -> {
                  if (attempts.get() == 0) {
                    task.run();
                  } else {
                    time.advance(ofMillis(200));
                  }
                })
            .build();

    assertThatThrownBy(() -> dropping.call(options, () -> fail(attempts.incrementAndGet())))
        .isInstanceOf(IOException.class)
        .hasMessage("attempt 1");
    assertThat(attempts).hasValue(1);
    assertThat(time.scheduledTasks()).isZero();
  }

  @Test
  void call_taskStartsAfterTheDeadlineButBeforeItsTimer_isNotMade() {
    CallOptions options = CallOptions.none().deadline(Deadline.after(ofMillis(200), time));
    VirtualTime late = new VirtualTime();
    Hedge slow =
        settings
            .time(late)
            .executor(
                task -> {
                  time.advance(ofMillis(200));
                  task.run();
                })
            .build();

    assertThatThrownBy(() -> slow.call(options, attempts::incrementAndGet))
        .isInstanceOf(DeadlineOverException.class);
    assertThat(attempts).hasValue(0);
    assertThat(late.scheduledTasks()).isZero();
  }

  @Test
  void call_deadlineByAnotherClock_isWaitedForAsLongAsItLasts() {
    CallOptions options = CallOptions.none().deadline(Deadline.after(ofMillis(200), time));
    VirtualTime fast = new VirtualTime();
    Hedge dropping =
        settings
            .time(fast)
            .executor(
                task -> {
                  fast.advance(ofMillis(200));
                  time.advance(ofMillis(200));
                  fast.advance(ofMillis(200));
                })
            .build();

    assertThatThrownBy(() -> dropping.call(options, attempts::incrementAndGet))
        .isInstanceOf(DeadlineOverException.class);
    assertThat(fast.scheduledTasks()).isZero();
  }

  @Test
  void call_noTimerForTheDeadline_runsOnTheCallersThread() throws Exception {
    CallOptions options = CallOptions.none().deadline(Deadline.after(ofMillis(200), time));

    Thread runner =
        settings.time(new RefusingTime(time)).build().call(options, Thread::currentThread);

    assertThat(runner).isSameAs(Thread.currentThread());
  }

  @Test
  void call_executorKeepsATaskThatItRefuses_itIsNotMadeTwice() throws Exception {
    Queue<Runnable> kept = new ConcurrentLinkedQueue<>();
    Hedge keeping =
        settings
            .executor(
                task -> {
                  kept.add(task);
                  throw new IllegalStateException("broken");
                })
            .build();

    assertThatThrownBy(() -> keeping.call(attempts::incrementAndGet)).hasMessage("broken");
    kept.forEach(Runnable::run);

    assertThat(attempts).hasValue(0);
  }

  @Test
  void call_withTheDefaultExecutor_runsOnADaemonThread() throws Exception {
    Hedge plain = Hedge.named("rates").idempotent(true).build();

    Thread runner = plain.call(Thread::currentThread);

    assertThat(runner).isNotSameAs(Thread.currentThread());
    assertThat(runner.isDaemon()).isTrue();
  }

  @Test
  void settings_outOfRange_areRefusedWithTheValue() {
    assertThatThrownBy(() -> Hedge.named(" ")).hasMessage("name must not be blank");
    assertThatThrownBy(() -> settings.after(Duration.ZERO))
        .hasMessage("after must be from 1 ms to 366 days, but is PT0S");
    assertThatThrownBy(() -> settings.afterSlowest(Double.NaN))
        .hasMessage("afterSlowest must be from 0.001 to 0.5, but is NaN");
    assertThatThrownBy(() -> settings.maxAttempts(1))
        .hasMessage("maxAttempts must be from 2 to 10, but is 1");
  }

  @Test
  void toString_namesTheSettings() {
    assertThat(hedge)
        .hasToString(
            "rates: at most 2 attempts, another one after PT0.3S,"
                + " budget 5.0 % of calls, min 1.0/s");
    assertThat(Hedge.named("rates").budget(AttemptBudget.unlimited()))
        .hasToString(
            "rates: at most 2 attempts, another one for the slowest 5.0 %, budget unlimited");
  }

  /** Lets the delay pass, then waits for an interrupt. */
  private String hang() throws InterruptedException {
    passDelay();
    return awaitInterrupt();
  }

  private String awaitInterrupt() throws InterruptedException {
    try {
      never.await();
      return "never";
    } catch (InterruptedException e) {
      interrupted.countDown();
      throw e;
    }
  }

  /** The timer is set after the attempt has begun, by another thread. */
  private void passDelay() {
    while (time.scheduledTasks() == 0) {
      Thread.onSpinWait();
    }
    time.advance(DELAY);
  }

  private static String fail(int attempt) throws IOException {
    throw new IOException("attempt " + attempt);
  }

  private static String raise(RuntimeException error) {
    throw error;
  }
}
