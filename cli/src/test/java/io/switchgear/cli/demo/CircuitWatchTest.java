// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class CircuitWatchTest {
  private static final long MILLI = 1_000_000;

  private final Tally tally = new Tally();
  private final CircuitWatch watch = new CircuitWatch(tally);

  @Test
  void rejection_opensTheCircuitOfThatCustomer() {
    see(Reply.Kind.THROTTLED, 0, 10);
    see(Reply.Kind.REJECTED, 30, 31);

    assertThat(watch.circuit(Customer.ACME, 1_031 * MILLI))
        .isEqualTo(new CircuitWatch.Circuit(true, 0, Duration.ofSeconds(4)));
    assertThat(watch.circuit(Customer.GLOBEX, 0).isOpen()).isFalse();
    assertThat(watch.tripTime(Customer.ACME)).isEqualTo(Duration.ofMillis(21));
    assertThat(tally.count(Reply.Kind.REJECTED)).isEqualTo(1);
  }

  @Test
  void reply_sentBeforeTheCircuitOpened_isNoTrial() {
    see(Reply.Kind.REJECTED, 30, 31);
    see(Reply.Kind.THROTTLED, 20, 40);
    see(Reply.Kind.POSTED, 20, 41);

    assertThat(watch.circuit(Customer.ACME, 0).isOpen()).isTrue();
    assertThat(watch.trialNanos(Customer.ACME)).isEmpty();
  }

  @Test
  void trial_refused_leavesTheCircuitOpen() {
    see(Reply.Kind.REJECTED, 30, 31);
    see(Reply.Kind.THROTTLED, 5_031, 5_040);

    assertThat(watch.circuit(Customer.ACME, 5_040 * MILLI).isOpen()).isTrue();
    assertThat(watch.trialNanos(Customer.ACME)).containsExactly(5_031 * MILLI);
  }

  @Test
  void trial_posted_closesTheCircuit() {
    see(Reply.Kind.REJECTED, 30, 31);
    see(Reply.Kind.POSTED, 5_031, 5_040);

    assertThat(watch.circuit(Customer.ACME, 5_040 * MILLI))
        .isEqualTo(new CircuitWatch.Circuit(false, 1, Duration.ZERO));
  }

  @Test
  void rejection_sentBeforeTheCircuitClosed_doesNotOpenIt() {
    see(Reply.Kind.REJECTED, 30, 31);
    see(Reply.Kind.POSTED, 5_031, 5_140);
    see(Reply.Kind.REJECTED, 5_100, 5_141);

    assertThat(watch.circuit(Customer.ACME, 5_141 * MILLI).isOpen()).isFalse();
  }

  private void see(Reply.Kind kind, long sentMillis, long seenMillis) {
    Duration retryAfter = kind == Reply.Kind.REJECTED ? Duration.ofSeconds(5) : Duration.ZERO;
    watch.see(
        new Document(Customer.ACME, 0),
        new Reply(kind, retryAfter, sentMillis * MILLI),
        seenMillis * MILLI);
  }
}
