// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import static io.switchgear.circuitbreaker.TripRule.consecutiveFailures;
import static io.switchgear.circuitbreaker.TripRule.failureRate;
import static io.switchgear.testkit.Calls.failTimes;
import static io.switchgear.testkit.Calls.succeedTimes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.switchgear.core.Assessment;
import io.switchgear.core.RejectionReason;
import io.switchgear.core.Verdict;
import io.switchgear.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Cases T1, T3, R1, R2, R3 and R8 of the field: what trial calls and late results may do. */
class TrialCallsTest {
  private static final Duration COOL_DOWN = Duration.ofSeconds(2);
  private static final Assessment SUCCESS = Assessment.of(Verdict.SUCCESS);
  private static final Assessment FAILURE = Assessment.of(Verdict.FAILURE);
  private static final Assessment IGNORED = Assessment.of(Verdict.IGNORED);

  private final VirtualTime time = new VirtualTime();
  private final List<String> log = new ArrayList<>();

  @Test
  void caseT1a_trialEndsIgnored_givesItsPlaceBack() {
    CircuitBreaker breaker = halfOpen(settings());

    assertThatThrownBy(() -> breaker.call(TrialCallsTest::cancelled))
        .isInstanceOf(CancellationException.class);

    assertThat(breaker.state()).isEqualTo(CircuitState.HALF_OPEN);
    assertThat(breaker.snapshot().trialsOut()).isZero();
    assertThat(log).containsExactly("CLOSED→OPEN", "OPEN→HALF_OPEN");
    succeedTimes(breaker, 1);
    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
  }

  @Test
  void caseT1b_trialCancelledByCaller_givesItsPlaceBack() {
    CircuitBreaker breaker = halfOpen(settings());
    CompletableFuture<String> inner = new CompletableFuture<>();
    CompletableFuture<String> trial = breaker.callAsync(() -> inner);

    assertThat(trial.cancel(false)).isTrue();

    assertThat(inner).isCancelled();
    assertThat(breaker.state()).isEqualTo(CircuitState.HALF_OPEN);
    assertThat(log).containsExactly("CLOSED→OPEN", "OPEN→HALF_OPEN");
    succeedTimes(breaker, 1);
    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
  }

  @Test
  void caseT1c_threeTrials_mostCallsIgnored_closesAfterExactlyThreeSuccesses() {
    CircuitBreaker breaker = halfOpen(settings().trialCalls(3));

    for (int success = 1; success <= 3; success++) {
      assertThat(breaker.state()).isEqualTo(CircuitState.HALF_OPEN);
      for (int i = 0; i < 4; i++) {
        admitted(breaker).settle(IGNORED);
      }
      admitted(breaker).settle(SUCCESS);
    }

    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
  }

  @Test
  void caseT3_lateSuccess_whileHalfOpen_decidesNothing() {
    CircuitBreaker breaker = build(settings());
    Permit early = admitted(breaker);
    time.advance(Duration.ofSeconds(1));
    failTimes(breaker, 5);
    time.advance(COOL_DOWN);
    Permit trial = admitted(breaker);
    time.advance(Duration.ofSeconds(1));

    early.settle(SUCCESS);
    assertThat(breaker.state()).isEqualTo(CircuitState.HALF_OPEN);

    time.advance(Duration.ofSeconds(1));
    trial.settle(FAILURE);
    assertThat(breaker.state()).isEqualTo(CircuitState.OPEN);
    time.advance(COOL_DOWN.minusNanos(1));
    assertThat(breaker.state()).isEqualTo(CircuitState.OPEN);
    time.advance(Duration.ofNanos(1));
    assertThat(breaker.state()).isEqualTo(CircuitState.HALF_OPEN);
    assertThat(breaker.stats().calls().late()).isEqualTo(1);
  }

