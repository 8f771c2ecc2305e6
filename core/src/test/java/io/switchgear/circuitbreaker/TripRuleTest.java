// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import static io.switchgear.circuitbreaker.TripRule.consecutiveFailures;
import static io.switchgear.circuitbreaker.TripRule.failureRate;
import static io.switchgear.circuitbreaker.TripRule.failures;
import static io.switchgear.testkit.Calls.failTimes;
import static io.switchgear.testkit.Calls.succeedTimes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.switchgear.testkit.VirtualTime;
import java.time.Duration;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Case T6 of the field, and what each rule promises. */
class TripRuleTest {
  private final VirtualTime time = new VirtualTime();

  @ParameterizedTest
  @CsvSource({
    "1.00, 10, 10, 10, OPEN",
    "0.50, 200, 1, 2, CLOSED",
    "0.50, 2, 1, 2, OPEN",
    "0.50, 200, 99, 200, CLOSED",
    "0.50, 200, 100, 200, OPEN",
    "0.5000000001, 200, 100, 200, CLOSED",
    "0.07, 100, 7, 100, OPEN",
    "0.07, 100, 6, 100, CLOSED",
    "0.29, 100, 29, 100, OPEN",
    "0.57, 100, 57, 100, OPEN",
    "0.57, 100, 56, 100, CLOSED",
  })
  void caseT6_failureRate_comparesExactly(
      double ratio, int lastCalls, int failures, int calls, CircuitState expected) {
    CircuitBreaker breaker = breaker(failureRate(ratio, lastCalls, lastCalls));

    succeedTimes(breaker, calls - failures);
    failTimes(breaker, failures);

    assertThat(breaker.state()).isEqualTo(expected);
  }

  @Test
  void caseT6_failureRate_belowMinCalls_neverTrips() {
    CircuitBreaker breaker = breaker(failureRate(0.5, 100, 10));

    failTimes(breaker, 9);
    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);

