// SPDX-License-Identifier: Apache-2.0
package io.switchgear.architecture;

import static io.switchgear.circuitbreaker.CircuitState.OPEN;
import static io.switchgear.circuitbreaker.TripRule.consecutiveFailures;
import static io.switchgear.circuitbreaker.TripRule.failureRate;
import static io.switchgear.core.KeyLimits.maxKeys;
import static io.switchgear.testkit.Calls.failTimes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.circuitbreaker.CircuitBreakerConfig;
import io.switchgear.circuitbreaker.CoolDown;
import io.switchgear.circuitbreaker.KeyedCircuitBreaker;
import io.switchgear.circuitbreaker.Permit;
import io.switchgear.core.Assessment;
import io.switchgear.core.Verdict;
import io.switchgear.core.Verdicts;
import io.switchgear.testkit.VirtualTime;

/** The code that the documentation shows, so that it is compiled, and run where it asserts. */
final class DocumentedCode {
  private DocumentedCode() {}

  static Rates breakerGuide(Api api, Parcel parcel) {
    CircuitBreaker shipping =
        CircuitBreaker.named("shipping-rates")
            .tripOn(consecutiveFailures(5).within(ofSeconds(30)))
            .coolDown(ofSeconds(60))
            .build();

    Rates rates = shipping.call(() -> api.rates(parcel));
    return rates;
  }

  static KeyedCircuitBreaker<String> breakerGuideKeys() {
    KeyedCircuitBreaker<String> crm =
        CircuitBreaker.named("crm")
            .tripOn(failureRate(0.5, 20, 20))
            .coolDown(CoolDown.growing(ofSeconds(30), ofSeconds(120)).jitter(0.2))
            .trialCalls(3)
            .keyed(maxKeys(100_000));
    return crm;
  }

  static CircuitBreaker breakerGuideHold() {
    CircuitBreaker llm =
        CircuitBreaker.named("llm")
            .verdicts(
                (result, error) ->
                    error instanceof OutOfCredit
                        ? Assessment.hold()
                        : Verdicts.standard().assess(result, error))
            .build();
    return llm;
  }

  static void breakerGuidePermits(CircuitBreaker breaker) {
    if (breaker.admit() instanceof Permit permit) {
      send(permit);
    }
  }

  private static void send(Permit permit) {
    permit.settle(Assessment.of(Verdict.SUCCESS));
  }

  static void breakerGuideTest(CircuitBreakerConfig settings) {
    VirtualTime time = new VirtualTime();
    CircuitBreaker breaker = settings.time(time).build();
    failTimes(breaker, 5);
    assertThat(breaker.state()).isEqualTo(OPEN);
    time.advance(ofSeconds(30));
    assertThat(breaker.call(() -> "ok")).isEqualTo("ok");
  }

  /** What a reader brings along. */
  interface OutOfCredit {}

  /** What a reader brings along. */
  record Parcel(double kilograms) {}

  /** What a reader brings along. */
  record Rates(double euros) {
    static Rates flat() {
      return new Rates(9.90);
    }
  }

  /** What a reader brings along. */
  interface Api {
    Rates rates(Parcel parcel);
  }

  /** What a reader brings along. */
  record Invoice(String number) {}

  /** What a reader brings along. */
  record Receipt(String number) {}

  /** What a reader brings along. */
  interface Client {
    Receipt post(Invoice invoice);
  }
}
