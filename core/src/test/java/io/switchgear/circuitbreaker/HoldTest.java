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
import io.switchgear.core.Throttled;
import io.switchgear.core.Verdict;
import io.switchgear.testkit.VirtualTime;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The dependency wants no call for hours, or until a person has helped. */
class HoldTest {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Assessment HOLD = Assessment.hold();
  private static final Assessment THROTTLED = Assessment.of(Verdict.THROTTLED);

  private final VirtualTime time = new VirtualTime();
  private final CircuitBreakerConfig settings =
      CircuitBreaker.named("erp").tripOn(consecutiveFailures(2)).coolDown(SECOND).time(time);
  private final CircuitBreaker breaker = settings.build();

  @Test
  void hold_withATime_benchesUntilThen_andAllCallsGoOn() {
    settle(breaker, HOLD.retryAfter(HOUR.multipliedBy(2)));

    CircuitRejection rejection = (CircuitRejection) breaker.admit();
    assertThat(rejection.reason()).isEqualTo(RejectionReason.HELD);
    assertThat(rejection.state()).isEqualTo(CircuitState.CLOSED);
    assertThat(rejection.retryAfter()).isEqualTo(HOUR.multipliedBy(2));
    time.advance(HOUR.multipliedBy(2).minusNanos(1));
    assertThat(breaker.admit()).isInstanceOf(CircuitRejection.class);
    time.advance(Duration.ofNanos(1));
    assertThat(breaker.admit()).isInstanceOf(Permit.class);
    assertThat(breaker.admit()).isInstanceOf(Permit.class);
    assertThat(breaker.recentTransitions()).as("no trip").isEmpty();
  }