  @Test
  void caseT3_lateFailure_whileHalfOpen_decidesNothingAndIsNotInTheNewWindow() {
    CircuitBreaker breaker = build(settings().tripOn(failureRate(1.0, 1, 1)));
    Permit early = admitted(breaker);
    Permit second = admitted(breaker);
    failTimes(breaker, 1);
    time.advance(COOL_DOWN);
    Permit trial = admitted(breaker);

    early.settle(FAILURE);
    assertThat(breaker.state()).isEqualTo(CircuitState.HALF_OPEN);

    trial.settle(SUCCESS);
    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
    second.settle(FAILURE);
    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
    assertThat(breaker.stats().calls().late()).isEqualTo(2);
  }

  @ParameterizedTest
  @EnumSource(Verdict.class)
  void caseR1_oldOutcomes_ofTheClosedState_dontDecideHalfOpen(Verdict oldOutcome) {
    CircuitBreaker breaker =
        build(settings().tripOn(failureRate(1.0, 4, 4)).trialCalls(2).coolDown(millis(1)));
    List<Permit> permits = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      permits.add(admitted(breaker));
    }
    permits.subList(0, 4).forEach(permit -> permit.settle(FAILURE));
    time.advance(millis(1));
    Permit running = admitted(breaker);

    permits.subList(4, 6).forEach(permit -> permit.settle(Assessment.of(oldOutcome)));

