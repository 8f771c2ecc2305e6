// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import static io.switchgear.circuitbreaker.TripRule.auto;
import static io.switchgear.testkit.Calls.failTimes;
import static io.switchgear.testkit.Calls.succeedTimes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.switchgear.testkit.VirtualTime;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The reference values of the change detector, on seeded independent calls. */
class ChangeDetectionTest {
  private static final CumulativeSum RULE = CumulativeSum.INSTANCE;
  private static final int LEARNING_CALLS = 40_000;
  private static final int REPETITIONS = 2_000;

  @ParameterizedTest
  @CsvSource({
    "0.01, 1.0, 4.9",
    "0.01, 0.5, 10.6",
    "0.01, 0.3, 24",
    "0.05, 1.0, 7.0",
    "0.05, 0.5, 19",
    "0.05, 0.3, 61",
    "0.20, 1.0, 14",
    "0.20, 0.5, 72",
  })
  void meanCallsToTrip_matchReference(double healthy, double outage, double expected) {
    SplittableRandom random = new SplittableRandom(42);
    long learned = learned(healthy, random);

    long calls = 0;
    for (int i = 0; i < REPETITIONS; i++) {
      calls += callsToTrip(healthyFor(learned, healthy, 200, random), outage, random);
    }

    double mean = (double) calls / REPETITIONS;
    assertThat(mean).isCloseTo(expected, within(expected * 0.08));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.001, 0.01, 0.05, 0.1, 0.2, 0.3})
  void onceLearned_noFalseTripInAMillionCalls(double healthy) {
    SplittableRandom random = new SplittableRandom(7);
    long word = learned(healthy, random);

    int trips = 0;
    for (int i = 0; i < 1_000_000; i++) {
      word = RULE.next(word, random.nextDouble() < healthy);
      if (RULE.trips(word)) {
        trips++;
        word = RULE.carriedOver(word);
      }
    }

    assertThat(trips).isZero();
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.02, 0.05, 0.2, 0.3})
  void baseline_isLearned(double healthy) {
    SplittableRandom random = new SplittableRandom(11);

    double sum = 0;
    for (int i = 0; i < 100; i++) {
      sum += CumulativeSum.baseline(learned(healthy, random));
    }

    assertThat(sum / 100).isCloseTo(healthy, within(healthy * 0.03));
  }

  @Test
  void steadySuccess_writesNothingInTheEnd() {
    long word = CumulativeSum.PRIOR;
    for (int i = 0; i < 100_000; i++) {
      word = RULE.next(word, false);
    }

    assertThat(RULE.next(word, false)).isEqualTo(word);
    assertThat(CumulativeSum.baseline(word)).isEqualTo(0.01);
  }

  @Test
  void breaker_freshAndAllFail_tripsWithinSixCalls() {
    CircuitBreaker breaker =
        CircuitBreaker.named("erp").tripOn(auto()).time(new VirtualTime()).build();

    int calls = 0;
    while (breaker.state() == CircuitState.CLOSED) {
      failTimes(breaker, 1);
      calls++;
    }

    assertThat(calls).isBetween(4, 6);
  }

  @Test
  void breaker_whatItHasLearned_outlivesATrip() {
    VirtualTime time = new VirtualTime();
    CircuitBreaker breaker = CircuitBreaker.named("erp").tripOn(auto()).time(time).build();
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < LEARNING_CALLS; i++) {
      if (random.nextDouble() < 0.2) {
        failTimes(breaker, 1);
      } else {
        succeedTimes(breaker, 1);
      }
    }
    while (breaker.state() == CircuitState.CLOSED) {
      failTimes(breaker, 1);
    }
    time.advance(Duration.ofSeconds(30));
    succeedTimes(breaker, 1);

    // Fresh, four or five failures would trip; used to 20 %, it takes about fourteen.
    failTimes(breaker, 8);

    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
    assertThat(breaker.snapshot().evidence())
        .containsPattern("usual failure rate of (19|20|21|22)\\.\\d %");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void breaker_whatItHasLearned_outlivesAnOrder(boolean disabled) {
    VirtualTime time = new VirtualTime();
    CircuitBreaker breaker = CircuitBreaker.named("erp").tripOn(auto()).time(time).build();
    for (int i = 0; i < 500; i++) {
      failTimes(breaker, 1);
      succeedTimes(breaker, 19);
    }
    Directive order = Directive.by("ana").forAtMost(Duration.ofSeconds(1));

    if (disabled) {
      breaker.disable(order);
    } else {
      breaker.metricsOnly(order);
    }
    time.advance(Duration.ofSeconds(1));

    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
    assertThat(breaker.snapshot().evidence())
        .containsPattern("usual failure rate of (4\\.[5-9]|5\\.\\d) %");
  }

  private static long learned(double healthy, SplittableRandom random) {
    return healthyFor(CumulativeSum.PRIOR, healthy, LEARNING_CALLS, random);
  }

  private static long healthyFor(long start, double healthy, int calls, SplittableRandom random) {
    long word = start;
    for (int i = 0; i < calls; i++) {
      word = RULE.next(word, random.nextDouble() < healthy);
      if (RULE.trips(word)) {
        word = RULE.carriedOver(word);
      }
    }
    return word;
  }

  private static int callsToTrip(long start, double outage, SplittableRandom random) {
    long word = start;
    int calls = 0;
    while (!RULE.trips(word)) {
      word = RULE.next(word, random.nextDouble() < outage);
      calls++;
    }
    return calls;
  }
}
