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
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.switchgear.core.KeyLimits;
import io.switchgear.testkit.VirtualTime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Settings that change while calls run. */
class ReconfigureTest {
  private final VirtualTime time = new VirtualTime();
  private final CircuitBreakerConfig settings = CircuitBreaker.named("erp").time(time);

  @ParameterizedTest
  @CsvSource({"40, 20", "20, 40", "200, 100", "100, 200", "50, 100", "100, 50"})
  void windowOfAnotherSize_keepsTheLatestResults(int before, int after) {
    int kept = Math.min(before, after) / 2;
    CircuitBreaker breaker = settings.tripOn(failureRate(1.0, before, before)).build();
    succeedTimes(breaker, before);
    failTimes(breaker, kept);

    breaker.reconfigure(settings.tripOn(failureRate(1.0, after, kept + 1)));
    failTimes(breaker, 1);

    int filled = Math.min(before, after);
    int calls = Math.min(after, filled + 1);
    assertThat(breaker.snapshot().evidence())
        .isEqualTo((kept + 1) + " failures in the last " + calls + " calls");
  }

  @Test
  void failuresInARow_lowerLimit_tripsAtTheNextFailureOnly() {
    CircuitBreaker breaker = settings.tripOn(consecutiveFailures(10)).build();
    failTimes(breaker, 7);

    breaker.reconfigure(settings.tripOn(consecutiveFailures(3)));
    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
    failTimes(breaker, 1);

    assertThat(breaker.state()).isEqualTo(CircuitState.OPEN);
  }

  @Test
  void failuresInARow_lowerLimit_successStillStartsAgain() {
    CircuitBreaker breaker = settings.tripOn(consecutiveFailures(10)).build();
    failTimes(breaker, 7);

    breaker.reconfigure(settings.tripOn(consecutiveFailures(3)));
    succeedTimes(breaker, 1);
    failTimes(breaker, 2);

    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
  }

  @Test
  void failuresWithin_otherNumber_keepsTheTimes() {
    CircuitBreaker breaker = settings.tripOn(failures(10, Duration.ofMinutes(1))).build();
    failTimes(breaker, 4);

    breaker.reconfigure(settings.tripOn(failures(5, Duration.ofMinutes(1))));
    failTimes(breaker, 1);

    assertThat(breaker.state()).isEqualTo(CircuitState.OPEN);
  }

  @Test
  void failuresInARowWithin_otherNumber_keepsTheTimes() {
    Duration minute = Duration.ofMinutes(1);
    CircuitBreaker breaker = settings.tripOn(consecutiveFailures(10).within(minute)).build();
    failTimes(breaker, 4);

    breaker.reconfigure(settings.tripOn(consecutiveFailures(5).within(minute)));
    failTimes(breaker, 1);

    assertThat(breaker.state()).isEqualTo(CircuitState.OPEN);
  }

  @ParameterizedTest
  @MethodSource("rulesOfFewerFailures")
  void fewerFailures_keepsOneLessThanTheyAre(TripRule before, TripRule after, String kept) {
    Evidence former = before.begin();
    for (int i = 0; i < 7; i++) {
      former.record(true, 0);
    }

    Evidence adopted = after.adopt(former);

    assertThat(adopted).isNotNull();
    assertThat(adopted.describe(0)).isEqualTo(kept);
  }

  private static Stream<Arguments> rulesOfFewerFailures() {
    Duration minute = Duration.ofMinutes(1);
    return Stream.of(
        arguments(consecutiveFailures(10), consecutiveFailures(3), "2 consecutive failures"),
        arguments(
            consecutiveFailures(10).within(minute),
            consecutiveFailures(3).within(minute),
            "2 consecutive failures within 0 ms"),
        arguments(failures(10, minute), failures(3, minute), "2 failures within 0 ms"));
  }

  @Test
  void timedRate_otherWindow_beginsAnew() {
    CircuitBreaker breaker = settings.tripOn(failureRate(0.5, Duration.ofMinutes(1), 10)).build();
    failTimes(breaker, 9);

    breaker.reconfigure(settings.tripOn(failureRate(0.5, Duration.ofMinutes(2), 10)));
    failTimes(breaker, 9);

    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
  }

  @Test
  void changeDetection_withAnotherRule_keepsWhatItHasLearned() {
    CircuitBreaker breaker = settings.tripOn(auto()).build();
    for (int i = 0; i < 500; i++) {
      failTimes(breaker, 1);
      succeedTimes(breaker, 19);
    }

    breaker.reconfigure(settings.tripOn(consecutiveFailures(5), auto()));
    failTimes(breaker, 1);

    assertThat(breaker.snapshot().evidence())
        .containsPattern("usual failure rate of (4\\.[5-9]|5\\.\\d) %");
  }

  @Test
  void severalRules_otherNumbers_eachKeepsItsEvidence() {
    CircuitBreaker breaker =
        settings.tripOn(consecutiveFailures(10), failureRate(1, 20, 20)).build();
    succeedTimes(breaker, 3);
    failTimes(breaker, 4);

    breaker.reconfigure(settings.tripOn(failureRate(1, 30, 30), consecutiveFailures(9)));
    failTimes(breaker, 1);

    assertThat(breaker.snapshot().evidence())
        .isEqualTo("5 failures in the last 8 calls; 5 consecutive failures");
  }