    failTimes(breaker, 1);
    assertThat(breaker.state()).isEqualTo(CircuitState.OPEN);
  }

  @Test
  void failureRate_whenSuccessReachesMinCalls_tripsOnIt() {
    CircuitBreaker breaker = breaker(failureRate(0.5, 100, 10));

    failTimes(breaker, 5);
    succeedTimes(breaker, 5);

    assertThat(breaker.state()).isEqualTo(CircuitState.OPEN);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 63, 64, 65, 100, 128, 129, 1_000, 4_096})
  void failureRate_anyWindowSize_forgetsWhatLeftTheWindow(int size) {
    CircuitBreaker breaker = breaker(failureRate(1.0, size, size));

    // All but one fail, so the window is never full of failures until that one has left.
    failTimes(breaker, size - 1);
    succeedTimes(breaker, 1);
    failTimes(breaker, size - 1);
    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);

    failTimes(breaker, 1);
    assertThat(breaker.state()).isEqualTo(CircuitState.OPEN);
  }

  @Test
  void caseT6_failureRate_trialFailsWithAnEmptyWindow_reopens() {
    CircuitBreaker breaker = breaker(failureRate(0.5, Duration.ofSeconds(1), 10));
    failTimes(breaker, 10);
    time.advance(Duration.ofHours(1));
    assertThat(breaker.state()).isEqualTo(CircuitState.HALF_OPEN);

    failTimes(breaker, 1);

    assertThat(breaker.state()).isEqualTo(CircuitState.OPEN);
  }

  @Test
  void consecutiveFailures_successStartsAgain() {
    CircuitBreaker breaker = breaker(consecutiveFailures(5));

    failTimes(breaker, 4);
    succeedTimes(breaker, 1);
    failTimes(breaker, 4);
    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);

    failTimes(breaker, 1);
    assertThat(breaker.state()).isEqualTo(CircuitState.OPEN);
  }

  @Test
  void consecutiveFailuresWithin_failuresInAMonth_dontTrip() {
    CircuitBreaker breaker = breaker(consecutiveFailures(5).within(Duration.ofSeconds(30)));

    for (int day = 0; day < 30; day++) {
      failTimes(breaker, 1);
      time.advance(Duration.ofDays(1));
    }

    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
  }

  @ParameterizedTest
  @CsvSource({"7500, OPEN", "7501, CLOSED"})
  void consecutiveFailuresWithin_limitIsInclusive(long gapMillis, CircuitState expected) {
    CircuitBreaker breaker = breaker(consecutiveFailures(5).within(Duration.ofSeconds(30)));

    failTimes(breaker, 1);
    for (int i = 0; i < 4; i++) {
      time.advance(Duration.ofMillis(gapMillis));
      failTimes(breaker, 1);
    }

    assertThat(breaker.state()).isEqualTo(expected);
  }

  @Test
  void consecutiveFailuresWithin_slides() {
    CircuitBreaker breaker = breaker(consecutiveFailures(3).within(Duration.ofSeconds(10)));

    failTimes(breaker, 2);
    time.advance(Duration.ofSeconds(60));
    failTimes(breaker, 2);
    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);

    failTimes(breaker, 1);
    assertThat(breaker.state()).isEqualTo(CircuitState.OPEN);
  }

  @Test
  void consecutiveFailuresWithin_successStartsAgain() {
    CircuitBreaker breaker = breaker(consecutiveFailures(3).within(Duration.ofSeconds(10)));

    failTimes(breaker, 2);
    succeedTimes(breaker, 1);
    assertThat(breaker.snapshot().evidence()).isEqualTo("0 consecutive failures within 0 ms");
    failTimes(breaker, 2);
    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);

    failTimes(breaker, 1);
    assertThat(breaker.state()).isEqualTo(CircuitState.OPEN);
  }

  @Test
  void failuresWithin_evidence_tellsTheirSpan() {
    CircuitBreaker breaker = breaker(TripRule.failures(3, Duration.ofSeconds(10)));

    time.advance(Duration.ofSeconds(1));
    failTimes(breaker, 1);
    time.advance(Duration.ofSeconds(4));
    failTimes(breaker, 1);

    assertThat(breaker.snapshot().evidence()).isEqualTo("2 failures within 4000 ms");
  }

  @Test
  void failuresWithin_successesBetween_countAnyway() {
    CircuitBreaker breaker = breaker(TripRule.failures(3, Duration.ofSeconds(10)));

    for (int i = 0; i < 2; i++) {
      failTimes(breaker, 1);
      succeedTimes(breaker, 50);
      time.advance(Duration.ofSeconds(5));
    }
    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);

    failTimes(breaker, 1);
    assertThat(breaker.state()).isEqualTo(CircuitState.OPEN);
  }

  @Test
  void failuresWithin_spreadWider_dontTrip() {
    CircuitBreaker breaker = breaker(TripRule.failures(3, Duration.ofSeconds(10)));

    for (int i = 0; i < 100; i++) {
      failTimes(breaker, 1);
      time.advance(Duration.ofMillis(5_001));
    }

    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
  }

  @Test
  void timedRate_oldResultsDontCount() {
    CircuitBreaker breaker = breaker(failureRate(0.5, Duration.ofSeconds(16), 10));
    failTimes(breaker, 9);

    time.advance(Duration.ofSeconds(16));
    failTimes(breaker, 9);
    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);

    failTimes(breaker, 1);
    assertThat(breaker.state()).isEqualTo(CircuitState.OPEN);
    assertThat(breaker.snapshot().cause().orElseThrow().detail())
        .isEqualTo("10 failures in the 10 calls of the last 16000 ms, the last one FAILURE");
  }

  @Test
  void timedRate_resultsOfTheWholeWhileCount() {
    CircuitBreaker breaker = breaker(failureRate(0.5, Duration.ofSeconds(16), 16));

    for (int second = 0; second < 15; second++) {
      failTimes(breaker, 1);
      time.advance(Duration.ofSeconds(1));
    }
    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);

    failTimes(breaker, 1);
    assertThat(breaker.state()).isEqualTo(CircuitState.OPEN);
  }

  @Test
  void timedRate_healthyTrafficBefore_isForgottenWithTheWhile() {
    CircuitBreaker breaker = breaker(failureRate(0.5, Duration.ofSeconds(16), 10));
    succeedTimes(breaker, 10_000);
    failTimes(breaker, 100);
    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);

    time.advance(Duration.ofDays(40));
    failTimes(breaker, 10);

    assertThat(breaker.state()).isEqualTo(CircuitState.OPEN);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 16})
  void timedRate_resultHeldUpForWindows_leavesWhatCameSince(int windows) {
    long slice = 1_000_000;
    SlicedCounts window = new SlicedCounts(16 * slice);
    long now = 300 * slice;
    window.record(true, now);
    window.record(true, now);

    window.record(false, now - 16 * slice * windows);

    long sums = window.sums(now);
    assertThat(SlicedCounts.failures(sums)).isEqualTo(2);
    assertThat(SlicedCounts.calls(sums)).isEqualTo(2);
  }

  @Test
  void timedRate_afterTheNumbersOfSlicesCameRound_countsAnew() {
    long slice = 1_000_000;
    SlicedCounts window = new SlicedCounts(16 * slice);
    long round = slice << 24;
    window.record(true, 20 * slice);

    window.record(true, round - 16 * slice);
    window.record(true, round - 300 * slice);

    assertThat(SlicedCounts.failures(window.sums(round - 16 * slice))).isEqualTo(1);
    assertThat(SlicedCounts.failures(window.sums(round - 300 * slice))).isEqualTo(1);
  }

  @Test
  void timedRate_fullBucket_keepsItsShare() {
    long word = 0;
    for (int i = 0; i < 3_000_000; i++) {
      word = SlicedCounts.add(word, 1, i % 4 == 0);
    }

    long calls = word & 0xFFFFF;
    long failures = (word >>> 20) & 0xFFFFF;
    assertThat((double) failures / calls).isCloseTo(0.25, within(0.001));
  }

  @ParameterizedTest
  @ValueSource(longs = {1_000_000, 1_000_003, 10_000_000_000L, 31_622_400_000_000_000L})
  void timedRate_sliceOfATime_isTheQuotient(long windowNanos) {
    long slice = windowNanos / 16;
    SlicedCounts window = new SlicedCounts(windowNanos);
    SplittableRandom random = new SplittableRandom(windowNanos);

    for (int i = 0; i < 10_000; i++) {
      long any = random.nextLong(Long.MAX_VALUE) >>> random.nextInt(60);
      long edge = any / slice * slice;
      assertThat(window.slice(any)).isEqualTo(any / slice + 1);
      assertThat(window.slice(edge)).isEqualTo(edge / slice + 1);
      assertThat(window.slice(Math.max(0, edge - 1))).isEqualTo(Math.max(0, edge - 1) / slice + 1);
    }
  }

  @Test
  void anyOf_oneRuleSays_trips() {
    CircuitBreaker breaker =
        CircuitBreaker.named("erp")
            .tripOn(consecutiveFailures(100), failureRate(0.5, 10, 10))
            .time(time)
            .build();

    succeedTimes(breaker, 5);
    failTimes(breaker, 5);

    assertThat(breaker.state()).isEqualTo(CircuitState.OPEN);
    assertThat(breaker.snapshot().cause().orElseThrow().detail())
        .isEqualTo("5 consecutive failures; 5 failures in the last 10 calls, the last one FAILURE");
  }

  @Test
  void rulesOfOneFailure_areSaidInTheSingular() {
    Duration second = Duration.ofSeconds(1);
    Map<TripRule, String> details =
        Map.of(
            consecutiveFailures(1), "1 consecutive failure",
            consecutiveFailures(1).within(second), "1 consecutive failure within 0 ms",
            failures(1, second), "1 failure within 0 ms",
            failureRate(1, 1, 1), "1 failure in the last 1 call",
            failureRate(1, second, 1), "1 failure in the 1 call of the last 1000 ms");

    details.forEach(
        (rule, detail) -> {
          CircuitBreaker breaker = breaker(rule);
          failTimes(breaker, 1);

          assertThat(breaker.snapshot().cause().orElseThrow().detail())
              .isEqualTo(detail + ", the last one FAILURE");
        });
    assertThat(consecutiveFailures(1).within(second))
        .hasToString("1 consecutive failure within PT1S");
    assertThat(failures(1, second)).hasToString("1 failure within PT1S");
  }

  @Test
  void consecutiveFailures_outOfRange_namesArgumentAndValue() {
    assertThatThrownBy(() -> consecutiveFailures(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("failures must be from 1 to 1000, but is 0");
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -0.1, 1.000001, Double.NaN, Double.POSITIVE_INFINITY})
  void failureRate_badRatio_namesArgumentAndValue(double ratio) {
    assertThatThrownBy(() -> failureRate(ratio, 10, 10))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("ratio must be above 0 and at most 1, but is " + ratio);
  }

  @Test
  void failureRate_minCallsThatCanNotBeReached_refused() {
    assertThatThrownBy(() -> failureRate(0.5, 10, 11))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("minCalls must be from 1 to 10, but is 11");
  }

  private CircuitBreaker breaker(TripRule rule) {
    return CircuitBreaker.named("erp").tripOn(rule).time(time).build();
  }
}
