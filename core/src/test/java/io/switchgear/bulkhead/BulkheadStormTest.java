// SPDX-License-Identifier: Apache-2.0
package io.switchgear.bulkhead;

import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Places conserve while real threads cancel, time out, interrupt and resize as fast as they can:
 * never more calls at once than the largest limit, and nothing left behind.
 */
class BulkheadStormTest {
  private static final int WORKERS = 6;
  private static final int CALLS = 3_000;
  private static final int MAX_LIMIT = 4;

  private final VirtualTime time = new VirtualTime();
  private final Bulkhead bulkhead =
      Bulkhead.named("erp")
          .maxConcurrent(MAX_LIMIT)
          .maxQueued(3)
          .maxWait(Duration.ofMillis(5))
          .time(time)
          .build();
  private final AtomicInteger running = new AtomicInteger();
  private final AtomicInteger mostRunning = new AtomicInteger();
  private final AtomicInteger made = new AtomicInteger();
  private final CountDownLatch workersLeft = new CountDownLatch(WORKERS);
  private final AtomicReferenceArray<Thread> threads = new AtomicReferenceArray<>(WORKERS);

  @Test
  @Timeout(60)
  void storm_ofCancelsTimeoutsInterruptsAndResizes_conservesPlaces() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(WORKERS + 1);
    List<Future<?>> ends = new ArrayList<>();
    for (int i = 0; i < WORKERS; i++) {
      int worker = i;
      ends.add(pool.submit(worker(worker)));
    }
    ends.add(pool.submit(this::disturb));

    for (Future<?> end : ends) {
      end.get();
    }

    pool.shutdown();
    time.advance(Duration.ofSeconds(1));
    assertThat(mostRunning).hasValueLessThanOrEqualTo(MAX_LIMIT);
    assertThat(made).hasPositiveValue();
    assertThat(running).hasValue(0);
    assertThat(bulkhead.inUse()).isZero();
    assertThat(bulkhead.queued()).isZero();
    assertThat(time.scheduledTasks()).isZero();
    bulkhead.resize(MAX_LIMIT);
    for (int i = 0; i < MAX_LIMIT; i++) {
      assertThat(bulkhead.tryAcquire()).isPresent();
    }
    assertThat(bulkhead.tryAcquire()).isEmpty();
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
      switch (random.nextInt(6)) {
        case 0 -> bulkhead.tryAcquire().ifPresent(this::use);
        case 1 -> use(bulkhead.acquire());
        case 2 -> bulkhead.call(this::run);
        case 3 -> acquireAndCancel();
        case 4 -> callAndCancel();
        default -> callThatThrows();
      }
    } catch (InterruptedException | BulkheadRejectedException e) {
      // Both are part of the storm.
    }
  }

  private void use(BulkheadPermit permit) {
    run();
    permit.release();
    permit.close();
  }

  private int run() {
    mostRunning.accumulateAndGet(running.incrementAndGet(), Math::max);
    Thread.onSpinWait();
    running.decrementAndGet();
    return made.incrementAndGet();
  }

  /** Either the cancellation or the place comes first; then the place is used. */
  private void acquireAndCancel() {
    CompletableFuture<BulkheadPermit> future = bulkhead.acquireAsync();
    Thread.onSpinWait();
    if (!future.cancel(false) && !future.isCompletedExceptionally()) {
      use(future.join());
    }
  }

  private void callAndCancel() {
    var future = bulkhead.callAsync(() -> CompletableFuture.completedFuture(run()));
    Thread.onSpinWait();
    future.cancel(true);
  }

  private void callThatThrows() throws InterruptedException {
    try {
      bulkhead.call(
          () -> {
            run();
            throw new IllegalStateException("reset");
          });
    } catch (IllegalStateException e) {
      assertThat(e).hasMessage("reset");
    }
  }

  /** Lets time pass, so that waits end, while it interrupts workers and changes the limit. */
  private Void disturb() {
    SplittableRandom random = new SplittableRandom(WORKERS);
    while (workersLeft.getCount() > 0) {
      time.advance(Duration.ofMillis(1));
      bulkhead.resize(1 + random.nextInt(MAX_LIMIT));
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
  void acquireAsync_whileTheLastPlaceBecomesFree_isNeverForgotten() throws Exception {
    bulkhead.resize(1);
    int rounds = 20_000;
    Phaser gate = new Phaser(2);
    BlockingQueue<CompletableFuture<BulkheadPermit>> joined = new LinkedBlockingQueue<>();
    ExecutorService pool = Executors.newSingleThreadExecutor();
    Future<?> newcomer =
        pool.submit(
            () -> {
              for (int round = 0; round < rounds; round++) {
                gate.arriveAndAwaitAdvance();
                joined.add(bulkhead.acquireAsync());
                gate.arriveAndAwaitAdvance();
              }
            });

    for (int round = 0; round < rounds; round++) {
      BulkheadPermit last = bulkhead.tryAcquire().orElseThrow();
      gate.arriveAndAwaitAdvance();
      last.release();
      gate.arriveAndAwaitAdvance();
      CompletableFuture<BulkheadPermit> future = joined.take();
      assertThat(future).as("round %s", round).isCompleted();
      future.join().release();
    }

    newcomer.get();
    pool.shutdown();
  }
}
