// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.lab.scenario.ClientPlan.Peer.Model;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The models do what the documentation of the libraries says of their defaults. */
class PeerBreakerTest {
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  @Test
  void resilience4j_halfOfTheLastHundred_opensForAMinuteAndTriesTen() {
    PeerBreaker breaker = new PeerBreaker(Model.RESILIENCE4J);

    record(breaker, 50, true);
    record(breaker, 49, false);
    assertThat(breaker.isClosed()).isTrue();
    record(breaker, 1, false);

    assertThat(breaker.isClosed()).isFalse();
    assertThat(breaker.waitNanos(SECOND)).isEqualTo(59 * SECOND);
    assertThat(breaker.admits(59 * SECOND)).isFalse();
    for (int i = 0; i < 10; i++) {
      assertThat(breaker.admits(60 * SECOND)).isTrue();
    }
    assertThat(breaker.admits(60 * SECOND)).isFalse();
    for (int i = 0; i < 10; i++) {
      breaker.record(61 * SECOND, i < 6);
    }
    assertThat(breaker.isClosed()).isTrue();
  }

  @Test
  void failsafe_oneFailure_opens() {
    PeerBreaker breaker = new PeerBreaker(Model.FAILSAFE);

    record(breaker, 1_000, true);
    record(breaker, 1, false);

    assertThat(breaker.isClosed()).isFalse();
  }

  @Test
  void opossum_moreThanHalfOfTenSeconds_opens() {
    PeerBreaker breaker = new PeerBreaker(Model.OPOSSUM);

    record(breaker, 5, true);
    record(breaker, 5, false);
    assertThat(breaker.isClosed()).isTrue();
    breaker.record(11 * SECOND, true);
    breaker.record(11 * SECOND, false);
    assertThat(breaker.isClosed()).isTrue();
    breaker.record(11 * SECOND, false);

    assertThat(breaker.isClosed()).isFalse();
  }

  @Test
  void polly_tenthOfAHundred_opensAndFailedTrialReopens() {
    PeerBreaker breaker = new PeerBreaker(Model.POLLY);

    record(breaker, 9, false);
    record(breaker, 90, true);
    assertThat(breaker.isClosed()).isTrue();
    record(breaker, 1, false);
    assertThat(breaker.isClosed()).isFalse();

    assertThat(breaker.admits(5 * SECOND)).isTrue();
    breaker.record(5 * SECOND, false);
    assertThat(breaker.waitNanos(5 * SECOND)).isEqualTo(5 * SECOND);
  }

  private static void record(PeerBreaker breaker, int count, boolean success) {
    for (int i = 0; i < count; i++) {
      breaker.record(0, success);
    }
  }
}
