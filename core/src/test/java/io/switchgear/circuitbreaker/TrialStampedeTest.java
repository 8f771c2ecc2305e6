// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import static io.switchgear.circuitbreaker.TripRule.consecutiveFailures;
import static io.switchgear.testkit.Calls.failTimes;
import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.core.Assessment;
import io.switchgear.core.Verdict;
import io.switchgear.testkit.VirtualTime;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Case T4 of the field: many threads ask at the instant at which the cool-down ends. */
class TrialStampedeTest {
  private static final int THREADS = 64;
  private static final int ROUNDS = 1_000;

  private final VirtualTime time = new VirtualTime();

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void caseT4_coolDownEnds_manyThreadsAsk_exactlyTheTrialsRun(int trials) throws Exception {
    CircuitBreaker breaker =
        CircuitBreaker.named("erp")
            .tripOn(consecutiveFailures(1))
            .coolDown(Duration.ofSeconds(1))
            .trialCalls(trials)
            .time(time)
            .build();
    AtomicInteger halfOpened = new AtomicInteger();
    breaker.onTransition(
        transition -> {
          if (transition.to() == CircuitState.HALF_OPEN) {
            halfOpened.incrementAndGet();
          }
        });
    Queue<Permit> permits = new ConcurrentLinkedQueue<>();
    Queue<CircuitRejection> rejections = new ConcurrentLinkedQueue<>();
    Phaser gate = new Phaser(THREADS + 1);
    ExecutorService pool = Executors.newFixedThreadPool(THREADS);
    for (int i = 0; i < THREADS; i++) {
      pool.execute(() -> askEachRound(breaker, gate, permits, rejections));
    }

    try {
      for (int round = 1; round <= ROUNDS; round++) {
        failTimes(breaker, 1);
        time.advance(Duration.ofSeconds(1));
        gate.arriveAndAwaitAdvance();
        gate.arriveAndAwaitAdvance();

        assertThat(permits).as("round %s", round).hasSize(trials);
        assertThat(rejections).hasSize(THREADS - trials);
        assertThat(rejections).allMatch(rejection -> rejection.retryAfter().toNanos() > 0);
        assertThat(halfOpened).hasValue(round);
        permits.forEach(permit -> permit.settle(Assessment.of(Verdict.SUCCESS)));
        assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
        permits.clear();
        rejections.clear();
      }
    } finally {
      gate.forceTermination();
      pool.shutdown();
    }
  }

  private static void askEachRound(
      CircuitBreaker breaker,
      Phaser gate,
      Queue<Permit> permits,
      Queue<CircuitRejection> rejections) {
    for (int round = 1; round <= ROUNDS; round++) {
      gate.arriveAndAwaitAdvance();
      Admission admission = breaker.admit();
      if (admission instanceof Permit permit) {
        permits.add(permit);
      } else {
        rejections.add((CircuitRejection) admission);
      }
      gate.arriveAndAwaitAdvance();
    }
  }
}