  @Test
  void timedRate_otherRatio_keepsTheCounts() {
    CircuitBreaker breaker = settings.tripOn(failureRate(1.0, Duration.ofMinutes(1), 10)).build();
    succeedTimes(breaker, 5);
    failTimes(breaker, 5);

    breaker.reconfigure(settings.tripOn(failureRate(0.5, Duration.ofMinutes(1), 10)));
    failTimes(breaker, 1);

    assertThat(breaker.state()).isEqualTo(CircuitState.OPEN);
  }

  @Test
  void slowRate_otherLimit_keepsWatchingTheCallsThatRun() {
    CircuitBreaker breaker =
        settings.tripOn(slowCallRate(0.5, Duration.ofMinutes(1), 20, 10)).build();
    for (int i = 0; i < 10; i++) {
      assertThat(breaker.admit()).isInstanceOf(Permit.class);
    }

    breaker.reconfigure(settings.tripOn(slowCallRate(0.5, Duration.ofSeconds(2), 20, 10)));
    succeedTimes(breaker, 1);
    time.advance(Duration.ofSeconds(2));

    assertThat(breaker.state()).isEqualTo(CircuitState.OPEN);
  }

  @Test
  void otherKindOfRule_beginsAnew() {
    CircuitBreaker breaker = settings.tripOn(consecutiveFailures(10)).build();
    failTimes(breaker, 9);

    breaker.reconfigure(settings.tripOn(failureRate(0.5, 10, 10)));
    failTimes(breaker, 9);

    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
  }

  @Test
  void oneMoreRule_theFormerOneKeepsItsEvidence() {
    CircuitBreaker breaker = settings.tripOn(consecutiveFailures(5)).build();
    failTimes(breaker, 4);

    breaker.reconfigure(settings.tripOn(failureRate(0.5, 100, 100), consecutiveFailures(5)));
    failTimes(breaker, 1);

    assertThat(breaker.state()).isEqualTo(CircuitState.OPEN);
  }

  @Test
  void openCircuit_staysOpenAsLongAsItWouldHave_nextTimeByTheNewSettings() {
    CircuitBreaker breaker = settings.build();
    failTimes(breaker, 5);

    breaker.reconfigure(settings.coolDown(Duration.ofSeconds(5)).name("other"));
    assertThat(breaker.snapshot().retryAfter()).hasValue(Duration.ofSeconds(30));
    time.advance(Duration.ofSeconds(30));
    failTimes(breaker, 1);

    assertThat(breaker.snapshot().retryAfter()).hasValue(Duration.ofSeconds(5));
    assertThat(breaker.name()).isEqualTo("erp");
  }

  @Test
  void caseR8_halfOpenCircuitThatHasPassedAsManyTrialsAsTheNewSettingsWant_closes() {
    CircuitBreaker breaker = settings.trialCalls(3).build();
    failTimes(breaker, 5);
    time.advance(Duration.ofSeconds(30));
    succeedTimes(breaker, 2);

    breaker.reconfigure(settings.trialCalls(1));

    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
    succeedTimes(breaker, 1);
  }

  @Test
  void family_changesEachKey() {
    KeyedCircuitBreaker<String> erp = settings.keyed(KeyLimits.maxKeys(10));
    failTimes(erp.forKey("a"), 2);

    erp.reconfigure(settings.tripOn(consecutiveFailures(3)));
    failTimes(erp.forKey("a"), 1);
    failTimes(erp.forKey("b"), 3);

    assertThat(erp.snapshots()).allMatch(snapshot -> snapshot.state() == CircuitState.OPEN);
  }

  @Test
  void manyThreads_settingsChangeMeanwhile_permitsConserve() throws Exception {
    CircuitBreaker breaker = settings.tripOn(failureRate(1.0, 20, 20)).build();
    List<CircuitBreakerConfig> choices =
        List.of(
            settings.tripOn(failureRate(1.0, 100, 100)),
            settings.tripOn(consecutiveFailures(1_000)),
            settings.tripOn(slowCallRate(1.0, Duration.ofHours(1), 20, 20)),
            settings.tripOn(failureRate(1.0, 10, 10), consecutiveFailures(900)));
    ExecutorService pool = Executors.newFixedThreadPool(4);
    for (int thread = 0; thread < 3; thread++) {
      pool.execute(() -> succeedTimes(breaker, 50_000));
    }
    pool.execute(
        () -> {
          for (int i = 0; i < 2_000; i++) {
            breaker.reconfigure(choices.get(i % choices.size()));
          }
        });
    pool.shutdown();
    assertThat(pool.awaitTermination(60, TimeUnit.SECONDS)).isTrue();

    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
    assertThat(breaker.stats().permits()).isEqualTo(new CircuitStats.Permits(150_000, 0, 0));
  }
}
