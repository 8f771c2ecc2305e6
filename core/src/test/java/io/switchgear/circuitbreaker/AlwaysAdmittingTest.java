// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import static io.switchgear.circuitbreaker.Directive.by;
import static io.switchgear.testkit.Calls.failTimes;
import static io.switchgear.testkit.Calls.succeedTimes;
import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.core.Assessment;
import io.switchgear.core.KeyLimits;
import io.switchgear.core.RandomSource;
import io.switchgear.core.RejectionReason;
import io.switchgear.core.Verdict;
import io.switchgear.testkit.VirtualTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Disabled and metrics only, and the ramp after closing. */
class AlwaysAdmittingTest {
  private final VirtualTime time = new VirtualTime();
  private final CircuitBreakerConfig settings = CircuitBreaker.named("erp").time(time);

  @Test
  void disabled_admitsEverythingAndLearnsNothing() {
    CircuitBreaker breaker = settings.build();
    failTimes(breaker, 4);
    breaker.disable(by("ana").because("known trouble"));

    failTimes(breaker, 100);

    assertThat(breaker.state()).isEqualTo(CircuitState.DISABLED);
    assertThat(breaker.snapshot().directive().orElseThrow().who()).isEqualTo("ana");
    assertThat(breaker.snapshot().retryAfter()).isEmpty();
    breaker.reset(by("ana"));
    failTimes(breaker, 4);
    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
    assertThat(breaker.stats().permits()).isEqualTo(new CircuitStats.Permits(108, 0, 0));
  }

  @Test
  void disabled_whenOpen_admits_andItsTimeEnds() {
    CircuitBreaker breaker = settings.build();
    failTimes(breaker, 5);

    breaker.disable(by("ana").forAtMost(Duration.ofMinutes(1)));
    failTimes(breaker, 10);
    time.advance(Duration.ofMinutes(1));

    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
  }

  @Test
  void metricsOnly_neverRejects_andTellsWhatWouldHaveBeen() {
    CircuitBreaker breaker = settings.build();
    breaker.metricsOnly(by("ana").because("trying it out"));

    failTimes(breaker, 20);
    assertThat(breaker.snapshot().evidence()).isEqualTo("would be OPEN: cooling down");
    time.advance(Duration.ofSeconds(30));
    succeedTimes(breaker, 3);

    assertThat(breaker.state()).isEqualTo(CircuitState.METRICS_ONLY);
    assertThat(breaker.recentTransitions())
        .extracting(Transition::toString)
        .containsExactly(
            "#1 erp CLOSED → METRICS_ONLY: by ana: trying it out",
            "#2 erp METRICS_ONLY → METRICS_ONLY: would be OPEN: "
                + "5 consecutive failures, the last one FAILURE",
            "#3 erp METRICS_ONLY → METRICS_ONLY: would be HALF_OPEN: cool-down is over",
            "#4 erp METRICS_ONLY → METRICS_ONLY: would be CLOSED: 1 of 1 trial calls passed");
    assertThat(breaker.stats().calls().rejected()).isZero();
    assertThat(breaker.stats().permits()).isEqualTo(new CircuitStats.Permits(23, 0, 0));
    assertThat(breaker.stats().circuits()).containsEntry(CircuitState.METRICS_ONLY, 1L);
  }

  @Test
  void metricsOnly_overItsTime_closes() {
    CircuitBreaker breaker = settings.build();
    breaker.metricsOnly(by("ana").forAtMost(Duration.ofMinutes(1)));

    time.advance(Duration.ofMinutes(1));

    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
  }

  @Test
  void family_disabled_admitsEachKey() {
    KeyedCircuitBreaker<String> erp = settings.keyed(KeyLimits.maxKeys(10));
    failTimes(erp.forKey("a"), 5);

    erp.disable(by("ana"));

    succeedTimes(erp.forKey("a"), 3);
    assertThat(erp.forKey("a").state()).isEqualTo(CircuitState.DISABLED);
    erp.reset(by("ana"));
    assertThat(erp.forKey("a").state()).isEqualTo(CircuitState.CLOSED);
  }

  @Test
  void family_metricsOnly_admitsEachKeyAndKeysGoOnUnderneath() {
    KeyedCircuitBreaker<String> erp = settings.keyed(KeyLimits.maxKeys(10));
    erp.metricsOnly(by("ana").forAtMost(Duration.ofSeconds(10)));

    failTimes(erp.forKey("a"), 20);

    assertThat(erp.forKey("a").state()).isEqualTo(CircuitState.METRICS_ONLY);
    time.advance(Duration.ofSeconds(10));
    assertThat(erp.forKey("a").state()).isEqualTo(CircuitState.OPEN);
    assertThat(erp.stats().calls().rejected()).isZero();
  }

