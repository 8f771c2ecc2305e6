// SPDX-License-Identifier: Apache-2.0
package io.switchgear.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.core.KeyLimits;
import io.switchgear.ratelimit.LimiterModel.Bucket;
import io.switchgear.ratelimit.LimiterModel.Counters;
import io.switchgear.ratelimit.LimiterModel.Log;
import io.switchgear.ratelimit.LimiterModel.Pipe;
import io.switchgear.ratelimit.LimiterModel.Supply;
import io.switchgear.ratelimit.LimiterModel.Window;
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
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Real threads take, wait, cancel and interrupt as fast as they can; the limit holds. */
class RateLimiterStormTest {
  private static final int WORKERS = 6;
  private static final int CALLS = 2_000;
  private static final int BURST = 5;
  private static final int ROUNDS = 500;
  private static final Duration INTERVAL = Duration.ofMillis(1);

  private final VirtualTime time = new VirtualTime();
  private final Queue<Decision> granted = new ConcurrentLinkedQueue<>();
  private final CountDownLatch workersLeft = new CountDownLatch(WORKERS);
  private final AtomicReferenceArray<Thread> threads = new AtomicReferenceArray<>(WORKERS);

  static Stream<Arguments> limiters() {
    RateLimiterConfig.Named erp = RateLimiter.named("erp");
    long nanos = INTERVAL.toNanos();
    return Stream.of(
        Arguments.of(erp.tokenBucket(1, INTERVAL, BURST), new Bucket(BURST, nanos)),
        Arguments.of(erp.fixedWindow(BURST, INTERVAL), new Window(BURST, nanos)),
        Arguments.of(erp.slidingWindow(BURST, INTERVAL), new Counters(BURST, nanos)),
        Arguments.of(erp.slidingWindowLog(BURST, INTERVAL), new Log(BURST, nanos)),
        Arguments.of(erp.leakyBucket(1, INTERVAL, BURST), new Pipe(BURST, nanos)));
  }

  @ParameterizedTest
  @MethodSource("limiters")
  @Timeout(60)
  void storm_ofCancelsAndInterrupts_neverExceedsTheLimit(RateLimiterConfig config, Supply supply)
      throws Exception {
    RateLimiter limiter = config.maxWaiting(4).time(time).build();
    int unused = supply.remaining();
    ExecutorService pool = Executors.newFixedThreadPool(WORKERS + 1);
    List<Future<?>> ends = new ArrayList<>();
    for (int i = 0; i < WORKERS; i++) {
      ends.add(pool.submit(worker(limiter, i)));
    }
    ends.add(pool.submit(this::disturb));

    for (Future<?> end : ends) {
      end.get();
    }

    pool.shutdown();
    assertThat(granted).isNotEmpty();
    long now = 0;
    for (long at : granted.stream().mapToLong(Decision::dueNanos).sorted().toArray()) {
      supply.advance(at - now);
      assertThat(supply.remaining()).as("permits at %s ns", at).isPositive();
      supply.take(1);
      now = at;
    }
    time.advance(INTERVAL.multipliedBy(2 * BURST));
    assertThat(limiter.waiting()).isZero();
    assertThat(limiter.remaining()).isEqualTo(unused);
    assertThat(time.scheduledTasks()).isZero();
  }

  private Callable<Void> worker(RateLimiter limiter, int worker) {
    return () -> {
      threads.set(worker, Thread.currentThread());
      SplittableRandom random = new SplittableRandom(worker);
      try {
        for (int i = 0; i < CALLS; i++) {
          call(limiter, random);
        }
      } finally {
        threads.set(worker, null);
        workersLeft.countDown();
      }
      return null;
    };
  }

  private void call(RateLimiter limiter, SplittableRandom random) {
    try {
      switch (random.nextInt(3)) {
        case 0 -> granted.add(limiter.tryAcquire().orThrow());
        case 1 -> granted.add(limiter.acquire(INTERVAL.multipliedBy(3)));
        default -> acquireAndCancel(limiter);
      }
    } catch (InterruptedException | RateLimiterRejectedException e) {
      // Both are part of the storm.
    }
  }

  private void acquireAndCancel(RateLimiter limiter) {
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

  @ParameterizedTest
  @MethodSource("limiters")
  @Timeout(60)
  void keys_thatAreForgottenWhileOthersTakePermits_neverHaveTwoLimits(
      RateLimiterConfig config, Supply supply) throws Exception {
    KeyedRateLimiter<String> limiters = config.time(time).keyed(KeyLimits.maxKeys(8));

    rounds(
        supply.remaining(),
        () -> limiters.forKey("hot"),
        i -> {
          var unused = limiters.forKey("cold " + i);
        });
  }

  /** The new numbers are the old ones, so what may be taken in a round is the same as ever. */
  @ParameterizedTest
  @MethodSource("limiters")
  @Timeout(60)
  void settings_thatChangeWhileOthersTakePermits_neverGiveThemTwice(
      RateLimiterConfig config, Supply supply) throws Exception {
    RateLimiter limiter = config.time(time).build();

    rounds(supply.remaining(), () -> limiter, i -> limiter.reconfigure(config));
  }

  /** In each round two threads take what they can get while a third one disturbs them. */
  private void rounds(int expected, Supplier<RateLimiter> limiter, IntConsumer disturbance)
      throws Exception {
    int takers = 2;
    AtomicInteger taken = new AtomicInteger();
    Phaser gate = new Phaser(takers + 2);
    Runnable taker =
        () -> {
          for (int i = 0; i < BURST; i++) {
            taken.addAndGet(limiter.get().tryAcquire().allowed() ? 1 : 0);
          }
        };
    Runnable disturber =
        () -> {
          for (int i = 0; i < 40; i++) {
            disturbance.accept(i);
          }
        };
    ExecutorService pool = Executors.newFixedThreadPool(takers + 1);
    List<Future<?>> ends = new ArrayList<>();
    for (int i = 0; i < takers; i++) {
      ends.add(pool.submit(inRounds(gate, taker)));
    }
    ends.add(pool.submit(inRounds(gate, disturber)));

    for (int round = 0; round < ROUNDS; round++) {
      gate.arriveAndAwaitAdvance();
      gate.arriveAndAwaitAdvance();
      assertThat(taken.getAndSet(0)).as("round %s", round).isEqualTo(expected);
      time.advance(INTERVAL.multipliedBy(BURST));
    }

    for (Future<?> end : ends) {
      end.get();
    }
    pool.shutdown();
  }

  private static Runnable inRounds(Phaser gate, Runnable part) {
    return () -> {
      for (int round = 0; round < ROUNDS; round++) {
        gate.arriveAndAwaitAdvance();
        part.run();
        gate.arriveAndAwaitAdvance();
      }
    };
  }
}
