// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import static io.switchgear.testkit.Calls.failTimes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.core.KeyLimits;
import io.switchgear.core.LoggedErrors;
import io.switchgear.testkit.VirtualTime;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A probe with a defect is reported, but not every few seconds for as long as it has it. */
class ThrowingProbeTest {
  private static final String REPORT =
      "The health probe of circuit erp failed; the same error isn't logged again: ";

  private final VirtualTime time = new VirtualTime();
  private final LoggedErrors logged = new LoggedErrors(CircuitBreaker.class);
  private int asked;
  private boolean works;
  private boolean lacksMemory;

  private final CircuitBreakerConfig settings =
      CircuitBreaker.named("erp")
          .time(time)
          .coolDown(ofSeconds(60))
          .healthProbe(this::probe, ofSeconds(5));

  private CompletionStage<Boolean> probe(Optional<String> key) {
    asked++;
    if (works || key.equals(Optional.of("healthy"))) {
      return CompletableFuture.completedFuture(false);
    }
    if (lacksMemory) {
      throw new OutOfMemoryError("none left");
    }
    throw new IllegalStateException("defect " + asked);
  }

  @AfterEach
  void stopLogging() {
    logged.close();
  }

  @Test
  void sameErrorEachTime_isLoggedOnce_inLaterOpenPeriodsToo() {
    CircuitBreaker breaker = settings.build();
    failTimes(breaker, 5);
    time.advance(ofSeconds(60));
    assertThat(breaker.state()).isEqualTo(CircuitState.HALF_OPEN);

    failTimes(breaker, 1);
    time.advance(ofSeconds(30));

    assertThat(asked).isEqualTo(12 + 7);
    assertThat(logged.lines()).containsExactly(REPORT + "defect 1");
  }

  @Test
  void anotherError_isLogged() {
    failTimes(settings.build(), 5);
    time.advance(ofSeconds(12));

    lacksMemory = true;
    time.advance(ofSeconds(10));

    assertThat(logged.lines()).containsExactly(REPORT + "defect 1", REPORT + "none left");
  }

  @Test
  void probeHasWorkedSince_isLoggedAgain() {
    failTimes(settings.build(), 5);
    time.advance(ofSeconds(1));
    works = true;
    time.advance(ofSeconds(10));
    works = false;

    time.advance(ofSeconds(10));

    assertThat(logged.lines()).containsExactly(REPORT + "defect 1", REPORT + "defect 4");
  }

  @Test
  void manyKeys_oneOfThemWorks_isLoggedOnce() {
    KeyedCircuitBreaker<String> erp = settings.keyed(KeyLimits.maxKeys(10));
    failTimes(erp.forKey("a"), 5);
    failTimes(erp.forKey("healthy"), 5);
    failTimes(erp.forKey("b"), 5);

    time.advance(ofSeconds(20));

    assertThat(asked).isEqualTo(15);
    assertThat(logged.lines()).containsExactly(REPORT + "defect 1");
  }
}
