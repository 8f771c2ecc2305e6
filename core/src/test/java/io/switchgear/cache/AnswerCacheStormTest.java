// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.cache.Cached.Origin;
import io.switchgear.testkit.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real threads: one call at a time for each key, and nothing is left behind. */
@Timeout(60)
class AnswerCacheStormTest {
  private static final int WORKERS = 6;
  private static final int KEYS = 3;
  private static final Duration FRESH_FOR = Duration.ofMillis(10);
  private static final Duration EXPIRY = Duration.ofMillis(40);

  private final VirtualTime time = new VirtualTime();
  private final ExecutorService refreshers = Executors.newFixedThreadPool(2);
  private final AnswerCache<Integer, Integer> cache =
      AnswerCache.named("rates")
          .freshFor(FRESH_FOR)
          .staleWhileRevalidate(Duration.ofMillis(10))
          .staleIfError(Duration.ofMillis(20))
          .refreshPause(Duration.ofMillis(1))
          .loadWithin(Duration.ofDays(1))
          .refreshOn(refreshers)
          .time(time)
          .build();
  private final AtomicInteger made = new AtomicInteger();
  private final AtomicIntegerArray running = new AtomicIntegerArray(KEYS);
  private final AtomicInteger mostRunning = new AtomicInteger();

  @Test
  void expiry_isNoStampede() throws Exception {
    int rounds = 2_000;
    CyclicBarrier gate = new CyclicBarrier(WORKERS, () -> time.advance(EXPIRY));
    List<Callable<Integer>> workers = new ArrayList<>();
    for (int i = 0; i < WORKERS; i++) {
      workers.add(
          () -> {
            int wrong = 0;
            for (int round = 0; round < rounds; round++) {
              gate.await();
              Cached<Integer> seen = cache.get(0, made::incrementAndGet);
              gate.await();
              boolean shared = seen.origin() == Origin.LOADED || seen.origin() == Origin.FRESH;
              wrong += shared && seen.age().isZero() ? 0 : 1;
            }
            return wrong;
          });
    }

    assertThat(run(workers)).containsOnly(0);

    // The time moves on at the end of each round, too, when nobody asks.
    assertThat(made).hasValue(rounds);
    assertThat(cache.stats().loads().started()).isEqualTo(rounds);
    assertThat(time.scheduledTasks()).isZero();
  }

  @Test
  void endOfFreshness_isNoStampede() throws Exception {
    int rounds = 2_000;
    CyclicBarrier gate = new CyclicBarrier(WORKERS);
    List<Callable<Integer>> workers = new ArrayList<>();
    cache.put(0, 0);
    for (int i = 0; i < WORKERS; i++) {
      int worker = i;
      workers.add(
          () -> {
            for (int round = 0; round < rounds; round++) {
              if (worker == 0) {
                cache.put(0, 0);
                time.advance(FRESH_FOR);
              }
              gate.await();
              var unused = cache.getAsync(0, this::refresh);
              gate.await();
            }
            return 0;
          });
    }

    assertThat(run(workers)).containsOnly(0);

    assertThat(made).hasValue(rounds);
    assertThat(cache.stats().refreshes().started()).isEqualTo(rounds);
  }

  private CompletableFuture<Integer> refresh() {
    return CompletableFuture.completedFuture(made.incrementAndGet());
  }

  @Test
  void storm_ofFailuresInterruptsAndCancels_makesOneCallAtATime_andLeavesNothing()
      throws Exception {
    AtomicReferenceArray<Thread> threads = new AtomicReferenceArray<>(WORKERS);
    CountDownLatch left = new CountDownLatch(WORKERS);
    List<Callable<Integer>> tasks = new ArrayList<>();
    for (int i = 0; i < WORKERS; i++) {
      int worker = i;
      tasks.add(
          () -> {
            threads.set(worker, Thread.currentThread());
            try {
              return work(new SplittableRandom(worker));
            } finally {
              threads.set(worker, null);
              left.countDown();
            }
          });
    }
    tasks.add(() -> disturb(threads, left));

    assertThat(run(tasks)).containsOnly(0);

    refreshers.shutdown();
    assertThat(refreshers.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
    assertThat(mostRunning).hasValue(1);
    assertThat(made).hasPositiveValue();
    assertThat(time.scheduledTasks()).isZero();
    time.advance(EXPIRY);
    for (int key = 0; key < KEYS; key++) {
      assertThat(cache.get(key, () -> -1).value()).isEqualTo(-1);
    }
  }

  /** How often an answer was older than it may be. */
  private int work(SplittableRandom random) {
    int tooOld = 0;
    for (int i = 0; i < 5_000; i++) {
      int key = random.nextInt(KEYS);
      int fate = random.nextInt(10);
      try {
        Cached<Integer> seen =
            random.nextBoolean()
                ? cache.get(key, () -> call(key, fate))
                : async(key, fate, random.nextInt(4) == 0);
        boolean old = seen.origin() != Origin.LOADED && seen.age().compareTo(EXPIRY) >= 0;
        tooOld += old ? 1 : 0;
      } catch (Exception | StackOverflowError e) {
        // All are part of the storm. An interrupt may have left its flag.
        boolean unused = Thread.interrupted();
      }
    }
    return tooOld;
  }

  private Cached<Integer> async(int key, int fate, boolean cancelled) throws Exception {
    CompletableFuture<Cached<Integer>> future = cache.getAsync(key, () -> stage(key, fate));
    if (cancelled) {
      future.cancel(true);
    }
    return future.get();
  }

  private CompletableFuture<Integer> stage(int key, int fate) {
    try {
      return CompletableFuture.completedFuture(call(key, fate));
    } catch (IOException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private int call(int key, int fate) throws IOException {
    mostRunning.accumulateAndGet(running.incrementAndGet(key), Math::max);
    try {
      Thread.onSpinWait();
      if (fate == 0) {
        throw new IOException("reset");
      }
      if (fate == 1) {
        throw new StackOverflowError();
      }
      return made.incrementAndGet();
    } finally {
      running.decrementAndGet(key);
    }
  }

  private int disturb(AtomicReferenceArray<Thread> threads, CountDownLatch left) {
    SplittableRandom random = new SplittableRandom(WORKERS);
    while (left.getCount() > 0) {
      time.advance(Duration.ofMillis(random.nextInt(15)));
      Thread victim = threads.get(random.nextInt(WORKERS));
      if (victim != null && random.nextInt(10) == 0) {
        victim.interrupt();
      }
      Thread.onSpinWait();
    }
    return 0;
  }

  private static List<Integer> run(List<Callable<Integer>> tasks) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(tasks.size());
    List<Future<Integer>> ends = new ArrayList<>();
    for (Callable<Integer> task : tasks) {
      ends.add(pool.submit(task));
    }
    List<Integer> results = new ArrayList<>();
    for (Future<Integer> end : ends) {
      results.add(end.get());
    }
    pool.shutdown();
    return results;
  }
}
