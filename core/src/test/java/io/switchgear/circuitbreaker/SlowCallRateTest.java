// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import static io.switchgear.circuitbreaker.TripRule.consecutiveFailures;
import static io.switchgear.circuitbreaker.TripRule.slowCallRate;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.switchgear.core.Assessment;
import io.switchgear.core.Verdict;
import io.switchgear.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Cases T7 and T8 of the field: slow calls, hanging ones and cancelled ones. */
class SlowCallRateTest {
  private static final Duration SLOW = Duration.ofSeconds(2);
  private static final SlowCallRate RULE = slowCallRate(0.5, SLOW, 20, 10);

  private final VirtualTime time = new VirtualTime();

  @Test
  void caseT8_callsThatHang_tripBeforeAnyReturns() {
    CircuitBreaker breaker = breaker(RULE);
    List<Permit> hanging = admit(breaker, 20);

    time.advance(SLOW.minusNanos(1));
    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
    time.advance(Duration.ofNanos(1));

    assertThat(breaker.admit()).isInstanceOf(CircuitRejection.class);
    assertThat(breaker.snapshot().cause().orElseThrow().detail())
        .isEqualTo("0 slow calls in the last 0, 20 slow ones still running");
    hanging.forEach(permit -> permit.settle(Assessment.of(Verdict.SUCCESS)));
    assertThat(breaker.stats().calls().late()).isEqualTo(20);
    assertThat(breaker.stats().permits().settled()).isEqualTo(20);
  }

  @Test
  void caseT8_callsThatHang_withTheChoiceOff_tripWhenTheyReturn() {
    CircuitBreaker breaker = breaker(RULE.countInFlight(false));
    List<Permit> hanging = admit(breaker, 20);
    time.advance(Duration.ofHours(1));
    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);

    hanging.subList(0, 9).forEach(permit -> permit.settle(Assessment.of(Verdict.SUCCESS)));
    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
    hanging.get(9).settle(Assessment.of(Verdict.SUCCESS));

    assertThat(breaker.state()).isEqualTo(CircuitState.OPEN);
  }

  @Test
  void caseT8_slowCallThatReturns_countsOnce() {
    CircuitBreaker breaker = breaker(slowCallRate(0.5, SLOW, 20, 20));
    List<Permit> slow = admit(breaker, 9);
    time.advance(SLOW);
    slow.forEach(permit -> permit.settle(Assessment.of(Verdict.SUCCESS)));

    // 9 slow ones and 11 quick ones: counted twice, the slow ones would be more than half.
    admit(breaker, 11).forEach(permit -> permit.settle(Assessment.of(Verdict.SUCCESS)));

    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
    assertThat(breaker.snapshot().evidence())
        .isEqualTo("9 slow calls in the last 20, 0 slow ones still running");
  }

  @ParameterizedTest
  @CsvSource({"1999, CLOSED", "2000, OPEN"})
  void slow_meansAsLongAsTheLimitOrLonger(long millis, CircuitState expected) {
    CircuitBreaker breaker = breaker(RULE.countInFlight(false));
    List<Permit> calls = admit(breaker, 10);

    time.advance(Duration.ofMillis(millis));
    calls.forEach(permit -> permit.settle(Assessment.of(Verdict.SUCCESS)));

    assertThat(breaker.state()).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"100, true, CLOSED", "2000, true, OPEN", "2000, false, CLOSED"})
  void caseT7_cancelledCalls_countOnlyWhenSlowAndWanted(
      long millis, boolean counted, CircuitState expected) {
    CircuitBreaker breaker = breaker(RULE.countInFlight(false).countIgnored(counted));
    List<CompletableFuture<String>> calls = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      calls.add(breaker.callAsync(CompletableFuture::new));
    }

    time.advance(Duration.ofMillis(millis));
    calls.forEach(call -> assertThat(call.cancel(true)).isTrue());

    assertThat(breaker.state()).isEqualTo(expected);
  }

  @Test
  void slowRuleBesideAnother_bothSee() {
    CircuitBreaker breaker =
        CircuitBreaker.named("erp").tripOn(consecutiveFailures(3), RULE).time(time).build();

    admit(breaker, 3).forEach(permit -> permit.settle(Assessment.of(Verdict.FAILURE)));
    assertThat(breaker.state()).isEqualTo(CircuitState.OPEN);

    breaker.reset(Directive.by("test"));
    admit(breaker, 10);
    time.advance(SLOW);
    assertThat(breaker.state()).isEqualTo(CircuitState.OPEN);
  }

  @Test
  void slowRuleBesideAnother_slowCallsThatReturn_trip() {
    CircuitBreaker breaker =
        CircuitBreaker.named("erp")
            .tripOn(consecutiveFailures(3), RULE.countInFlight(false))
            .time(time)
            .build();
    List<Permit> calls = admit(breaker, 10);
    time.advance(SLOW);

    calls.subList(0, 9).forEach(permit -> permit.settle(Assessment.of(Verdict.SUCCESS)));
    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
    calls.get(9).settle(Assessment.of(Verdict.SUCCESS));

    assertThat(breaker.state()).isEqualTo(CircuitState.OPEN);
  }

  @Test
  void slowRuleBesideAnother_callsThatReturnQuickly_runNoLonger() {
    CircuitBreaker breaker =
        CircuitBreaker.named("erp").tripOn(consecutiveFailures(3), RULE).time(time).build();
    admit(breaker, 10).forEach(permit -> permit.settle(Assessment.of(Verdict.SUCCESS)));

    time.advance(SLOW);

    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
    assertThat(breaker.snapshot().evidence())
        .endsWith("0 slow calls in the last 10, 0 slow ones still running");
  }

  /** Two threads: the look of one comes between the other's clock reading and its start. */
  @Test
  void begin_earlierThanTheLatestLook_isLookedAtInTime() {
    Evidence evidence = slowCallRate(0.5, SLOW, 1, 1).begin();
    assertThat(evidence.overdue(105)).isFalse();

    evidence.begin(100);

    assertThat(evidence.overdue(99 + SLOW.toNanos())).isFalse();
    assertThat(evidence.overdue(100 + SLOW.toNanos())).isTrue();
  }

  @Test
  void moreCallsAtOnceThanAreWatched_areAdmittedAndSettled() {
    CircuitBreaker breaker = breaker(slowCallRate(1.0, SLOW, 20, 20).countInFlight(false));
    List<Permit> calls = admit(breaker, 3_000);

    calls.forEach(permit -> permit.settle(Assessment.of(Verdict.SUCCESS)));

    assertThat(breaker.stats().permits().settled()).isEqualTo(3_000);
    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
    assertThat(admit(breaker, 10)).hasSize(10);
  }

  @Test
  void twoSlowRules_refused() {
    assertThatThrownBy(() -> CircuitBreaker.named("erp").tripOn(RULE, RULE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a circuit can have one slow call rate, not several");
  }

  private CircuitBreaker breaker(TripRule rule) {
    return CircuitBreaker.named("erp").tripOn(rule).time(time).build();
  }

  private static List<Permit> admit(CircuitBreaker breaker, int calls) {
    List<Permit> permits = new ArrayList<>();
    for (int i = 0; i < calls; i++) {
      permits.add((Permit) breaker.admit());
    }
    return permits;
  }
}
