// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import static io.switchgear.circuitbreaker.Directive.by;
import static io.switchgear.circuitbreaker.TripRule.consecutiveFailures;
import static io.switchgear.testkit.Calls.failTimes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.switchgear.core.Assessment;
import io.switchgear.core.KeyLimits;
import io.switchgear.core.RejectionReason;
import io.switchgear.core.Verdict;
import io.switchgear.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An outside authority makes a circuit stricter. */
class RestrictionTest {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Directive FLEET = by("fleet").because("instance b tripped");

  private final VirtualTime time = new VirtualTime();
  private final CircuitBreakerConfig settings =
      CircuitBreaker.named("erp").tripOn(consecutiveFailures(2)).coolDown(SECOND).time(time);
  private final CircuitBreaker breaker = settings.build();

  @Test
  void openFor_closedCircuit_rejectsForThatLongAndClosesAgain() {
    assertThat(breaker.restrict(0, Restriction.openFor(SECOND), FLEET)).isTrue();

    CircuitRejection rejection = (CircuitRejection) breaker.admit();
    assertThat(rejection.reason()).isEqualTo(RejectionReason.OPEN);
    assertThat(rejection.retryAfter()).isEqualTo(SECOND);
    assertThat(breaker.snapshot().restrictedBy()).hasValue(FLEET);
    time.advance(SECOND);
    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
    assertThat(breaker.recentTransitions())
        .extracting(transition -> transition.cause().kind())
        .containsExactly(TransitionCause.Kind.OUTSIDE, TransitionCause.Kind.OUTSIDE_OVER);
    assertThat(breaker.recentTransitions().get(0).cause())
        .hasToString("open for 1000 ms, by fleet: instance b tripped");
  }

  @Test
  void halfOpenAfter_closedCircuit_trialsDecide() {
    breaker.restrict(0, Restriction.halfOpenAfter(SECOND), FLEET);

    time.advance(SECOND);

    assertThat(breaker.state()).isEqualTo(CircuitState.HALF_OPEN);
    assertThat(breaker.call(() -> "ok")).isEqualTo("ok");
    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
  }

  @Test
  void openCircuit_longerWaitFromOutside_theLongerHolds() {
    failTimes(breaker, 2);
    breaker.restrict(1, Restriction.openFor(SECOND.multipliedBy(3)), FLEET);

    assertThat(breaker.snapshot().retryAfter()).hasValue(SECOND.multipliedBy(3));
    assertThat(breaker.snapshot().generation()).isEqualTo(1);
    time.advance(SECOND.multipliedBy(3));
    assertThat(breaker.state()).as("it had been open by itself").isEqualTo(CircuitState.HALF_OPEN);
  }

  @Test
  void openCircuit_shorterWaitFromOutside_doesNotEndItsOwn() {
    failTimes(breaker, 2);

    breaker.restrict(1, Restriction.openFor(Duration.ofMillis(10)), FLEET);

    assertThat(breaker.snapshot().retryAfter()).hasValue(SECOND);
  }

  @Test
  void none_endsWhatWasImposedAndNothingElse() {
    breaker.restrict(0, Restriction.openFor(SECOND), FLEET);
    breaker.restrict(1, Restriction.none(), FLEET);
    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);

