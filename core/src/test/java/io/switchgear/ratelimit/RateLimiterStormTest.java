// SPDX-License-Identifier: Apache-2.0
package io.switchgear.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.core.KeyLimits;
import io.switchgear.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real threads take, wait, cancel and interrupt as fast as they can; the limit holds. */
class RateLimiterStormTest {
  private static final int WORKERS = 6;
  private static final int CALLS = 3_000;
  private static final int BURST = 5;
  private static final Duration INTERVAL = Duration.ofMillis(1);

  private final VirtualTime time = new VirtualTime();
  private final RateLimiterConfig config =
      RateLimiter.named("erp").tokenBucket(1, INTERVAL, BURST).maxWaiting(4).time(time);
  private final RateLimiter limiter = config.build();
  private final Queue<Decision> granted = new ConcurrentLinkedQueue<>();
  private final CountDownLatch workersLeft = new CountDownLatch(WORKERS);
  private final AtomicReferenceArray<Thread> threads = new AtomicReferenceArray<>(WORKERS);

  @Test
  @Timeout(60)
  void storm_ofCancelsAndInterrupts_neverExceedsTheLimit() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(WORKERS + 1);
    List<Future<?>> ends = new ArrayList<>();
    for (int i = 0; i < WORKERS; i++) {
      ends.add(pool.submit(worker(i)));
    }
    ends.add(pool.submit(this::disturb));

    for (Future<?> end : ends) {
      end.get();
    }

    pool.shutdown();
    assertThat(granted).isNotEmpty();
    LimiterModel.Bucket bucket = new LimiterModel.Bucket(BURST, INTERVAL.toNanos());
    long now = 0;
    for (long at : granted.stream().mapToLong(Decision::dueNanos).sorted().toArray()) {
      bucket.advance(at - now);
      assertThat(bucket.remaining()).as("permits at %s ns", at).isPositive();
      bucket.take(1);
      now = at;
    }
    time.advance(INTERVAL.multipliedBy(2 * BURST));
    assertThat(limiter.waiting()).isZero();
    assertThat(limiter.remaining()).isEqualTo(BURST);
    assertThat(time.scheduledTasks()).isZero();
  }

  private Callable<Void> worker(int worker) {
    return () -> {
      threads.set(worker, Thread.currentThread());
      SplittableRandom random = new SplittableRandom(worker);
      try {
        for (int i = 0; i < CALLS; i++) {
          call(random);
        }
      } finally {
        threads.set(worker, null);
        workersLeft.countDown();
      }
      return null;
    };
  }

  private void call(SplittableRandom random) {
    try {
      switch (random.nextInt(3)) {
        case 0 -> granted.add(limiter.tryAcquire().orThrow());
        case 1 -> granted.add(limiter.acquire(INTERVAL.multipliedBy(3)));
        default -> acquireAndCancel();
      }
    } catch (InterruptedException | RateLimiterRejectedException e) {
      // Both are part of the storm.
    }
  }

  private void acquireAndCancel() {
    CompletableFuture<Decision> future = limiter.acquireAsync(INTERVAL.multipliedBy(3));
    Thread.onSpinWait();
    if (!future.cancel(false) && !future.isCompletedExceptionally()) {
      granted.add(future.join());
    }
  }

  /** Lets time pass, so that waits end, while it interrupts workers. */
  private Void disturb() {
    SplittableRandom random = new SplittableRandom(WORKERS);
    while (workersLeft.getCount() > 0) {
      time.advance(INTERVAL.dividedBy(1 + random.nextInt(4)));
      Thread victim = threads.get(random.nextInt(WORKERS));
      if (victim != null && random.nextInt(10) == 0) {
        victim.interrupt();
      }
      Thread.onSpinWait();
    }
    return null;
  }

  @Test
  @Timeout(60)
  void keys_thatAreForgottenWhileOthersTakePermits_neverHaveTwoLimits() throws Exception {
    KeyedRateLimiter<String> limiters = config.keyed(KeyLimits.maxKeys(8));
    int rounds = 1_000;
    int takers = 2;
    AtomicInteger taken = new AtomicInteger();
    Phaser gate = new Phaser(takers + 2);
    Callable<Void> taker =
        () -> {
          for (int round = 0; round < rounds; round++) {
            gate.arriveAndAwaitAdvance();
            for (int i = 0; i < BURST; i++) {
              taken.addAndGet(limiters.forKey("hot").tryAcquire().allowed() ? 1 : 0);
            }
            gate.arriveAndAwaitAdvance();
          }
          return null;
        };
    Callable<Void> evictor =
        () -> {
          for (int round = 0; round < rounds; round++) {
            gate.arriveAndAwaitAdvance();
            for (int i = 0; i < 40; i++) {
              limiters.forKey("cold " + i);
            }
            gate.arriveAndAwaitAdvance();
          }
          return null;
        };
    ExecutorService pool = Executors.newFixedThreadPool(takers + 1);
    List<Future<Void>> ends = new ArrayList<>();
    for (int i = 0; i < takers; i++) {
      ends.add(pool.submit(taker));
    }
    ends.add(pool.submit(evictor));

    for (int round = 0; round < rounds; round++) {
      gate.arriveAndAwaitAdvance();
      gate.arriveAndAwaitAdvance();
      assertThat(taken.getAndSet(0)).as("round %s", round).isEqualTo(BURST);
      time.advance(INTERVAL.multipliedBy(BURST));
    }

    for (Future<Void> end : ends) {
      end.get();
    }
    pool.shutdown();
  }
}