  @Test
  void hold_withoutATime_lastsAnHourOrAsSet() {
    CircuitBreaker sooner = settings.holdFor(SECOND).build();
    settle(breaker, HOLD);
    settle(sooner, HOLD);

    assertThat(breaker.snapshot().retryAfter()).hasValue(HOUR);
    assertThat(sooner.snapshot().retryAfter()).hasValue(SECOND);
    assertThatThrownBy(() -> settings.holdFor(Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("holdFor must be from 1 ms");
  }

  @Test
  void snapshot_tellsWhy() {
    assertThat(breaker.snapshot().reason()).isEmpty();
    settle(breaker, HOLD);

    assertThat(breaker.snapshot().reason()).hasValue(RejectionReason.HELD);
    assertThat(breaker.snapshot())
        .hasToString("erp CLOSED: held at the dependency's wish; nothing to note");
  }

  @Test
  void holdAndPause_neitherShortensTheOther() {
    Permit first = (Permit) breaker.admit();
    Permit second = (Permit) breaker.admit();
    Permit third = (Permit) breaker.admit();

    first.settle(HOLD.retryAfter(HOUR));
    second.settle(THROTTLED.retryAfter(SECOND));
    assertThat(breaker.snapshot().retryAfter()).hasValue(HOUR);
    third.settle(THROTTLED.retryAfter(HOUR.plus(SECOND)));

    assertThat(breaker.snapshot().retryAfter()).hasValue(HOUR.plus(SECOND));
    assertThat(breaker.snapshot().reason()).hasValue(RejectionReason.HELD);
    time.advance(HOUR);
    assertThat(breaker.snapshot().reason()).hasValue(RejectionReason.PACED);
    time.advance(SECOND);
    assertThat(breaker.snapshot().reason()).isEmpty();
  }

  @Test
  void reset_endsIt() {
    settle(breaker, HOLD);

    breaker.reset(by("ana").because("the invoice is paid"));

    assertThat(breaker.admit()).isInstanceOf(Permit.class);
  }

  @Test
  void otherKeys_goOn() {
    KeyedCircuitBreaker<String> keyed = settings.keyed(KeyLimits.maxKeys(10));
    settle(keyed.forKey("a"), HOLD);

    assertThat(keyed.forKey("a").admit()).isInstanceOf(CircuitRejection.class);
    assertThat(keyed.forKey("b").admit()).isInstanceOf(Permit.class);
  }

  @Test
  void settingHold_anyThrottledResultIsOne() {
    CircuitBreaker holding = settings.throttled(Throttled.HOLD).build();
    settle(holding, THROTTLED);
    CircuitBreaker told = settings.throttled(Throttled.HOLD).build();
    settle(told, THROTTLED.retryAfter(SECOND));

    assertThat(holding.snapshot().reason()).hasValue(RejectionReason.HELD);
    assertThat(holding.snapshot().retryAfter()).hasValue(HOUR);
    assertThat(told.snapshot().retryAfter()).hasValue(SECOND);
  }

  @Test
  void settingTrip_holdCountsAsAFailure() {
    CircuitBreaker tripping = settings.throttled(Throttled.TRIP).build();

    settle(tripping, HOLD.retryAfter(HOUR));
    settle(tripping, HOLD.retryAfter(HOUR));

    assertThat(tripping.state()).isEqualTo(CircuitState.OPEN);
    assertThat(tripping.snapshot().reason()).hasValue(RejectionReason.OPEN);
    assertThat(tripping.snapshot().retryAfter()).hasValue(SECOND);
  }

  @Test
  void settingIgnore_holdIsNothing() {
    CircuitBreaker ignoring = settings.throttled(Throttled.IGNORE).build();

    settle(ignoring, HOLD);

    assertThat(ignoring.admit()).isInstanceOf(Permit.class);
  }

  @Test
  void heldTrial_givesItsPlaceBack_andTheNextOneIsMadeAfterwards() {
    failTimes(breaker, 2);
    time.advance(SECOND);
    settle(breaker, HOLD.retryAfter(HOUR));

    assertThat(breaker.snapshot().trialsOut()).isZero();
    assertThat(breaker.snapshot().reason()).hasValue(RejectionReason.HELD);
    assertThat(breaker.snapshot().retryAfter()).hasValue(HOUR);
    assertThat(breaker.snapshot().evidence())
        .isEqualTo("held at the dependency's wish; 0 trial calls out, 0 passed");
    time.advance(HOUR);
    assertThat(breaker.call(() -> "ok")).isEqualTo("ok");
    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
  }

  @ParameterizedTest
  @EnumSource(names = {"SUCCESS", "FAILURE"})
  void heldTrial_isHeldWhateverTheOtherTrialsSay(Verdict other) {
    CircuitBreaker two = settings.trialCalls(2).successThreshold(1).build();
    failTimes(two, 2);
    time.advance(SECOND);
    Permit first = (Permit) two.admit();
    Permit second = (Permit) two.admit();

    first.settle(HOLD.retryAfter(HOUR));
    second.settle(Assessment.of(other));

    assertThat(two.snapshot().reason()).hasValue(RejectionReason.HELD);
    assertThat(two.snapshot().retryAfter()).hasValue(HOUR);
  }

  @Test
  void tripDuringAHold_outlivesTheCoolDown_thenATrialDecides() {
    Permit first = (Permit) breaker.admit();
    Permit second = (Permit) breaker.admit();
    settle(breaker, HOLD.retryAfter(HOUR));

    first.settle(Assessment.of(Verdict.FAILURE));
    second.settle(Assessment.of(Verdict.FAILURE));

    assertThat(breaker.state()).isEqualTo(CircuitState.OPEN);
    assertThat(breaker.snapshot().reason()).hasValue(RejectionReason.HELD);
    assertThat(breaker.snapshot().retryAfter()).hasValue(HOUR);
    time.advance(HOUR.minusNanos(1));
    assertThat(breaker.snapshot().reason()).hasValue(RejectionReason.HELD);
    time.advance(Duration.ofNanos(1));
    assertThat(breaker.admit()).isInstanceOf(Permit.class);
    assertThat(breaker.state()).isEqualTo(CircuitState.HALF_OPEN);
  }

  @Test
  void operatorsOrder_comesFirst_andTheHoldGoesOnAfterwards() {
    settle(breaker, HOLD.retryAfter(HOUR));

    breaker.disable(by("ana").forAtMost(SECOND));
    assertThat(breaker.call(() -> "ok")).isEqualTo("ok");
    time.advance(SECOND);
    assertThat(breaker.snapshot().reason()).hasValue(RejectionReason.HELD);
    breaker.metricsOnly(by("ana").forAtMost(SECOND));
    assertThat(breaker.call(() -> "ok")).isEqualTo("ok");
    time.advance(SECOND);
    assertThat(breaker.snapshot().reason()).hasValue(RejectionReason.HELD);
    breaker.forceOpen(by("ana").forAtMost(SECOND));
    assertThat(breaker.snapshot().reason()).hasValue(RejectionReason.FORCED_OPEN);
    time.advance(SECOND);

    assertThat(breaker.snapshot().reason()).hasValue(RejectionReason.HELD);
    assertThat(breaker.snapshot().retryAfter()).hasValue(HOUR.minus(SECOND.multipliedBy(3)));
  }

  @Test
  void metricsOnly_holdIsSeen_butAdmits() {
    breaker.metricsOnly(by("ana"));

    settle(breaker, HOLD);

    assertThat(breaker.admit()).isInstanceOf(Permit.class);
    assertThat(breaker.snapshot().evidence())
        .isEqualTo("would be CLOSED: held at the dependency's wish; nothing to note");
  }

  @Test
  void healthProbe_passing_endsTheCoolDownButNotTheHold() {
    CircuitBreaker probed =
        settings.healthProbe(key -> CompletableFuture.completedFuture(true), SECOND).build();
    Permit first = (Permit) probed.admit();
    Permit second = (Permit) probed.admit();
    settle(probed, HOLD.retryAfter(HOUR));

    first.settle(Assessment.of(Verdict.FAILURE));
    second.settle(Assessment.of(Verdict.FAILURE));
    time.advance(Duration.ofMillis(1));

    assertThat(probed.state()).isEqualTo(CircuitState.HALF_OPEN);
    assertThat(probed.snapshot().reason()).hasValue(RejectionReason.HELD);
  }

  @Test
  void resultsDuringAHold_areEvidence() {
    Permit before = (Permit) breaker.admit();
    settle(breaker, HOLD);

    before.settle(Assessment.of(Verdict.FAILURE));

    assertThat(breaker.snapshot().evidence())
        .isEqualTo("held at the dependency's wish; 1 consecutive failure");

    assertThat(breaker.stats().calls().byVerdict())
        .containsEntry(Verdict.FAILURE, 1L)
        .containsEntry(Verdict.THROTTLED, 1L);
  }

  private static void settle(CircuitBreaker breaker, Assessment assessment) {
    ((Permit) breaker.admit()).settle(assessment);
  }
}