    failTimes(breaker, 2);
    breaker.restrict(3, Restriction.none(), FLEET);
    assertThat(breaker.state()).isEqualTo(CircuitState.OPEN);
  }

  @Test
  void none_nothingWasImposed_changesNothing() {
    assertThat(breaker.restrict(0, Restriction.none(), FLEET)).isTrue();
    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
    failTimes(breaker, 2);
    time.advance(SECOND);

    assertThat(breaker.restrict(2, Restriction.none(), FLEET)).isTrue();

    assertThat(breaker.state()).isEqualTo(CircuitState.HALF_OPEN);
    assertThat(breaker.snapshot().generation()).isEqualTo(2);
  }

  @Test
  void none_duringTheCoolDown_doesNotShortenIt() {
    failTimes(breaker, 2);
    breaker.restrict(1, Restriction.openFor(SECOND.multipliedBy(3)), FLEET);

    breaker.restrict(1, Restriction.none(), FLEET);

    assertThat(breaker.state()).isEqualTo(CircuitState.OPEN);
    assertThat(breaker.snapshot().retryAfter()).hasValue(SECOND);
  }

  @Test
  void none_atTheEndOfTheCoolDown_isWhatLetsTrialsBegin() {
    failTimes(breaker, 2);
    breaker.restrict(1, Restriction.openFor(SECOND.multipliedBy(3)), FLEET);
    time.advance(SECOND);

    breaker.restrict(1, Restriction.none(), FLEET);

    assertThat(latestCause()).isEqualTo(TransitionCause.Kind.OUTSIDE);
    assertThat(breaker.snapshot().cause().orElseThrow())
        .hasToString("no restriction any more, by fleet: instance b tripped");
  }

  @ParameterizedTest
  @CsvSource({"10, COOL_DOWN_OVER", "1000, COOL_DOWN_OVER", "1001, OUTSIDE_OVER"})
  void openCircuit_causeOfTheTrialsIsWhatLastedLonger(int millis, TransitionCause.Kind cause) {
    failTimes(breaker, 2);
    breaker.restrict(1, Restriction.openFor(Duration.ofMillis(millis)), FLEET);

    time.advance(SECOND.plusMillis(1));

    assertThat(breaker.state()).isEqualTo(CircuitState.HALF_OPEN);
    assertThat(latestCause()).isEqualTo(cause);
  }

  @Test
  void orderEndsWithTheRestriction_circuitIsClosedWithoutADetour() {
    breaker.disable(by("ana").forAtMost(SECOND));
    breaker.restrict(1, Restriction.openFor(SECOND), FLEET);

    time.advance(SECOND);

    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
    assertThat(breaker.recentTransitions())
        .extracting(Transition::to)
        .containsExactly(CircuitState.DISABLED, CircuitState.CLOSED);
  }

  @Test
  void metricsOnly_orderedWhileRestricted_tellsWhatWouldBe() {
    breaker.restrict(0, Restriction.openFor(SECOND), FLEET);

    breaker.metricsOnly(by("ana"));

    assertThat(breaker.snapshot().restrictedBy()).hasValue(FLEET);
    assertThat(breaker.snapshot().evidence())
        .isEqualTo("would be OPEN: closed by itself; opened from outside " + FLEET);
  }

  @Test
  void metricsOnly_orderedWhenTheRestrictionEnds_wouldBeClosedAtOnce() {
    breaker.forceOpen(by("ana"));
    breaker.restrict(1, Restriction.openFor(SECOND), FLEET);
    time.advance(SECOND);

    breaker.metricsOnly(by("ana"));

    assertThat(breaker.snapshot().evidence()).isEqualTo("would be CLOSED: nothing to note");
    assertThat(breaker.snapshot().generation()).isEqualTo(2);
  }

  @Test
  void healthProbe_passesWhenTheRestrictionEnds_trialsBegin() {
    List<Boolean> answers = new ArrayList<>(List.of(false, true));
    CircuitBreaker probed =
        settings
            .healthProbe(
                key -> CompletableFuture.completedFuture(answers.remove(0)), SECOND.dividedBy(2))
            .build();
    failTimes(probed, 2);
    probed.restrict(1, Restriction.openFor(SECOND.dividedBy(2)), FLEET);

    time.advance(SECOND.dividedBy(2));

    assertThat(probed.state()).isEqualTo(CircuitState.HALF_OPEN);
    assertThat(probed.snapshot().cause().orElseThrow().kind())
        .isEqualTo(TransitionCause.Kind.PROBE_PASSED);
  }

  @Test
  void restriction_saysWhatItIs() {
    assertThat(Restriction.halfOpenAfter(SECOND)).hasToString("half-open after 1000 ms");
    assertThat(Restriction.none()).hasToString("no restriction any more");
  }

  @Test
  void anotherGeneration_changesNothing() {
    assertThat(breaker.restrict(1, Restriction.openFor(SECOND), FLEET)).isFalse();

    failTimes(breaker, 2);
    time.advance(SECOND);
    breaker.call(() -> "ok");
    assertThat(breaker.restrict(0, Restriction.openFor(SECOND), FLEET)).isFalse();

    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
    assertThat(breaker.snapshot().restrictedBy()).isEmpty();
  }

  @Test
  void operatorsOrder_comesFirst_thenWhatWasImposedMeanwhile() {
    breaker.disable(by("ana").forAtMost(SECOND));

    breaker.restrict(1, Restriction.halfOpenAfter(SECOND.multipliedBy(2)), FLEET);

    assertThat(breaker.call(() -> "ok")).isEqualTo("ok");
    time.advance(SECOND);
    assertThat(breaker.state()).isEqualTo(CircuitState.OPEN);
    assertThat(breaker.snapshot().retryAfter()).hasValue(SECOND);
    breaker.reset(by("ana"));
    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
  }

  @Test
  void metricsOnly_admitsAndTellsWhatWouldBe() {
    breaker.metricsOnly(by("ana"));

    breaker.restrict(1, Restriction.openFor(SECOND), FLEET);

    assertThat(breaker.call(() -> "ok")).isEqualTo("ok");
    assertThat(breaker.snapshot().cause().orElseThrow().detail())
        .isEqualTo("would be OPEN: open for 1000 ms, by fleet: instance b tripped");
    assertThat(breaker.snapshot().restrictedBy()).hasValue(FLEET);
  }

  @Test
  void trialOut_whenRestricted_isLate() {
    failTimes(breaker, 2);
    time.advance(SECOND);
    Permit trial = (Permit) breaker.admit();

    breaker.restrict(2, Restriction.openFor(SECOND), FLEET);
    trial.settle(Assessment.of(Verdict.SUCCESS));

    assertThat(breaker.state()).isEqualTo(CircuitState.OPEN);
    assertThat(breaker.stats().permits().expired()).isEqualTo(1);
    time.advance(SECOND);
    assertThat(breaker.state()).isEqualTo(CircuitState.HALF_OPEN);
  }

  @Test
  void pauseAskedForBefore_holdsAfterwards() {
    Duration pause = SECOND.multipliedBy(5);
    Permit permit = (Permit) breaker.admit();
    permit.settle(Assessment.of(Verdict.THROTTLED).retryAfter(pause));

    breaker.restrict(0, Restriction.openFor(SECOND), FLEET);
    time.advance(SECOND);

    assertThat(((CircuitRejection) breaker.admit()).reason()).isEqualTo(RejectionReason.PACED);
  }

  @Test
  void healthProbe_asksNotWhenTheCircuitIsOpenFromOutsideOnly() {
    List<Boolean> asked = new ArrayList<>();
    CircuitBreaker probed =
        settings
            .healthProbe(
                key -> {
                  asked.add(true);
                  return CompletableFuture.completedFuture(true);
                },
                Duration.ofMillis(100))
            .build();

    probed.restrict(0, Restriction.openFor(SECOND), FLEET);
    time.advance(SECOND);
    assertThat(asked).isEmpty();

    failTimes(probed, 2);
    int generation = probed.snapshot().generation();
    probed.restrict(generation, Restriction.openFor(SECOND), FLEET);
    time.advance(Duration.ofMillis(500));

    assertThat(asked).hasSize(1);
    assertThat(probed.state()).as("healthy, but restricted").isEqualTo(CircuitState.OPEN);
  }

  @Test
  void keyedCircuit_restrictedOne_isNotForgotten() {
    KeyedCircuitBreaker<String> erp = settings.keyed(KeyLimits.maxKeys(1));
    erp.forKey("a").restrict(0, Restriction.openFor(SECOND), FLEET);

    erp.forKey("b");
    erp.forKey("c");

    assertThat(erp.find("a")).map(CircuitBreaker::state).hasValue(CircuitState.OPEN);
  }

  @Test
  void manyAuthorities_oneGeneration_oneMovesIt() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(8);
    for (int round = 0; round < 500; round++) {
      int generation = breaker.snapshot().generation();
      List<Future<Boolean>> lifts = new ArrayList<>();
      breaker.restrict(generation, Restriction.openFor(SECOND), FLEET);
      for (int i = 0; i < 8; i++) {
        lifts.add(pool.submit(() -> breaker.restrict(generation + 1, Restriction.none(), FLEET)));
      }
      int moved = 0;
      for (Future<Boolean> lift : lifts) {
        moved += lift.get() ? 1 : 0;
      }

      assertThat(moved).isEqualTo(1);
      assertThat(breaker.snapshot().generation()).isEqualTo(generation + 2);
    }
    pool.shutdown();
  }

  @Test
  void badWait_namesArgumentAndValue() {
    assertThatThrownBy(() -> Restriction.openFor(Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("wait must be from 1 ms to 366 days, but is PT0S");
  }

  private TransitionCause.Kind latestCause() {
    return breaker.snapshot().cause().orElseThrow().kind();
  }
}
