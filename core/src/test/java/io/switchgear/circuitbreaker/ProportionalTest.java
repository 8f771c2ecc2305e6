// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import static io.switchgear.circuitbreaker.Directive.by;
import static io.switchgear.circuitbreaker.TripRule.consecutiveFailures;
import static io.switchgear.circuitbreaker.TripRule.failureRate;
import static io.switchgear.testkit.Calls.failTimes;
import static io.switchgear.testkit.Calls.succeedTimes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.switchgear.core.Assessment;
import io.switchgear.core.KeyLimits;
import io.switchgear.core.RandomSource;
import io.switchgear.core.RejectionReason;
import io.switchgear.core.Verdict;
import io.switchgear.testkit.SeededSequences;
import io.switchgear.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A closed circuit that rejects the failing share. */
class ProportionalTest {
  private static final Duration WINDOW = Duration.ofSeconds(10);
  private static final Duration BETWEEN_CALLS = Duration.ofMillis(10);
  private static final int CALLS_A_WINDOW = 1_000;

  private final VirtualTime time = new VirtualTime();
  private final CircuitBreakerConfig settings =
      CircuitBreaker.named("erp")
          .proportional(Proportional.over(WINDOW))
          .random(RandomSource.seeded(42))
          .time(time);

  @ParameterizedTest
  @CsvSource({"0.05, 0", "0.25, 0.167", "0.5, 0.444", "0.75, 0.722", "1, 0.965"})
  void independentFailures_rejectedShareTendsToTheFormula(double failing, double expected) {
    CircuitBreaker breaker = settings.build();
    SplittableRandom random = new SplittableRandom(7);

    calls(breaker, 5 * CALLS_A_WINDOW, () -> random.nextDouble() < failing);
    int rejected = calls(breaker, 5 * CALLS_A_WINDOW, () -> random.nextDouble() < failing);

    assertThat((double) rejected / (5 * CALLS_A_WINDOW)).isCloseTo(expected, within(0.03));
    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
    assertThat(breaker.recentTransitions()).isEmpty();
  }

