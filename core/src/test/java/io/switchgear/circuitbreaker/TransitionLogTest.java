// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import static io.switchgear.testkit.Calls.failTimes;
import static io.switchgear.testkit.Calls.succeedTimes;
import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.core.Subscription;
import io.switchgear.testkit.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** The ordered log, its listeners and its census. */
class TransitionLogTest {
  private final VirtualTime time = new VirtualTime(Instant.parse("2026-03-01T10:00:00Z"));

  @Test
  void roundTrip_logsSequenceCauseAndTimes() {
    CircuitBreaker breaker = settings().build();
    time.advance(Duration.ofSeconds(5));
    failTimes(breaker, 5);
    time.advance(Duration.ofSeconds(31));
    succeedTimes(breaker, 1);

    List<Transition> log = breaker.recentTransitions();

    assertThat(log)
        .extracting(Transition::toString)
        .containsExactly(
            "#1 erp CLOSED → OPEN: 5 consecutive failures, the last one FAILURE",
            "#2 erp OPEN → HALF_OPEN: cool-down is over",
            "#3 erp HALF_OPEN → CLOSED: 1 of 1 trial calls passed");
    assertThat(log)
        .extracting(Transition::at)
        .containsExactly(
            Instant.parse("2026-03-01T10:00:05Z"),
            Instant.parse("2026-03-01T10:00:35Z"),
            Instant.parse("2026-03-01T10:00:36Z"));
    assertThat(log)
        .extracting(Transition::timeInFrom)
        .containsExactly(Duration.ofSeconds(5), Duration.ofSeconds(30), Duration.ofSeconds(1));
  }

  @Test
  void listener_thatThrows_harmsNeitherCircuitNorOthers() {
    CircuitBreaker breaker = settings().build();
    List<Long> seen = new ArrayList<>();
    breaker.onTransition(
        transition -> {
          throw new AssertionError("a listener's defect");
        });
    breaker.onTransition(transition -> seen.add(transition.sequence()));

    failTimes(breaker, 5);

    assertThat(breaker.state()).isEqualTo(CircuitState.OPEN);
    assertThat(seen).containsExactly(1L);
  }

  @Test
  void listener_thatMovesTheCircuit_getsItsOwnMoveAfterwards() {
    CircuitBreaker breaker = settings().build();
    List<String> seen = new ArrayList<>();
    breaker.onTransition(
        transition -> {
          if (transition.to() == CircuitState.OPEN) {
            breaker.reset(Directive.by("listener"));
          }
          seen.add(transition.from() + "→" + transition.to());
        });

    failTimes(breaker, 5);

    assertThat(seen).containsExactly("CLOSED→OPEN", "OPEN→CLOSED");
  }

  @Test
  void listener_closed_hearsNoMore() {
    CircuitBreaker breaker = settings().build();
    List<Long> seen = new ArrayList<>();
    try (Subscription subscription = breaker.onTransition(t -> seen.add(t.sequence()))) {
      failTimes(breaker, 5);
      assertThat(subscription).isNotNull();
    }

    time.advance(Duration.ofSeconds(30));
    succeedTimes(breaker, 1);

    assertThat(seen).containsExactly(1L);
  }

  @Test
  void log_isBounded_andKeepsTheLatest() {
    CircuitBreaker breaker = settings().build();

    for (int i = 0; i < 1_000; i++) {
      breaker.reset(Directive.by("test"));
    }

    assertThat(breaker.recentTransitions()).hasSize(256);
    assertThat(breaker.recentTransitions().get(255).sequence()).isEqualTo(1_000);
  }

  @RepeatedTest(20)
  void manyThreads_oneOrderWithoutGaps_eachLeavesTheStateThatTheFormerEntered() throws Exception {
    CircuitBreaker breaker = settings().build();
    List<Transition> seen = new ArrayList<>();
    breaker.onTransition(seen::add);
    ExecutorService pool = Executors.newFixedThreadPool(8);

    // Fewer moves than may wait for delivery, so that none is lost to a thread that is held up.
    for (int thread = 0; thread < 8; thread++) {
      boolean forces = thread % 2 == 0;
      pool.execute(() -> move(breaker, forces, 100));
    }
    pool.shutdown();
    assertThat(pool.awaitTermination(60, TimeUnit.SECONDS)).isTrue();

    assertThat(seen).hasSize(800);
    for (int i = 0; i < seen.size(); i++) {
      assertThat(seen.get(i).sequence()).isEqualTo(i + 1);
      CircuitState before = i == 0 ? CircuitState.CLOSED : seen.get(i - 1).to();
      assertThat(seen.get(i).from()).isEqualTo(before);
    }
  }

  private static void move(CircuitBreaker breaker, boolean forces, int times) {
    for (int i = 0; i < times; i++) {
      if (forces) {
        breaker.forceOpen(Directive.by("one"));
      } else {
        breaker.reset(Directive.by("other"));
      }
    }
  }

  @Test
  void stats_countTransitionsAndTimeInEachState() {
    CircuitBreaker breaker = settings().build();
    time.advance(Duration.ofSeconds(10));
    failTimes(breaker, 5);
    time.advance(Duration.ofSeconds(32));
    succeedTimes(breaker, 1);
    time.advance(Duration.ofSeconds(4));

    CircuitStats stats = breaker.stats();

    assertThat(stats.timeInState())
        .isEqualTo(
            Map.of(
                CircuitState.CLOSED,
                Duration.ofSeconds(14),
                CircuitState.OPEN,
                Duration.ofSeconds(30),
                CircuitState.HALF_OPEN,
                Duration.ofSeconds(2),
                CircuitState.FORCED_OPEN,
                Duration.ZERO,
                CircuitState.DISABLED,
                Duration.ZERO,
                CircuitState.METRICS_ONLY,
                Duration.ZERO));
    assertThat(stats.circuits().get(CircuitState.CLOSED)).isEqualTo(1);
    assertThat(stats.transitions())
        .isEqualTo(
            Map.of(
                CircuitState.CLOSED, Map.of(CircuitState.OPEN, 1L),
                CircuitState.OPEN, Map.of(CircuitState.HALF_OPEN, 1L),
                CircuitState.HALF_OPEN, Map.of(CircuitState.CLOSED, 1L)));
    assertThat(stats.permits()).isEqualTo(new CircuitStats.Permits(6, 0, 0));
  }

  private CircuitBreakerConfig settings() {
    return CircuitBreaker.named("erp").time(time);
  }
}
