// SPDX-License-Identifier: Apache-2.0
package io.switchgear.timeout;

import static java.time.Duration.ofMillis;
import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.testkit.VirtualTime;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Calls that end at the very moment of their limit, on real threads: whoever is first, no interrupt
 * of ours is left on the caller's thread, and none of somebody else's is lost.
 */
class TimeoutStormTest {
  private static final int ROUNDS = 10_000;

  private final VirtualTime time = new VirtualTime();
  private final Timeout inner = Timeout.named("inner").after(ofMillis(1)).time(time).build();
  private final Timeout outer = Timeout.named("outer").after(ofMillis(1)).time(time).build();
  private final AtomicInteger begun = new AtomicInteger();
  private final Phaser roundEnd = new Phaser(2);
  private final ExecutorService timer = Executors.newSingleThreadExecutor();
  private int inTime;
  private int exceeded;

  @AfterEach
  void stop() {
    timer.shutdownNow();
  }

  /** How a thread is run: on a platform thread, and on a virtual one where the JDK has them. */
  private enum Kind {
    PLATFORM {
      @Override
      Thread start(Runnable task) {
        Thread thread = new Thread(task);
        thread.start();
        return thread;
      }
    },
    VIRTUAL {
      @Override
      Thread start(Runnable task) throws ReflectiveOperationException {
        var start = Thread.class.getMethod("startVirtualThread", Runnable.class);
        return (Thread) start.invoke(null, task);
      }
    };

    abstract Thread start(Runnable task) throws ReflectiveOperationException;
  }

  private static Stream<Kind> kinds() {
    return Runtime.version().feature() >= 21 ? Stream.of(Kind.values()) : Stream.of(Kind.PLATFORM);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  @org.junit.jupiter.api.Timeout(120)
  void storm_callEndsAsTheTimerFires_noInterruptLeaks(Kind kind) throws Exception {
    storm(
        kind,
        spins -> {
          race(inner, spins);
          assertThat(Thread.currentThread().isInterrupted()).isFalse();
        });
  }

  @ParameterizedTest
  @MethodSource("kinds")
  @org.junit.jupiter.api.Timeout(120)
  void storm_nestedCallsWithTheSameLimit_noInterruptLeaks(Kind kind) throws Exception {
    storm(
        kind,
        spins -> {
          try {
            outer.call(
                () -> {
                  race(inner, spins);
                  return spin(spins);
                });
          } catch (TimeoutExceededException e) {
            assertThat(e.name()).isEqualTo("outer");
          }
          assertThat(Thread.currentThread().isInterrupted()).isFalse();
        });
  }

  @ParameterizedTest
  @MethodSource("kinds")
  @org.junit.jupiter.api.Timeout(120)
  void storm_interruptedBySomebodyElseBefore_thatInterruptStays(Kind kind) throws Exception {
    storm(
        kind,
        spins -> {
          Thread.currentThread().interrupt();
          race(inner, spins);
          assertThat(Thread.interrupted()).isTrue();
        });
  }

  /** One round on the calling thread; the timer fires at some moment of it, or after it. */
  private interface Round {
    void run(int spins);
  }

  private void storm(Kind kind, Round round) throws Exception {
    Future<?> firing = timer.submit(this::fire);
    Throwable[] failure = new Throwable[1];
    Thread caller =
        kind.start(
            () -> {
              try {
                rounds(round);
              } catch (Throwable e) {
                failure[0] = e;
                begun.set(ROUNDS);
                roundEnd.forceTermination();
              }
            });

    caller.join();
    firing.get();

    assertThat(failure[0]).isNull();
    assertThat(inTime + exceeded).isEqualTo(ROUNDS);
    assertThat(time.scheduledTasks()).isZero();
  }

  private void fire() {
    for (int i = 1; i <= ROUNDS; i++) {
      // A wait of the JDK in the other thread would take its interrupt flag away for a moment.
      while (begun.get() < i) {
        Thread.onSpinWait();
      }
      time.advance(ofMillis(1));
      roundEnd.arriveAndAwaitAdvance();
    }
  }

  private void rounds(Round round) {
    SplittableRandom random = new SplittableRandom(ROUNDS);
    for (int i = 0; i < ROUNDS; i++) {
      round.run(random.nextInt(60));
      roundEnd.arriveAndAwaitAdvance();
    }
  }

  /** The timer is let go from inside the call, which goes on for a moment and ends. */
  private void race(Timeout timeout, int spins) {
    try {
      timeout.call(
          () -> {
            begun.incrementAndGet();
            return spin(spins);
          });
      inTime++;
    } catch (TimeoutExceededException e) {
      exceeded++;
    }
  }

  private static int spin(int spins) {
    for (int i = 0; i < spins; i++) {
      Thread.onSpinWait();
    }
    return spins;
  }
}
