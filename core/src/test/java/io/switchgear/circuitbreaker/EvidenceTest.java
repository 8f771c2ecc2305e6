// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import static io.switchgear.circuitbreaker.TripRule.auto;
import static io.switchgear.circuitbreaker.TripRule.consecutiveFailures;
import static io.switchgear.circuitbreaker.TripRule.failureRate;
import static io.switchgear.circuitbreaker.TripRule.failures;
import static io.switchgear.circuitbreaker.TripRule.slowCallRate;
import static io.switchgear.testkit.Calls.failTimes;
import static io.switchgear.testkit.Calls.succeedTimes;
import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.core.TimeSource;
import io.switchgear.testkit.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What rules remember costs a healthy circuit nothing: no write, no look at the clock. */
class EvidenceTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  /** Counts how often the time is read. */
  private static final class CountedTime implements TimeSource {
    private final VirtualTime time = new VirtualTime();
    private int readings;

    @Override
    public long nanoTime() {
      readings++;
      return time.nanoTime();
    }

    @Override
    public Instant wallTime() {
      return time.wallTime();
    }

    @Override
    public ScheduledTask schedule(Duration delay, Runnable task) {
      return time.schedule(delay, task);
    }
  }

  private static Stream<List<TripRule>> rulesThatNeedNoTime() {
    return Stream.of(
        List.of(consecutiveFailures(5)),
        List.of(failureRate(0.5, 20, 20)),
        List.of(failureRate(0.5, 100, 100)),
        List.of(auto()),
        List.of(consecutiveFailures(5), failureRate(0.5, 100, 100)));
  }

  private static Stream<List<TripRule>> rulesThatSuccessesSettle() {
    return Stream.concat(
        rulesThatNeedNoTime(),
        Stream.of(
            List.of(consecutiveFailures(5).within(SECOND)),
            List.of(failures(5, SECOND)),
            List.of(slowCallRate(0.5, SECOND, 20, 20)),
            List.of(consecutiveFailures(5), failures(5, SECOND))));
  }

  private static CircuitBreaker breaker(List<TripRule> rules, TimeSource time) {
    TripRule[] more = rules.subList(1, rules.size()).toArray(TripRule[]::new);
    return CircuitBreaker.named("erp").tripOn(rules.get(0), more).time(time).build();
  }

  @ParameterizedTest
  @MethodSource("rulesThatNeedNoTime")
  void settle_rulesThatNeedNoTime_readNoClockUntilTheyTrip(List<TripRule> rules) {
    CountedTime time = new CountedTime();
    CircuitBreaker breaker = breaker(rules, time);
    failTimes(breaker, 1);

    time.readings = 0;
    succeedTimes(breaker, 20);
    failTimes(breaker, 1);

    assertThat(time.readings).isZero();
  }

  @ParameterizedTest
  @MethodSource("rulesThatSuccessesSettle")
  void absorbsSuccess_manySuccessesAfterAFailure_evenThenNothingIsWritten(List<TripRule> rules) {
    Evidence evidence = AnyOf.begin(rules);
    evidence.record(true, 0);
    for (int i = 0; i < 100_000; i++) {
      evidence.record(false, 0);
    }

    assertThat(evidence.absorbsSuccess()).isTrue();
  }

  @ParameterizedTest
  @MethodSource("rulesThatNeedNoTime")
  void absorbsSuccess_rightAfterAFailure_isFalse(List<TripRule> rules) {
    Evidence evidence = AnyOf.begin(rules);
    evidence.record(true, 0);

    assertThat(evidence.absorbsSuccess()).isFalse();
  }

  @Test
  void failureRate_windowsUpTo56Calls_areOneWord() {
    assertThat(failureRate(0.5, 56, 56).begin()).isInstanceOf(WordEvidence.class);
    assertThat(failureRate(0.5, 57, 57).begin()).isInstanceOf(LongWindow.class);
  }

  @Test
  void longWindow_fullOfSuccesses_aFurtherOneWritesNothing() {
    LongWindow window = (LongWindow) failureRate(0.5, 100, 100).begin();
    for (int i = 0; i < 100; i++) {
      window.record(false, 0);
    }
    LongWindow.Results before = window.results();

    window.record(false, 0);

    assertThat(window.results()).isEqualTo(before);
  }

  @Test
  void anyOf_oneRuleNeedsTheTime_bothGetIt() {
    VirtualTime time = new VirtualTime();
    CircuitBreaker breaker =
        breaker(List.of(consecutiveFailures(100), failures(3, SECOND.multipliedBy(10))), time);

    for (int i = 0; i < 10; i++) {
      failTimes(breaker, 1);
      time.advance(Duration.ofMillis(5_001));
    }
    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
    failTimes(breaker, 2);

    assertThat(breaker.state()).isEqualTo(CircuitState.OPEN);
  }

  @Test
  void anyOf_successesBesideARuleThatNotesThem_areNoFailuresOfTheOther() {
    CircuitBreaker breaker =
        breaker(List.of(failureRate(1.0, 100, 100), failures(3, SECOND)), new VirtualTime());

    failTimes(breaker, 2);
    succeedTimes(breaker, 50);
    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
    failTimes(breaker, 1);

    assertThat(breaker.state()).isEqualTo(CircuitState.OPEN);
  }

  @Test
  void anyOf_whatOneRuleHasLearned_outlivesATrip_theOthersBeginAnew() {
    VirtualTime time = new VirtualTime();
    CircuitBreaker breaker =
        breaker(List.of(consecutiveFailures(5), auto(), consecutiveFailures(4)), time);
    for (int i = 0; i < 500; i++) {
      failTimes(breaker, 1);
      succeedTimes(breaker, 19);
    }
    failTimes(breaker, 4);
    time.advance(Duration.ofSeconds(30));
    succeedTimes(breaker, 1);

    assertThat(breaker.snapshot().evidence())
        .matches(
            "0 consecutive failures; evidence 0\\.0 of 16 against a usual failure rate of"
                + " (4\\.[5-9]|5\\.\\d) %; 0 consecutive failures");
    failTimes(breaker, 3);
    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
  }

  @Test
  void anyOf_nothingOutlivesATrip_nothingIsRemembered() {
    VirtualTime time = new VirtualTime();
    CircuitBreaker breaker =
        breaker(List.of(consecutiveFailures(5), failureRate(0.5, 20, 20)), time);
    failTimes(breaker, 5);
    time.advance(Duration.ofSeconds(30));
    succeedTimes(breaker, 1);

    assertThat(breaker.snapshot().evidence()).isEqualTo("nothing to note");
  }

  @Test
  void slicedCounts_aFailureCountsForSixteenSlices() {
    long slice = 1_000_000;
    SlicedCounts counts = new SlicedCounts(16 * slice);

    assertThat(counts.record(false, 20 * slice)).isFalse();
    assertThat(counts.record(true, 20 * slice)).isTrue();

    assertThat(counts.record(false, 35 * slice)).isTrue();
    assertThat(counts.hasFailures(36 * slice - 1)).isTrue();
    assertThat(counts.hasFailures(36 * slice)).isFalse();
    assertThat(counts.record(false, 36 * slice)).isFalse();
  }

  @Test
  void rules_sayWhatTheyAre() {
    assertThat(auto()).hasToString("change detection");
    assertThat(failureRate(0.5, 20, 10))
        .hasToString("failure rate 0.5 of the last 20 calls, at least 10");
    assertThat(failureRate(0.5, SECOND, 10))
        .hasToString("failure rate 0.5 of the last PT1S, at least 10");
    assertThat(slowCallRate(0.5, SECOND, 20, 10))
        .hasToString("slow call rate 0.5 of the last 20 calls, at least 10, slower than PT1S");
    assertThat(Proportional.over(SECOND))
        .hasToString("the failing share over PT1S is rejected, beyond 0.1, at least 20");
  }
}
