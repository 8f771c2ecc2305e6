// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import static io.switchgear.testkit.Calls.failTimes;
import static io.switchgear.testkit.Calls.succeedTimes;
import static java.time.Duration.ZERO;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.core.KeyLimits;
import io.switchgear.testkit.RefusingTime;
import io.switchgear.testkit.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class HealthProbeTest {
  private final VirtualTime time = new VirtualTime();
  private final List<String> asked = new ArrayList<>();
  private CompletionStage<Boolean> answer = CompletableFuture.completedFuture(false);

  private final CircuitBreakerConfig settings =
      CircuitBreaker.named("erp").time(time).healthProbe(this::probe, ofSeconds(5));

  private CompletionStage<Boolean> probe(Optional<String> key) {
    asked.add(time.nanoTime() / 1_000_000_000 + " " + key.orElse("-"));
    return answer;
  }

  @Test
  void healthyRightAfterTheTrip_isSuspectedFalse_andTrialsBegin() {
    CircuitBreaker breaker = settings.build();
    answer = CompletableFuture.completedFuture(true);
    failTimes(breaker, 5);

    time.advance(ZERO);

    assertThat(breaker.state()).isEqualTo(CircuitState.HALF_OPEN);
    assertThat(breaker.snapshot().cause().orElseThrow().kind())
        .isEqualTo(TransitionCause.Kind.SUSPECTED_FALSE_TRIP);
    assertThat(breaker.falseTrips()).isEqualTo(1);
    succeedTimes(breaker, 1);
    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
  }

  @Test
  void unhealthy_isAskedAgainUntilHealthy() {
    CircuitBreaker breaker = settings.build();
    failTimes(breaker, 5);
    time.advance(ofSeconds(12));
    assertThat(asked).containsExactly("0 -", "5 -", "10 -");

    answer = CompletableFuture.completedFuture(true);
    time.advance(ofSeconds(3));

    assertThat(breaker.state()).isEqualTo(CircuitState.HALF_OPEN);
    assertThat(breaker.snapshot().cause().orElseThrow().kind())
        .isEqualTo(TransitionCause.Kind.PROBE_PASSED);
    assertThat(breaker.falseTrips()).isZero();
  }

  @Test
  void coolDownOver_probingEnds() {
    CircuitBreaker breaker = settings.coolDown(ofSeconds(7)).build();
    failTimes(breaker, 5);

    time.advance(ofSeconds(60));

    assertThat(asked).containsExactly("0 -", "5 -");
    assertThat(time.scheduledTasks()).isZero();
    assertThat(breaker.state()).isEqualTo(CircuitState.HALF_OPEN);
  }

  @Test
  void answerOfAnEarlierOpenPeriod_changesNothing() {
    CircuitBreaker breaker = settings.build();
    CompletableFuture<Boolean> late = new CompletableFuture<>();
    answer = late;
    failTimes(breaker, 5);
    time.advance(ZERO);
    breaker.reset(Directive.by("ana"));
    answer = CompletableFuture.completedFuture(false);
    failTimes(breaker, 5);

    assertThat(late.complete(true)).isTrue();

    assertThat(breaker.state()).isEqualTo(CircuitState.OPEN);
    assertThat(breaker.falseTrips()).isZero();
  }

  @Test
  void probeThatFailsOrThrows_isAskedAgain() {
    CircuitBreaker breaker = settings.build();
    answer = CompletableFuture.failedFuture(new IllegalStateException("no answer"));
    failTimes(breaker, 5);
    time.advance(ofSeconds(5));
    assertThat(asked).hasSize(2);

    CircuitBreaker throwing =
        settings
            .healthProbe(
                key -> {
                  asked.add("throwing");
                  throw new IllegalStateException("a defect");
                },
                ofSeconds(5))
            .build();
    failTimes(throwing, 5);
    time.advance(ofSeconds(5));

    assertThat(asked.stream().filter("throwing"::equals)).hasSize(2);
    assertThat(throwing.state()).isEqualTo(CircuitState.OPEN);
  }

  @Test
  void keyed_probeKnowsTheKey() {
    KeyedCircuitBreaker<String> erp = settings.keyed(KeyLimits.maxKeys(10));
    failTimes(erp.forKey("a"), 5);

    time.advance(ZERO);

    assertThat(asked).containsExactly("0 a");
    assertThat(erp.falseTrips()).isZero();
  }

  @Test
  void schedulerIsShutDown_tripKeepsTheCallsOwnError() {
    CircuitBreaker breaker = settings.time(new RefusingTime(time)).build();

    failTimes(breaker, 5);

    assertThat(breaker.state()).isEqualTo(CircuitState.OPEN);
    time.advance(ofSeconds(30));
    assertThat(breaker.state()).isEqualTo(CircuitState.HALF_OPEN);
  }

  @Test
  void noAnswer_isNotHealthy_andAskedAgain() {
    // A map without the key is a null that no compiler sees.
    answer = CompletableFuture.completedFuture("k").thenApply(Map.<String, Boolean>of()::get);
    CircuitBreaker breaker = settings.build();
    failTimes(breaker, 5);

    time.advance(ofSeconds(5));

    assertThat(asked).containsExactly("0 -", "5 -");
    assertThat(breaker.state()).isEqualTo(CircuitState.OPEN);
  }
}
