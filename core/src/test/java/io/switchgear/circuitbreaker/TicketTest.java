// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import static io.switchgear.circuitbreaker.Directive.by;
import static io.switchgear.circuitbreaker.TripRule.consecutiveFailures;
import static io.switchgear.testkit.Calls.failTimes;
import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.core.Assessment;
import io.switchgear.core.CallOptions;
import io.switchgear.core.Verdict;
import io.switchgear.testkit.VirtualTime;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A ticket is a plain number: nothing but the circuit itself keeps it from ending twice. */
class TicketTest {
  private static final Duration COOL_DOWN = Duration.ofSeconds(1);

  private final VirtualTime time = new VirtualTime();
  private final CircuitBreaker breaker =
      CircuitBreaker.named("erp")
          .tripOn(consecutiveFailures(1))
          .coolDown(COOL_DOWN)
          .trialCalls(2)
          .time(time)
          .build();

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void trialEndedTwice_secondEndIsLate(boolean metricsOnly) {
    if (metricsOnly) {
      breaker.metricsOnly(by("ana"));
    }
    failTimes(breaker, 1);
    time.advance(COOL_DOWN);
    long first = breaker.enter(CallOptions.none());
    long second = breaker.enter(CallOptions.none());
    breaker.cancel(first);

    breaker.exit(first, Assessment.of(Verdict.FAILURE));

    assertThat(breaker.snapshot().trialsOut()).as("the other goes on").isEqualTo(1);
    assertThat(breaker.stats().calls().late()).isEqualTo(1);
    assertThat(breaker.stats().permits().expired()).isZero();
    breaker.exit(second, Assessment.of(Verdict.SUCCESS));
    assertThat(breaker.snapshot().evidence()).contains("0 trial calls out, 1 passed");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void orderInForce_snapshotSaysWhose(boolean open) {
    Directive order = by("ana").because("maintenance");

    if (open) {
      breaker.forceOpen(order);
    } else {
      breaker.disable(order);
    }

    assertThat(breaker.snapshot().evidence()).isEqualTo("by ana: maintenance");
  }
}
