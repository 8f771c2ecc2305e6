// SPDX-License-Identifier: Apache-2.0
package io.switchgear.hedge;

import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.core.Deadline;
import io.switchgear.core.ThrowingSupplier;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BlockingAttemptTest {
  private final List<Outcome<String>> ends = new ArrayList<>();

  @Test
  void cancel_beforeItRuns_itNeverDoes() {
    BlockingAttempt<String> attempt = attempt(() -> "ok");

    attempt.cancel();
    attempt.run();

    assertThat(ends).isEmpty();
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void cancel_whileItRuns_interruptReachesTheCallAndNothingAfterIt() {
    List<BlockingAttempt<String>> self = new ArrayList<>();
    self.add(
        attempt(
            () -> {
              self.get(0).cancel();
              return "interrupted: " + Thread.currentThread().isInterrupted();
            }));

    self.get(0).run();

    assertThat(ends).containsExactly(new Outcome<>("interrupted: true", null));
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void cancel_ofAThreadThatSomebodyElseInterrupted_thatInterruptStays() {
    List<BlockingAttempt<String>> self = new ArrayList<>();
    self.add(
        attempt(
            () -> {
              Thread.currentThread().interrupt();
              self.get(0).cancel();
              return "ok";
            }));

    self.get(0).run();

    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void cancel_afterItsEnd_interruptsNobody() {
    BlockingAttempt<String> attempt = attempt(() -> "ok");

    attempt.run();
    attempt.cancel();

    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void run_twice_isOneAttempt() {
    BlockingAttempt<String> attempt = attempt(() -> "ok");

    attempt.run();
    attempt.run();

    assertThat(ends).hasSize(1);
  }

  private BlockingAttempt<String> attempt(ThrowingSupplier<String, Exception> call) {
    return new BlockingAttempt<>("rates", Deadline.none(), call, ends::add);
  }
}