  @Test
  void healthyDependency_isNeverShed() {
    CircuitBreaker breaker = settings.build();

    int rejected = calls(breaker, 10 * CALLS_A_WINDOW, () -> false);

    assertThat(rejected).isZero();
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.25, 1})
  void recovery_everythingIsAdmittedWithinTheWindow(double failing) {
    CircuitBreaker breaker = settings.build();
    SplittableRandom random = new SplittableRandom(7);
    calls(breaker, 3 * CALLS_A_WINDOW, () -> random.nextDouble() < failing);

    calls(breaker, CALLS_A_WINDOW, () -> false);
    int rejected = calls(breaker, CALLS_A_WINDOW, () -> false);

    assertThat(rejected).isZero();
    assertThat(breaker.snapshot().rejectRatio()).isZero();
  }

  @Test
  void oneShardOfFourIsDown_theOthersGoOn() {
    CircuitBreaker proportional = settings.build();
    CircuitBreaker tripping =
        settings.proportional(Proportional.over(WINDOW)).tripOn(failureRate(0.2, 100, 50)).build();

    int lost = callsToShards(proportional);
    int lostByTripping = callsToShards(tripping);

    assertThat(lost).as("healthy calls rejected of 3,750").isLessThan(750);
    assertThat(lostByTripping).as("an open circuit rejects them all").isGreaterThan(3_000);
  }

  /** Five windows of calls to four shards in turn, the first of which is down. */
  private int callsToShards(CircuitBreaker breaker) {
    int lost = 0;
    for (int i = 0; i < 5 * CALLS_A_WINDOW; i++) {
      boolean down = i % 4 == 0;
      int rejected = calls(breaker, 1, () -> down);
      lost += down ? 0 : rejected;
    }
    return lost;
  }

  @Test
  void shed_saysWhyWithNumbers() {
    CircuitBreaker breaker = settings.random(() -> 0).build();
    succeedTimes(breaker, 15);
    failTimes(breaker, 5);

    CircuitRejection rejection = (CircuitRejection) breaker.admit();

    double ratio = (20 - 15 / 0.9) / 21;
    assertThat(rejection.reason()).isEqualTo(RejectionReason.SHEDDING);
    assertThat(rejection.state()).isEqualTo(CircuitState.CLOSED);
    assertThat(rejection.retryAfter()).isEqualTo(WINDOW.dividedBy(16));
    assertThat(breaker.snapshot().rejectRatio()).isEqualTo(ratio, within(1e-9));
    assertThat(breaker.snapshot().evidence())
        .isEqualTo("rejecting 16 % of the calls; 5 failures in the 20 calls of the last 10000 ms");
    assertThat(breaker.snapshot().retryAfter()).as("the next call has a chance").isEmpty();
  }

  @Test
  void nothingFails_evidenceSpeaksOfNoShare() {
    CircuitBreaker breaker = settings.build();

    succeedTimes(breaker, 20);

    assertThat(breaker.snapshot().evidence())
        .isEqualTo("0 failures in the 20 calls of the last 10000 ms");
  }

  @Test
  void half_isWhatIsBelowOneHalf() {
    Proportional all = Proportional.over(WINDOW).tolerating(0);
    CircuitBreaker breaker = settings.proportional(all).random(() -> 0.5).build();
    succeedTimes(breaker, 15);
    failTimes(breaker, 16);
    assertThat(breaker.snapshot().rejectRatio()).isEqualTo(0.5);

    assertThat(breaker.admit()).isInstanceOf(Permit.class);
  }

  @Test
  void defaultRule_doesNotApply_belowMinCallsNothingIsRejected() {
    CircuitBreaker breaker = settings.random(() -> 0).build();

    failTimes(breaker, 19);

    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
    assertThat(breaker.admit()).isInstanceOf(Permit.class);
    assertThat(settings.tripRules()).isEmpty();
  }

  @Test
  void withATripRule_rejectsItsShareAllTheSame() {
    CircuitBreaker alone = settings.build();
    CircuitBreaker both = settings.tripOn(consecutiveFailures(30)).build();
    failTimes(alone, 20);
    failTimes(both, 20);

    assertThat(both.snapshot().rejectRatio()).isEqualTo(alone.snapshot().rejectRatio());
    assertThat(both.snapshot().rejectRatio()).isGreaterThan(0.9);
  }

  @Test
  void withATripRule_opensWhenAllFail() {
    CircuitBreaker breaker = settings.tripOn(consecutiveFailures(30)).build();

    calls(breaker, CALLS_A_WINDOW, () -> true);

    assertThat(breaker.state()).isEqualTo(CircuitState.OPEN);
    assertThat(breaker.snapshot().cause().orElseThrow().detail())
        .startsWith("30 consecutive failures; ");
  }

  @Test
  void metricsOnly_admitsAndShowsTheShare() {
    CircuitBreaker breaker = settings.random(() -> 0).build();
    breaker.metricsOnly(by("ana"));
    failTimes(breaker, 20);

    assertThat(breaker.call(() -> "ok")).isEqualTo("ok");
    assertThat(breaker.snapshot().rejectRatio()).isGreaterThan(0.9);
  }

  @Test
  void reconfigured_sameWindow_keepsTheCounts_withoutTheModeAdmitsAll() {
    CircuitBreaker breaker = settings.random(() -> 0).build();
    failTimes(breaker, 19);

    breaker.reconfigure(settings.random(() -> 0).proportional(Proportional.over(WINDOW)));
    failTimes(breaker, 1);
    assertThat(breaker.admit()).isInstanceOf(CircuitRejection.class);
    breaker.reconfigure(CircuitBreaker.named("erp").time(time));
    time.advance(Duration.ofMillis(1));
    succeedTimes(breaker, 1);

    assertThat(breaker.admit()).isInstanceOf(Permit.class);
  }

  @Test
  void keyed_eachKeyHasItsOwnShare() {
    KeyedCircuitBreaker<String> shards = settings.random(() -> 0).keyed(KeyLimits.maxKeys(4));
    failTimes(shards.forKey("a"), 20);
    succeedTimes(shards.forKey("b"), 20);

    assertThat(shards.forKey("a").admit()).isInstanceOf(CircuitRejection.class);
    assertThat(shards.forKey("b").admit()).isInstanceOf(Permit.class);
  }

  @Test
  void pauseAndOrders_holdAsInAnyClosedCircuit() {
    CircuitBreaker breaker = settings.random(() -> 0.999).build();
    failTimes(breaker, 20);

    Permit permit = (Permit) breaker.admit();
    permit.settle(Assessment.of(Verdict.THROTTLED).retryAfter(Duration.ofSeconds(1)));

    assertThat(((CircuitRejection) breaker.admit()).reason()).isEqualTo(RejectionReason.PACED);
    breaker.disable(by("ana"));
    assertThat(breaker.call(() -> "ok")).isEqualTo("ok");
  }

  @Test
  void randomResults_shareIsThatOfARecount_andDecides() {
    SeededSequences.of(ProportionalTest::step)
        .maxLength(120)
        .runs(300)
        .check(steps -> new Recount().play(steps));
  }

  private static Step step(SplittableRandom random) {
    int millis = random.nextInt(5) == 0 ? random.nextInt(3_000) : 0;
    return new Step(random.nextInt(3) == 0, millis, random.nextDouble());
  }

  /** A call with its result, then time that passes; and the number that chance gives it. */
  private record Step(boolean fails, int millis, double chance) {}

  @Test
  void badSettings_areNamed() {
    assertThatThrownBy(() -> Proportional.over(WINDOW).tolerating(0.95))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("tolerating must be from 0 to 0.9, but is 0.95");
    assertThatThrownBy(() -> Proportional.over(WINDOW).tolerating(-0.01))
        .hasMessage("tolerating must be from 0 to 0.9, but is -0.01");
    assertThat(Proportional.over(WINDOW).tolerating(0.9).toString()).contains("beyond 0.9");
    assertThatThrownBy(() -> Proportional.over(WINDOW).minCalls(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("minCalls must be from 1 to 1000000, but is 0");
  }

  /** Makes calls one after the other; answers how many were rejected. */
  private int calls(CircuitBreaker breaker, int number, BooleanSupplier fails) {
    int rejected = 0;
    for (int i = 0; i < number; i++) {
      boolean failure = fails.getAsBoolean();
      if (breaker.admit() instanceof Permit permit) {
        permit.settle(Assessment.of(failure ? Verdict.FAILURE : Verdict.SUCCESS));
      } else {
        rejected++;
      }
      time.advance(BETWEEN_CALLS);
    }
    return rejected;
  }

  /** Keeps every result and counts them anew each time. */
  private static final class Recount {
    private static final long SLICE_NANOS = WINDOW.toNanos() / 16;

    private final VirtualTime time = new VirtualTime();
    private final List<Long> failures = new ArrayList<>();
    private final List<Long> results = new ArrayList<>();
    private double chance;
    private final CircuitBreaker breaker =
        CircuitBreaker.named("erp")
            .proportional(Proportional.over(WINDOW).tolerating(0.2).minCalls(5))
            .random(() -> chance)
            .time(time)
            .build();

    void play(List<Step> steps) {
      for (Step step : steps) {
        double expected = ratio();
        assertThat(breaker.snapshot().rejectRatio()).isEqualTo(expected, within(1e-9));
        chance = step.chance();
        boolean admitted = breaker.admit() instanceof Permit permit && settle(permit, step);
        assertThat(admitted).isEqualTo(step.chance() >= expected);
        time.advance(Duration.ofMillis(step.millis()));
      }
    }

    private boolean settle(Permit permit, Step step) {
      results.add(time.nanoTime());
      if (step.fails()) {
        failures.add(time.nanoTime());
      }
      return permit.settle(Assessment.of(step.fails() ? Verdict.FAILURE : Verdict.SUCCESS));
    }

    private double ratio() {
      double calls = latest(results);
      double accepted = calls - latest(failures);
      return calls < 5 ? 0 : Math.max(0, (calls - accepted / 0.8) / (calls + 1));
    }

    private long latest(List<Long> times) {
      long now = time.nanoTime() / SLICE_NANOS;
      return times.stream().filter(at -> now - at / SLICE_NANOS < 16).count();
    }
  }
}
