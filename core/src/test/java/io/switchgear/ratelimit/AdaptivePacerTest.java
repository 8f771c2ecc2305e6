// SPDX-License-Identifier: Apache-2.0
package io.switchgear.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.switchgear.core.Assessment;
import io.switchgear.core.Verdict;
import io.switchgear.testkit.SeededSequences;
import io.switchgear.testkit.VirtualTime;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class AdaptivePacerTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Assessment OK = Assessment.of(Verdict.SUCCESS);
  private static final Assessment THROTTLED = Assessment.of(Verdict.THROTTLED);

  private final VirtualTime time = new VirtualTime();
  private final AdaptivePacer pacer = AdaptivePacer.named("erp", 60, MINUTE).time(time).build();

  /** Makes a call a second, all of which succeed. */
  private void succeedFor(int seconds) {
    for (int i = 0; i < seconds; i++) {
      pacer.onResult(pacer.tryAcquire(), OK);
      time.advance(SECOND);
    }
  }

  private Decision refuse(Assessment refusal) {
    Decision admitted = pacer.tryAcquire().orThrow();
    time.advance(Duration.ofMillis(1));
    pacer.onResult(admitted, refusal);
    return admitted;
  }

  @Test
  void tryAcquire_whenNew_letsCallsOutEvenlyAtTheLimit() {
    time.advance(MINUTE);
    pacer.tryAcquire().orThrow();

    Decision second = pacer.tryAcquire();

    // A timer may run up to 10 ms late without lowering the rate.
    assertThat(second.retryAfter()).isEqualTo(Duration.ofMillis(990));
    time.advance(Duration.ofMillis(990).minusNanos(1));
    assertThat(pacer.tryAcquire().allowed()).isFalse();
    time.advance(Duration.ofNanos(1));
    assertThat(pacer.tryAcquire().allowed()).isTrue();
    assertThat(pacer.tryAcquire().retryAfter()).isEqualTo(SECOND);
    assertThat(pacer).hasToString("erp: 60 per PT1M");
  }

  @Test
  void onResult_aRefusalWithATime_closesUntilThenAndLowersTheRate() {
    time.advance(MINUTE);
    succeedFor(60);

    refuse(THROTTLED.retryAfter(Duration.ofSeconds(20)));

    assertThat(pacer.pause()).isEqualTo(Duration.ofSeconds(20));
    assertThat(pacer.tryAcquire().retryAfter()).isEqualTo(Duration.ofSeconds(20));
    assertThat(pacer.permits()).isEqualTo(54, within(0.1));
  }

  /** Case H2: deadlines only move forward. */
  @Test
  void onResult_anotherRefusalWithAShorterTime_leavesTheLaterMoment() {
    Decision first = pacer.tryAcquire();
    time.advance(SECOND);
    Decision second = pacer.tryAcquire();
    pacer.onResult(first, THROTTLED.retryAfter(MINUTE));

    pacer.onResult(second, THROTTLED.retryAfter(SECOND));
    pacer.onResult(second, THROTTLED);

    assertThat(pacer.pause()).isEqualTo(MINUTE);
  }

  @Test
  void onResult_refusalsOfCallsThatWereUnderWay_lowerTheRateOnce() {
    Decision first = pacer.tryAcquire();
    time.advance(SECOND);
    Decision second = pacer.tryAcquire();
    time.advance(SECOND);
    pacer.onResult(first, THROTTLED);
    double lowered = pacer.permits();

    pacer.onResult(second, THROTTLED);

    assertThat(pacer.permits()).isEqualTo(lowered);
  }

  @Test
  void onResult_refusalsInARow_makeThePauseLongerAndTheRateLowerOnce() {
    refuse(THROTTLED);
    double lowered = pacer.permits();
    assertThat(pacer.pause()).isEqualTo(Duration.ofSeconds(2));
    time.advance(MINUTE);
    refuse(THROTTLED);
    assertThat(pacer.pause()).isEqualTo(Duration.ofSeconds(4));
    for (int i = 0; i < 40; i++) {
      time.advance(Duration.ofMinutes(2));
      refuse(THROTTLED);
    }

    assertThat(pacer.pause()).isEqualTo(Duration.ofSeconds(15));
    assertThat(pacer.permits()).isEqualTo(lowered);
  }

  @Test
  void onResult_aRefusalSoonAfterThePause_halvesTheRate() {
    time.advance(MINUTE);
    succeedFor(60);
    refuse(THROTTLED);
    double lowered = pacer.permits();
    time.advance(Duration.ofSeconds(3));
    pacer.onResult(pacer.tryAcquire().orThrow(), OK);
    time.advance(Duration.ofSeconds(2));

    refuse(THROTTLED);

    assertThat(pacer.permits()).isEqualTo(lowered / 2, within(0.1));
  }

  @Test
  void onResult_successesAtAFractionOfTheRate_dontRaiseIt() {
    refuse(THROTTLED);
    double lowered = pacer.permits();

    for (int i = 0; i < 10; i++) {
      time.advance(MINUTE);
      pacer.onResult(pacer.tryAcquire().orThrow(), OK);
    }

    assertThat(pacer.permits()).isEqualTo(lowered);
  }

  @Test
  void onResult_failuresAndIgnoredResults_changeNothing() {
    Decision admitted = pacer.tryAcquire();

    pacer.onResult(admitted, Assessment.of(Verdict.FAILURE).retryAfter(MINUTE));
    pacer.onResult(admitted, Assessment.of(Verdict.IGNORED));

    assertThat(pacer.permits()).isEqualTo(60);
    assertThat(pacer.pause()).isZero();
  }

  @Test
  void tryAcquire_afterAnHourWithoutCalls_hasForgottenWhatItLearned() {
    refuse(THROTTLED);
    time.advance(Duration.ofHours(2));

    pacer.tryAcquire().orThrow();

    assertThat(pacer.permits()).isEqualTo(60);
  }

  @Test
  void onQuota_spreadsWhatIsLeft() {
    pacer.onQuota(ProviderQuota.of(60, 10, Duration.ofSeconds(30)));
    assertThat(pacer.permits()).isEqualTo(20, within(0.01));

    time.advance(Duration.ofSeconds(30));

    assertThat(pacer.permits()).isEqualTo(60);
  }

  @Test
  void onQuota_withNothingLeft_closesUntilThereIsMore() {
    pacer.onQuota(ProviderQuota.of(60, 0, Duration.ofSeconds(30)));

    assertThat(pacer.tryAcquire().retryAfter()).isEqualTo(Duration.ofSeconds(30));
  }

  @Test
  void onQuota_withAnotherLimit_changesTheRateInProportion() {
    pacer.onQuota(ProviderQuota.of(60, 60, Duration.ZERO));
    pacer.onQuota(ProviderQuota.of(20, 20, Duration.ZERO));
    assertThat(pacer.permits()).isEqualTo(20, within(0.01));

    pacer.onQuota(ProviderQuota.of(60, 60, Duration.ZERO));

    assertThat(pacer.permits()).isEqualTo(60, within(0.01));
  }

  @Test
  void acquireAsync_whenAPauseMovesTheSlotBeyondTheWait_fails() {
    Decision admitted = pacer.tryAcquire();
    CompletableFuture<Decision> waiter = pacer.acquireAsync(Duration.ofSeconds(5));
    CompletableFuture<Decision> patient = pacer.acquireAsync(Duration.ofHours(1));

    pacer.onResult(admitted, THROTTLED.retryAfter(MINUTE));

    assertThatThrownBy(waiter::join)
        .isInstanceOf(CompletionException.class)
        .hasCauseInstanceOf(RateLimiterRejectedException.class);
    assertThat(patient).isNotDone();
    time.advance(MINUTE);
    assertThat(patient).isCompleted();
  }

  @Test
  void hold_closesForItsTime_butSaysNothingAboutThePace() {
    double before = pacer.permits();
    pacer.onResult(pacer.tryAcquire(), Assessment.hold());
    assertThat(pacer.pause()).isZero();

    pacer.onResult(pacer.tryAcquire(), Assessment.hold().retryAfter(MINUTE));

    assertThat(pacer.pause()).isEqualTo(MINUTE);
    assertThat(pacer.permits()).isEqualTo(before);
  }

  @Test
  void caseR5_pauseMovesALaterSlotBeyondTheWait_failsAtOnce() {
    Decision admitted = pacer.tryAcquire();
    CompletableFuture<Decision> patient = pacer.acquireAsync(Duration.ofHours(1));
    CompletableFuture<Decision> waiter = pacer.acquireAsync(Duration.ofSeconds(5));

    pacer.onResult(admitted, THROTTLED.retryAfter(MINUTE));

    assertThat(waiter).isCompletedExceptionally();
    assertThat(patient).isNotDone();
  }

  @Test
  void waiting_countsThoseWhoWaitForASlot() {
    pacer.tryAcquire().orThrow();
    var unused = pacer.acquireAsync(MINUTE);

    assertThat(pacer.waiting()).isEqualTo(1);
  }

  @Test
  void settings_sayWhatTheyAre() {
    assertThat(AdaptivePacer.named("erp", 60, MINUTE))
        .hasToString("erp: 60 per PT1M, adaptive rate of at most 60 every 60000000000 ns");
  }

  @Test
  void quota_outOfRange_isTakenAsTheNearest() {
    assertThat(ProviderQuota.of(60, -1, SECOND)).hasToString("0 of 60 left, reset after PT1S");
    assertThat(ProviderQuota.of(60, 61, SECOND.negated()))
        .hasToString("60 of 60 left, reset after PT0S");
  }

  private record Event(int kind, Duration passed, Duration retryAfter) {}

  private static Event event(SplittableRandom random) {
    Duration passed = Duration.ofMillis(random.nextInt(3_000));
    return new Event(random.nextInt(5), passed, Duration.ofMillis(random.nextInt(100_000)));
  }

  @Test
  void randomResults_keepTheRateInBoundsAndLetNothingOutDuringAPause() {
    SeededSequences.of(AdaptivePacerTest::event)
        .check(
            events -> {
              VirtualTime ticks = new VirtualTime();
              AdaptivePacer any = AdaptivePacer.named("erp", 60, MINUTE).time(ticks).build();
              Decision admitted = any.tryAcquire();
              for (Event event : events) {
                ticks.advance(event.passed());
                Duration pauseBefore = any.pause();
                Decision decision = any.tryAcquire();
                admitted = decision.allowed() ? decision : admitted;
                assertThat(decision.allowed() && !pauseBefore.isZero()).isFalse();
                switch (event.kind()) {
                  case 0 -> any.onResult(admitted, THROTTLED);
                  case 1 -> any.onResult(admitted, THROTTLED.retryAfter(event.retryAfter()));
                  case 2 -> any.onQuota(ProviderQuota.of(60, event.kind(), event.retryAfter()));
                  default -> any.onResult(admitted, OK);
                }
                assertThat(any.permits()).isBetween(0.6, 60.0);
                assertThat(any.pause()).isGreaterThanOrEqualTo(pauseBefore);
              }
            });
  }
}