  @Test
  void keptKeys_disabledAndMetricsOnly_areNotForgotten() {
    KeyedCircuitBreaker<String> erp =
        settings.keyed(KeyLimits.maxKeys(10).idleAfter(Duration.ofMinutes(1)));
    erp.forKey("a").disable(by("ana"));
    erp.forKey("b").metricsOnly(by("ana"));

    for (int i = 0; i < 3; i++) {
      time.advance(Duration.ofMinutes(1));
      erp.tick();
    }

    assertThat(erp.size()).isEqualTo(2);
  }

  @Test
  void ramp_letsAGrowingShareThrough() {
    CircuitBreaker breaker = ramping(Duration.ofSeconds(100));

    assertThat(admittedOf1000(breaker)).isBetween(60, 140);
    time.advance(Duration.ofSeconds(50));
    assertThat(admittedOf1000(breaker)).isBetween(500, 600);
    time.advance(Duration.ofSeconds(50));
    assertThat(admittedOf1000(breaker)).isEqualTo(1_000);
  }

  @Test
  void ramp_rejectionSaysSo() {
    CircuitBreaker breaker = ramping(Duration.ofSeconds(100));

    Admission admission = breaker.admit();
    while (admission instanceof Permit permit) {
      permit.release();
      admission = breaker.admit();
    }

    CircuitRejection rejection = (CircuitRejection) admission;
    assertThat(rejection.reason()).isEqualTo(RejectionReason.RAMPING);
    assertThat(rejection.state()).isEqualTo(CircuitState.CLOSED);
    assertThat(rejection.retryAfter()).isEqualTo(Duration.ofSeconds(1));
    assertThat(breaker.snapshot().retryAfter()).isEmpty();
  }

  @Test
  void ramp_firstShare_isATenth() {
    CircuitBreaker breaker = ramping(settings.random(() -> 0.1), Duration.ofSeconds(100));

    assertThat(breaker.admit()).as("a tenth is what is below 0.1").isNotInstanceOf(Permit.class);
    assertThat(breaker.snapshot().evidence())
        .isEqualTo("letting more and more calls through; nothing to note");
    time.advance(Duration.ofMillis(1));

    assertThat(breaker.admit()).isInstanceOf(Permit.class);
  }

  @Test
  void ramp_nearItsEnd_waitEndsWithIt() {
    CircuitBreaker breaker = ramping(settings.random(() -> 0.9999), Duration.ofSeconds(100));
    time.advance(Duration.ofSeconds(99));
    time.advance(Duration.ofMillis(600));

    CircuitRejection rejection = (CircuitRejection) breaker.admit();
    assertThat(rejection.retryAfter()).isEqualTo(Duration.ofMillis(400));
    time.advance(Duration.ofMillis(400));

    assertThat(breaker.snapshot().evidence()).as("the ramp is over").isEqualTo("nothing to note");
  }

  @Test
  void ramp_failuresDuringIt_tripAgain() {
    CircuitBreaker breaker = ramping(Duration.ofSeconds(100));
    time.advance(Duration.ofSeconds(99));

    int failed = 0;
    while (breaker.state() == CircuitState.CLOSED) {
      if (breaker.admit() instanceof Permit permit) {
        permit.settle(Assessment.of(Verdict.FAILURE));
        failed++;
      }
    }

    assertThat(failed).isEqualTo(5);
    assertThat(breaker.state()).isEqualTo(CircuitState.OPEN);
  }

  private CircuitBreaker ramping(Duration ramp) {
    return ramping(settings.random(RandomSource.seeded(4)), ramp);
  }

  private CircuitBreaker ramping(CircuitBreakerConfig config, Duration ramp) {
    CircuitBreaker breaker = config.ramp(ramp).build();
    failTimes(breaker, 5);
    time.advance(Duration.ofSeconds(30));
    succeedTimes(breaker, 1);
    return breaker;
  }

  private static int admittedOf1000(CircuitBreaker breaker) {
    int admitted = 0;
    for (int i = 0; i < 1_000; i++) {
      if (breaker.admit() instanceof Permit permit) {
        permit.release();
        admitted++;
      }
    }
    return admitted;
  }
}