    assertThat(breaker.state()).isEqualTo(CircuitState.HALF_OPEN);
    assertThat(breaker.snapshot().trialsOut()).isEqualTo(1);
    assertThat(breaker.stats().calls().late()).isEqualTo(2);
    assertThat(running.settle(SUCCESS)).isTrue();
  }

  @Test
  void caseR2_oldOutcomes_ignored_dontMakeRoomForMoreTrials() {
    CircuitBreaker breaker = build(settings().tripOn(failureRate(1.0, 4, 4)).trialCalls(2));
    List<Permit> permits = new ArrayList<>();
    for (int i = 0; i < 14; i++) {
      permits.add(admitted(breaker));
    }
    permits.subList(0, 4).forEach(permit -> permit.settle(FAILURE));
    time.advance(COOL_DOWN);
    admitted(breaker);

    permits.subList(4, 14).forEach(permit -> permit.settle(IGNORED));

    admitted(breaker);
    for (int i = 0; i < 12; i++) {
      assertThat(breaker.admit()).isInstanceOf(CircuitRejection.class);
    }
  }

  @Test
  void caseR2_permit_endedTwice_countsOnce() {
    CircuitBreaker breaker = halfOpen(settings().trialCalls(2));
    Permit first = admitted(breaker);
    Permit second = admitted(breaker);

    assertThat(first.release()).isTrue();
    assertThat(first.release()).isFalse();
    assertThat(first.settle(SUCCESS)).isFalse();

    admitted(breaker);
    assertThat(breaker.admit()).isInstanceOf(CircuitRejection.class);
    assertThat(second.settle(IGNORED)).isTrue();
  }

  @Test
  void caseR3_reset_leavesNoTimerBehind() {
    CircuitBreaker breaker = build(settings().coolDown(millis(600)));
    failTimes(breaker, 5);
    time.advance(millis(100));
    breaker.reset(Directive.by("test"));
    time.advance(millis(300));
    failTimes(breaker, 5);

    time.advance(millis(200));
    assertThat(breaker.state()).isEqualTo(CircuitState.OPEN);
    time.advance(millis(399));
    assertThat(breaker.state()).isEqualTo(CircuitState.OPEN);
    time.advance(millis(1));
    assertThat(breaker.state()).isEqualTo(CircuitState.HALF_OPEN);
    assertThat(time.scheduledTasks()).isZero();
  }

  @Test
  void caseR8_stageThatNeverCompletes_losesItsTrialAtTheTimeLimit() {
    CircuitBreaker breaker = halfOpen(settings().trialCalls(2).trialTimeout(millis(500)));
    CompletableFuture<String> first = breaker.callAsync(CompletableFuture::new);
    CompletableFuture<String> second = breaker.callAsync(CompletableFuture::new);
    assertThat(breaker.admit()).isInstanceOf(CircuitRejection.class);

    time.advance(millis(499));
    assertThat(breaker.state()).isEqualTo(CircuitState.HALF_OPEN);
    time.advance(millis(1));

    assertThat(breaker.state()).isEqualTo(CircuitState.OPEN);
    time.advance(COOL_DOWN);
    succeedTimes(breaker, 100);
    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
    assertThat(first.complete("late")).isTrue();
    assertThat(second.complete("late")).isTrue();
    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
    assertThat(breaker.stats().permits().expired()).isEqualTo(2);
  }

  @Test
  void trialTimeout_noticedLate_isDatedAtTheLimit() {
    CircuitBreaker breaker = halfOpen(settings().trialTimeout(millis(500)));
    admitted(breaker);

    // Nobody looks until the second cool-down is over as well.
    time.advance(millis(500).plus(COOL_DOWN));

    assertThat(breaker.state()).isEqualTo(CircuitState.HALF_OPEN);
    assertThat(log)
        .containsExactly("CLOSED→OPEN", "OPEN→HALF_OPEN", "HALF_OPEN→OPEN", "OPEN→HALF_OPEN");
  }

  @Test
  void caseR8_trialThatThrowsAnError_givesItsPlaceBack() {
    CircuitBreaker breaker = halfOpen(settings());

    assertThatThrownBy(() -> breaker.call(TrialCallsTest::error))
        .isInstanceOf(AssertionError.class);

    succeedTimes(breaker, 1);
    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
  }

  @Test
  void caseR8_verdictsThatThrow_giveThePlaceBack() {
    List<String> thrown = new ArrayList<>(List.of("once", "twice"));
    CircuitBreaker breaker =
        build(
            settings()
                .verdicts(
                    (result, error) -> {
                      if ("trial".equals(result) && !thrown.isEmpty()) {
                        throw new IllegalStateException(thrown.remove(0));
                      }
                      return Assessment.of(error == null ? Verdict.SUCCESS : Verdict.FAILURE);
                    }));
    failTimes(breaker, 5);
    time.advance(COOL_DOWN);

    assertThatThrownBy(() -> breaker.call(() -> "trial")).hasMessage("once");
    assertThat(breaker.callAsync(() -> CompletableFuture.completedFuture("trial")))
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withMessageContaining("twice");

    assertThat(breaker.call(() -> "trial")).isEqualTo("trial");
    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
  }

  @Test
  void verdictsThatThrowOnAnError_keepTheErrorAndSuppressTheirs() {
    CircuitBreaker breaker =
        build(
            settings()
                .verdicts(
                    (result, error) -> {
                      throw new IllegalStateException("hook");
                    }));

    assertThatThrownBy(() -> breaker.call(TrialCallsTest::cancelled))
        .isInstanceOf(CancellationException.class)
        .satisfies(e -> assertThat(e.getSuppressed()[0]).hasMessage("hook"));
    assertThat(breaker.stats().permits().released()).isEqualTo(1);
  }

  @Test
  void thresholdAboveTrialCalls_trialsFollowOneAnother() {
    CircuitBreaker breaker = halfOpen(settings().trialCalls(1).successThreshold(3));

    for (int i = 0; i < 3; i++) {
      assertThat(breaker.state()).isEqualTo(CircuitState.HALF_OPEN);
      Permit trial = admitted(breaker);
      assertThat(breaker.admit()).isInstanceOf(CircuitRejection.class);
      trial.settle(SUCCESS);
    }

    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
  }

  @Test
  void someTrialsPassed_noMoreAreAdmittedThanStillNeeded() {
    CircuitBreaker breaker = halfOpen(settings().trialCalls(3));
    Permit first = admitted(breaker);
    Permit second = admitted(breaker);
    first.settle(SUCCESS);
    second.settle(SUCCESS);

    Permit last = admitted(breaker);

    assertThat(breaker.admit()).isInstanceOf(CircuitRejection.class);
    last.settle(SUCCESS);
    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
  }

  @Test
  void lowerThresholdLive_asManyHavePassedAlready_closes() {
    CircuitBreaker breaker = halfOpen(settings().trialCalls(3));
    admitted(breaker).settle(SUCCESS);

    breaker.reconfigure(settings().trialCalls(3).successThreshold(1));

    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
  }

  @Test
  void placeIsFree_snapshotNamesNoReasonToReject() {
    CircuitBreaker breaker = halfOpen(settings());
    assertThat(breaker.snapshot().reason()).isEmpty();
    assertThat(breaker.snapshot().retryAfter()).isEmpty();

    admitted(breaker);

    assertThat(breaker.snapshot().reason()).hasValue(RejectionReason.TRIALS_TAKEN);
  }

  @Test
  void manyTrials_oneFails_reopensAndTakesTheOthersBack() {
    CircuitBreaker breaker = halfOpen(settings().trialCalls(3));
    Permit first = admitted(breaker);
    Permit second = admitted(breaker);
    Permit third = admitted(breaker);

    first.settle(SUCCESS);
    second.settle(FAILURE);

    assertThat(breaker.state()).isEqualTo(CircuitState.OPEN);
    third.settle(SUCCESS);
    assertThat(breaker.state()).isEqualTo(CircuitState.OPEN);
    CircuitStats stats = breaker.stats();
    assertThat(stats.calls().late()).isEqualTo(1);
    assertThat(stats.permits())
        .as("five calls that failed and three trials")
        .isEqualTo(new CircuitStats.Permits(7, 0, 1));
  }

  @Test
  void caseT6_sixConcurrentFailures_openOnceFromTheFirstThatReachedTheThreshold() {
    CircuitBreaker breaker = build(settings());
    List<Permit> permits = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      permits.add(admitted(breaker));
    }

    permits.subList(0, 5).forEach(permit -> permit.settle(FAILURE));
    time.advance(Duration.ofSeconds(1));
    permits.get(5).settle(FAILURE);

    assertThat(log).containsExactly("CLOSED→OPEN");
    time.advance(Duration.ofSeconds(1));
    assertThat(breaker.state()).isEqualTo(CircuitState.HALF_OPEN);
  }

  @Test
  void wallClockSteps_changeNothing() {
    CircuitBreaker breaker = build(settings());
    failTimes(breaker, 5);

    time.stepWallClock(Duration.ofDays(1));
    assertThat(breaker.state()).isEqualTo(CircuitState.OPEN);
    time.stepWallClock(Duration.ofDays(-2));
    time.advance(COOL_DOWN);

    assertThat(breaker.state()).isEqualTo(CircuitState.HALF_OPEN);
  }

  private CircuitBreakerConfig settings() {
    return CircuitBreaker.named("erp")
        .tripOn(consecutiveFailures(5))
        .coolDown(COOL_DOWN)
        .time(time);
  }

  private CircuitBreaker build(CircuitBreakerConfig settings) {
    CircuitBreaker breaker = settings.build();
    breaker.onTransition(transition -> log.add(transition.from() + "→" + transition.to()));
    return breaker;
  }

  private CircuitBreaker halfOpen(CircuitBreakerConfig settings) {
    CircuitBreaker breaker = build(settings);
    failTimes(breaker, 5);
    time.advance(COOL_DOWN);
    return breaker;
  }

  private static Permit admitted(CircuitBreaker breaker) {
    Admission admission = breaker.admit();
    assertThat(admission).isInstanceOf(Permit.class);
    return (Permit) admission;
  }

  private static Duration millis(long millis) {
    return Duration.ofMillis(millis);
  }

  private static Object cancelled() {
    throw new CancellationException("the caller went away");
  }

  private static Object error() {
    throw new AssertionError("a defect of the caller");
  }
}
