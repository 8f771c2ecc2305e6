// SPDX-License-Identifier: Apache-2.0
package io.switchgear.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.switchgear.core.TimeSource;
import io.switchgear.testkit.RefusingTime;
import io.switchgear.testkit.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RateLimiterWaitingTest {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration LONG = Duration.ofHours(1);

  private final VirtualTime time = new VirtualTime();

  /** One permit a second, none left. */
  private final RateLimiter limiter = usedUp(3);

  private RateLimiter usedUp(int burst) {
    RateLimiter fresh =
        RateLimiter.named("erp").tokenBucket(1, SECOND, burst).maxWaiting(5).time(time).build();
    fresh.tryAcquire(burst);
    return fresh;
  }

  private static List<CompletableFuture<Decision>> waiting(RateLimiter limiter, int waiters) {
    return IntStream.range(0, waiters).mapToObj(i -> limiter.acquireAsync(LONG)).toList();
  }

  private static Duration retryAfter(CompletableFuture<Decision> refused) {
    Throwable error = refused.handle((decision, e) -> e).join();
    assertThat(error).isInstanceOf(RateLimiterRejectedException.class);
    return ((RateLimiterRejectedException) error).retryAfter();
  }

  /** Field case R5: resilience4j#1283, #1968, #2336. */
  @Test
  void caseR5_waitIsHopeless_isRefusedAtOnceWithItsRetryAfter() {
    RateLimiter slow =
        RateLimiter.named("erp").tokenBucket(1, Duration.ofSeconds(60), 1).time(time).build();
    slow.tryAcquire();

    assertThatThrownBy(() -> slow.acquire(Duration.ofMillis(400)))
        .isInstanceOfSatisfying(
            RateLimiterRejectedException.class,
            e -> assertThat(e.retryAfter()).isEqualTo(Duration.ofSeconds(60)));
    assertThat(time.nanoTime()).isZero();
    assertThat(slow.waiting()).isZero();
    assertThat(time.scheduledTasks()).isZero();
  }

  @Test
  void acquire_whenThereIsAPermit_returnsAtOnce() throws InterruptedException {
    time.advance(SECOND);

    Decision decision = limiter.acquire(Duration.ZERO);

    assertThat(decision.allowed()).isTrue();
    assertThat(decision.remaining()).isZero();
  }

  @Test
  void acquireAsync_whenTheWaitIsAsLongAsItMay_waits() {
    CompletableFuture<Decision> inTime = limiter.acquireAsync(SECOND);
    CompletableFuture<Decision> tooLate = limiter.acquireAsync(SECOND);

    assertThat(retryAfter(tooLate)).isEqualTo(Duration.ofSeconds(2));
    time.advance(SECOND.minusNanos(1));
    assertThat(inTime).isNotDone();
    time.advance(Duration.ofNanos(1));
    assertThat(inTime).isCompleted();
    assertThat(inTime.join().allowed()).isTrue();
  }

  @Test
  void acquireAsync_manyWaiters_areServedInOrderEachAtItsTime() {
    List<CompletableFuture<Decision>> waiters = waiting(limiter, 4);

    for (int served = 1; served <= 4; served++) {
      time.advance(SECOND);
      assertThat(waiters.subList(0, served)).allMatch(CompletableFuture::isDone);
      assertThat(waiters.subList(served, 4)).noneMatch(CompletableFuture::isDone);
    }
    assertThat(time.scheduledTasks()).isZero();
  }

  @Test
  void acquireAsync_whenTheTimerRunsLate_servesNoMoreThanTheBucketHolds() {
    LateTimer late = new LateTimer();
    RateLimiter paused = RateLimiter.named("erp").tokenBucket(1, SECOND, 2).time(late).build();
    paused.tryAcquire(2);
    List<CompletableFuture<Decision>> waiters = waiting(paused, 5);

    late.nowNanos = Duration.ofSeconds(10).toNanos();
    late.fire();

    assertThat(waiters.subList(0, 2)).allMatch(CompletableFuture::isDone);
    assertThat(waiters.subList(2, 5)).noneMatch(CompletableFuture::isDone);
  }

  @Test
  void cancel_ofOneThatJustGotItsPermit_givesItBack() {
    LateTimer late = new LateTimer();
    RateLimiter paused = RateLimiter.named("erp").tokenBucket(1, SECOND, 2).time(late).build();
    paused.tryAcquire(2);
    List<CompletableFuture<Decision>> waiters = waiting(paused, 3);
    var unused = waiters.get(0).thenAccept(decision -> waiters.get(1).cancel(false));

    late.nowNanos = Duration.ofSeconds(10).toNanos();
    late.fire();

    assertThat(waiters.get(1)).isCancelled();
    assertThat(waiters.get(2)).isCompleted();
    assertThat(paused.remaining()).isZero();
    assertThat(paused.tryAcquire().retryAfter()).isEqualTo(SECOND);
  }

  @Test
  void tryAcquire_whileOthersWait_isRefusedUntilAfterThem() {
    CompletableFuture<Decision> waiter = limiter.acquireAsync(3, LONG);
    time.advance(Duration.ofSeconds(2));

    Decision newcomer = limiter.tryAcquire();

    assertThat(newcomer.allowed()).isFalse();
    assertThat(newcomer.retryAfter()).isEqualTo(Duration.ofSeconds(2));
    assertThat(newcomer.remaining()).isZero();
    time.advance(SECOND);
    assertThat(waiter).isCompleted();
  }

  @Test
  void cancel_ofTheFirst_letsTheOthersMoveUp() {
    List<CompletableFuture<Decision>> waiters = waiting(limiter, 3);

    waiters.get(0).cancel(false);

    assertThat(limiter.waiting()).isEqualTo(2);
    time.advance(SECOND);
    assertThat(waiters.get(1)).isCompleted();
    time.advance(SECOND);
    assertThat(waiters.get(2)).isCompleted();
    assertThat(limiter.waiting()).isZero();
    assertThat(time.scheduledTasks()).isZero();
  }

  @Test
  void cancel_ofAHeavyOneInFront_letsALightOneInAtOnce() {
    CompletableFuture<Decision> heavy = limiter.acquireAsync(3, LONG);
    CompletableFuture<Decision> light = limiter.acquireAsync(LONG);
    time.advance(Duration.ofSeconds(2));
    assertThat(light).isNotDone();

    heavy.cancel(false);

    assertThat(light).isCompleted();
    assertThat(limiter.remaining()).isEqualTo(1);
  }

  @Test
  void cancel_ofAll_leavesTheLimiterAsItWas() {
    List<CompletableFuture<Decision>> waiters = waiting(limiter, 5);

    waiters.forEach(waiter -> waiter.cancel(false));

    assertThat(limiter.tryAcquire().retryAfter()).isEqualTo(SECOND);
    assertThat(time.scheduledTasks()).isZero();
  }

  @Test
  void acquireAsync_whenTooManyWait_isRefusedAtOnce() {
    waiting(limiter, 5);

    CompletableFuture<Decision> sixth = limiter.acquireAsync(LONG);

    assertThat(retryAfter(sixth)).isEqualTo(Duration.ofSeconds(6));
    assertThat(limiter.waiting()).isEqualTo(5);
  }

  @Test
  void acquireAsync_onAFixedWindow_waitsForAWindowWithRoom() {
    RateLimiter window = RateLimiter.named("erp").fixedWindow(10, SECOND).time(time).build();
    window.tryAcquire(6);
    List<CompletableFuture<Decision>> waiters =
        List.of(window.acquireAsync(6, LONG), window.acquireAsync(6, LONG));

    Decision newcomer = window.tryAcquire(4);

    assertThat(newcomer.retryAfter()).isEqualTo(Duration.ofSeconds(2));
    time.advance(SECOND);
    assertThat(waiters.get(0)).isCompleted();
    assertThat(waiters.get(1)).isNotDone();
    time.advance(SECOND);
    assertThat(waiters.get(1)).isCompleted();
    assertThat(window.tryAcquire(4).allowed()).isTrue();
  }

  @Test
  void caseR4_timerIsShutDown_fails() {
    TimeSource broken = new RefusingTime(time);
    RateLimiter noTimer = RateLimiter.named("erp").tokenBucket(1, SECOND, 1).time(broken).build();
    noTimer.tryAcquire();

    CompletableFuture<Decision> waiter = noTimer.acquireAsync(LONG);

    assertThatThrownBy(waiter::join)
        .isInstanceOf(CompletionException.class)
        .hasCauseInstanceOf(RejectedExecutionException.class);
    assertThat(noTimer.waiting()).isZero();
    assertThatThrownBy(() -> noTimer.acquire(LONG)).isInstanceOf(RejectedExecutionException.class);
  }

  @Test
  void acquireAsync_whenNoThreadIsLeftForTheTimer_fails() {
    Error noThread = new OutOfMemoryError("unable to create native thread");
    TimeSource broken = new RefusingTime(time, noThread);
    RateLimiter noTimer = RateLimiter.named("erp").tokenBucket(1, SECOND, 1).time(broken).build();
    noTimer.tryAcquire();

    CompletableFuture<Decision> waiter = noTimer.acquireAsync(LONG);

    assertThatThrownBy(waiter::join).hasCause(noThread);
    assertThat(noTimer.waiting()).isZero();
    assertThatThrownBy(() -> noTimer.acquire(LONG)).isSameAs(noThread);
  }

  @Test
  void acquire_whenInterrupted_leavesTheLine() {
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> limiter.acquire(LONG)).isInstanceOf(InterruptedException.class);

    assertThat(Thread.interrupted()).isFalse();
    assertThat(limiter.waiting()).isZero();
    assertThat(time.scheduledTasks()).isZero();
  }

  /** A time whose timer runs when a test says so. */
  private static final class LateTimer implements TimeSource {
    private long nowNanos;
    private Runnable task = () -> {};

    @Override
    public long nanoTime() {
      return nowNanos;
    }

    @Override
    public Instant wallTime() {
      return Instant.EPOCH;
    }

    @Override
    public ScheduledTask schedule(Duration delay, Runnable scheduled) {
      task = scheduled;
      return () -> task = () -> {};
    }

    void fire() {
      task.run();
    }
  }
}
