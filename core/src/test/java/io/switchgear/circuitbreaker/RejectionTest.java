// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import static io.switchgear.testkit.Calls.failTimes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.switchgear.core.Assessment;
import io.switchgear.core.KeyLimits;
import io.switchgear.core.RejectionReason;
import io.switchgear.core.Throttled;
import io.switchgear.core.Verdict;
import io.switchgear.testkit.VirtualTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a refused caller gets to know. */
class RejectionTest {
  private final VirtualTime time = new VirtualTime();

  @Test
  void message_ofAClosedCircuit_saysWhyItRefuses() {
    CircuitBreaker breaker = CircuitBreaker.named("rates").time(time).build();
    Permit permit = (Permit) breaker.admit();
    permit.settle(Assessment.of(Verdict.THROTTLED).retryAfter(ofSeconds(5)));

    assertThatThrownBy(() -> breaker.call(() -> "ok"))
        .hasMessage("Circuit rates is CLOSED but paced: the call was not made");
  }

  @Test
  void open_rejectionCarriesNameKeyStateAndWait() {
    KeyedCircuitBreaker<String> erp = settings().keyed(KeyLimits.maxKeys(10));
    CircuitBreaker breaker = erp.forKey("customer-7");
    failTimes(breaker, 5);
    time.advance(Duration.ofSeconds(10));

    var rejected = rejected(breaker);

    assertThat(rejected.name()).isEqualTo("erp");
    assertThat(rejected.key()).hasValue("customer-7");
    assertThat(rejected.state()).isEqualTo(CircuitState.OPEN);
    assertThat(rejected.reason()).isEqualTo(RejectionReason.OPEN);
    assertThat(rejected.retryAfter()).isEqualTo(Duration.ofSeconds(20));
    assertThat(rejected).hasMessage("Circuit erp[customer-7] is OPEN: the call was not made");
    assertThat(rejected.getStackTrace()).isEmpty();
  }

  @Test
  void open_sameInstanceForAll_waitIsComputedWhenAsked() {
    CircuitBreaker breaker = settings().build();
    failTimes(breaker, 5);

    var first = rejected(breaker);
    time.advance(Duration.ofSeconds(29));
    var second = rejected(breaker);

    assertThat(second).isSameAs(first);
    assertThat(first.retryAfter()).isEqualTo(Duration.ofSeconds(1));
    first.addSuppressed(new IllegalStateException("a caller's own"));
    assertThat(second.getSuppressed()).isEmpty();
  }

  @Test
  void open_keptUntilLongAfter_waitStaysPositive() {
    CircuitBreaker breaker = settings().build();
    failTimes(breaker, 5);
    var rejected = rejected(breaker);

    time.advance(Duration.ofDays(1));

    assertThat(rejected.retryAfter()).isPositive();
  }

  @Test
  void trialsTaken_askAgainInASecond_orWhenTheTrialExpires() {
    CircuitBreaker breaker = settings().trialTimeout(Duration.ofSeconds(10)).build();
    failTimes(breaker, 5);
    time.advance(Duration.ofSeconds(30));
    assertThat(breaker.admit()).isInstanceOf(Permit.class);

    var early = rejected(breaker);
    assertThat(early.reason()).isEqualTo(RejectionReason.TRIALS_TAKEN);
    assertThat(early.state()).isEqualTo(CircuitState.HALF_OPEN);
    assertThat(early.retryAfter()).isEqualTo(Duration.ofSeconds(1));

    time.advance(Duration.ofMillis(9_600));
    assertThat(rejected(breaker).retryAfter()).isEqualTo(Duration.ofMillis(400));
  }

  @Test
  void pace_holdsCallsBackUntilTheTimeThatWasNamed() {
    CircuitBreaker breaker = settings().throttled(Throttled.PACE).build();
    throttle(breaker, Duration.ofSeconds(7));

    var rejected = rejected(breaker);
    assertThat(rejected.reason()).isEqualTo(RejectionReason.PACED);
    assertThat(rejected.state()).isEqualTo(CircuitState.CLOSED);
    assertThat(rejected.retryAfter()).isEqualTo(Duration.ofSeconds(7));

    time.advance(Duration.ofSeconds(7));
    assertThat(breaker.admit()).isInstanceOf(Permit.class);
  }

  @Test
  void pace_waitsOnlyMoveForward() {
    CircuitBreaker breaker = settings().build();
    Permit first = (Permit) breaker.admit();
    Permit second = (Permit) breaker.admit();

    first.settle(Assessment.of(Verdict.THROTTLED).retryAfter(Duration.ofSeconds(60)));
    second.settle(Assessment.of(Verdict.THROTTLED).retryAfter(Duration.ofSeconds(1)));

    assertThat(rejected(breaker).retryAfter()).isEqualTo(Duration.ofSeconds(60));
  }

  @Test
  void pace_withoutATime_holdsNothingBackAndNeverTrips() {
    CircuitBreaker breaker = settings().build();

    for (int i = 0; i < 100; i++) {
      ((Permit) breaker.admit()).settle(Assessment.of(Verdict.THROTTLED));
    }

    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
  }

  @Test
  void pace_whileHalfOpen_givesTheTrialBackAndWaits() {
    CircuitBreaker breaker = settings().build();
    failTimes(breaker, 5);
    time.advance(Duration.ofSeconds(30));
    throttle(breaker, Duration.ofSeconds(3));

    assertThat(breaker.state()).isEqualTo(CircuitState.HALF_OPEN);
    assertThat(rejected(breaker).reason()).isEqualTo(RejectionReason.PACED);
    time.advance(Duration.ofSeconds(3));
    assertThat(breaker.call(() -> "ok")).isEqualTo("ok");
    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
  }

  @Test
  void trip_throttledResultsCountAsFailures() {
    CircuitBreaker breaker = settings().throttled(Throttled.TRIP).build();

    for (int i = 0; i < 5; i++) {
      ((Permit) breaker.admit()).settle(Assessment.of(Verdict.THROTTLED));
    }

    assertThat(breaker.state()).isEqualTo(CircuitState.OPEN);
    assertThat(breaker.snapshot().cause().orElseThrow().detail())
        .isEqualTo("5 consecutive failures, the last one THROTTLED");
  }

  @Test
  void ignore_throttledResultsNeitherCountNorWait() {
    CircuitBreaker breaker = settings().throttled(Throttled.IGNORE).build();

    for (int i = 0; i < 100; i++) {
      throttle(breaker, Duration.ofHours(1));
    }

    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
  }

  private static void throttle(CircuitBreaker breaker, Duration retryAfter) {
    ((Permit) breaker.admit()).settle(Assessment.of(Verdict.THROTTLED).retryAfter(retryAfter));
  }

  private static CircuitBreakerRejectedException rejected(CircuitBreaker breaker) {
    return catchThrowableOfType(
        CircuitBreakerRejectedException.class, () -> breaker.call(() -> "ok"));
  }

  private CircuitBreakerConfig settings() {
    return CircuitBreaker.named("erp").time(time);
  }
}
