// SPDX-License-Identifier: Apache-2.0
package io.switchgear.hedge;

import static java.time.Duration.ofMillis;
import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.core.AttemptBudget;
import io.switchgear.testkit.VirtualTime;
import java.io.IOException;
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
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Attempts that end as the delay passes, on real threads: each call ends once with a result of its
 * own, everything that lost is cancelled, and no thread is left interrupted.
 */
@Timeout(120)
class HedgeStormTest {
  private static final int CALLERS = 4;
  private static final int CALLS = 1_500;

  private final VirtualTime time = new VirtualTime();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HedgeConfig settings =
      Hedge.named("storm")
          .after(ofMillis(1))
          .idempotent(true)
          .budget(AttemptBudget.unlimited())
          .time(time);
  private final AtomicInteger begun = new AtomicInteger();
  private final AtomicInteger ended = new AtomicInteger();
  private final AtomicInteger leaked = new AtomicInteger();
  private final CountDownLatch never = new CountDownLatch(1);

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  /** Where attempts run: on platform threads, and on virtual ones where the JDK has them. */
  private enum Kind {
    PLATFORM {
      @Override
      ExecutorService start() {
        return Executors.newCachedThreadPool();
      }
    },
    VIRTUAL {
      @Override
      ExecutorService start() throws ReflectiveOperationException {
        var start = Executors.class.getMethod("newVirtualThreadPerTaskExecutor");
        return (ExecutorService) start.invoke(null);
      }
    };

    abstract ExecutorService start() throws ReflectiveOperationException;
  }

  private static Stream<Kind> kinds() {
    return Runtime.version().feature() >= 21 ? Stream.of(Kind.values()) : Stream.of(Kind.PLATFORM);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void storm_blocking_oneResultEachAndLosersInterrupted(Kind kind) throws Exception {
    ExecutorService runners = kind.start();
    Hedge hedge =
        settings
            // Time runs ahead of the threads.
            .maxWait(Duration.ofDays(366))
            .executor(
                task ->
                    runners.execute(
                        () -> {
                          task.run();
                          leaked.addAndGet(Thread.interrupted() ? 1 : 0);
                        }))
            .build();

    storm(
        ofMillis(1),
        random -> {
          int call = random.nextInt();
          int first = random.nextInt(4);
          int spins = random.nextInt(2_000);
          AtomicInteger attempts = new AtomicInteger();
          int result = hedge.call(() -> attempt(attempts.incrementAndGet(), first, spins, call));
          assertThat(result).isEqualTo(call);
        });
    runners.shutdown();
    boolean idle = runners.awaitTermination(60, TimeUnit.SECONDS);

    assertThat(idle).as("attempts that hang were interrupted").isTrue();
    assertThat(leaked).hasValue(0);
    assertThat(ended.get()).isEqualTo(begun.get());
    assertThat(hedge.stats().hedges()).isPositive();
    assertThat((long) begun.get()).isLessThanOrEqualTo(CALLERS * CALLS + hedge.stats().hedges());
    assertThat(time.scheduledTasks()).isZero();
  }

  @Test
  void storm_asyncWithCancellation_everythingCompletesAndNoTimerIsLeft() throws Exception {
    Hedge hedge = settings.maxAttempts(3).build();
    Queue<CompletableFuture<Integer>> attempts = new ConcurrentLinkedQueue<>();

    storm(
        ofMillis(1),
        random -> {
          int call = random.nextInt();
          boolean cancelled = random.nextInt(4) == 0;
          int spins = random.nextInt(500);
          CompletableFuture<Integer> future =
              hedge.callAsync(
                  () -> {
                    CompletableFuture<Integer> attempt = new CompletableFuture<>();
                    attempts.add(attempt);
                    threads.execute(() -> finish(attempt, spins, call));
                    return attempt;
                  });
          if (cancelled) {
            spin(spins);
            future.cancel(true);
          }
          Integer result = future.handle((value, error) -> error == null ? value : null).get();
          assertThat(result).isIn(call, null);
        });

    // The last attempt may have begun just before its call was cancelled.
    threads.shutdown();
    assertThat(threads.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
    assertThat(attempts).hasSizeGreaterThan(CALLERS * CALLS / 2).allMatch(Future::isDone);
    assertThat(time.scheduledTasks()).isZero();
  }

  @Test
  void storm_withBudget_hedgesStayWithinIt() throws Exception {
    Hedge hedge =
        settings.executor(threads).budget(AttemptBudget.ofCalls(0.05).minPerSecond(0)).build();

    // Time stands still, so nothing that is earned fades, and a hedge follows failures alone.
    storm(
        Duration.ZERO,
        random -> {
          boolean fails = random.nextInt(4) == 0;
          AtomicInteger attempts = new AtomicInteger();
          try {
            var unused = hedge.call(() -> attemptThatMayFail(attempts.incrementAndGet(), fails));
          } catch (IOException e) {
            assertThat(attempts).hasValue(1);
          }
        });

    long hedges = hedge.stats().hedges();
    assertThat(hedges).isBetween(1L, CALLERS * CALLS / 20L);
    assertThat(hedge.stats().unpaid()).isPositive();
    assertThat((long) begun.get()).isEqualTo(CALLERS * CALLS + hedges);
  }

  /** One call of a storm. */
  private interface Call {
    void make(SplittableRandom random) throws Exception;
  }

  private void storm(Duration step, Call call) throws Exception {
    AtomicInteger callers = new AtomicInteger(CALLERS);
    List<Callable<Void>> workers = new ArrayList<>();
    for (int caller = 0; caller < CALLERS; caller++) {
      SplittableRandom random = new SplittableRandom(caller);
      workers.add(
          () -> {
            try {
              for (int i = 0; i < CALLS; i++) {
                call.make(random);
              }
            } finally {
              callers.decrementAndGet();
            }
            return null;
          });
    }
    Future<?> clock =
        threads.submit(
            () -> {
              while (callers.get() > 0) {
                time.advance(step);
                Thread.onSpinWait();
              }
            });
    for (Future<Void> worker : threads.invokeAll(workers)) {
      worker.get();
    }
    clock.get();
  }

  /** The first attempt hangs, fails, or takes a while; the second one takes a while. */
  private int attempt(int number, int first, int spins, int result) throws Exception {
    begun.incrementAndGet();
    try {
      if (number == 1 && first == 0) {
        never.await();
      } else if (number == 1 && first == 1) {
        throw new IOException("failed on purpose");
      }
      spin(spins);
      return result;
    } finally {
      ended.incrementAndGet();
    }
  }

  private int attemptThatMayFail(int number, boolean fails) throws IOException {
    begun.incrementAndGet();
    if (number == 1 && fails) {
      throw new IOException("failed on purpose");
    }
    return number;
  }

  private static void finish(CompletableFuture<Integer> attempt, int spins, int result) {
    spin(spins);
    if (spins % 5 == 0) {
      attempt.completeExceptionally(new IOException("failed on purpose"));
    } else {
      attempt.complete(result);
    }
  }

  private static void spin(int spins) {
    for (int i = 0; i < spins; i++) {
      Thread.onSpinWait();
    }
  }
}
