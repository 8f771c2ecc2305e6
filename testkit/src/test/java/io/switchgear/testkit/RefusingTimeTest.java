// SPDX-License-Identifier: Apache-2.0
package io.switchgear.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

class RefusingTimeTest {
  private final VirtualTime time = new VirtualTime();

  @Test
  void schedule_isRefused_whileTimePasses() {
    RefusingTime refusing = new RefusingTime(time);

    time.advance(Duration.ofSeconds(2));

    assertThat(refusing.nanoTime()).isEqualTo(time.nanoTime());
    assertThat(refusing.wallTime()).isEqualTo(time.wallTime());
    assertThatThrownBy(() -> refusing.schedule(Duration.ZERO, () -> {}))
        .isInstanceOf(RejectedExecutionException.class);
    assertThat(time.scheduledTasks()).isZero();
  }

  @Test
  void schedule_withAnErrorOfItsOwn_throwsThat() {
    Error none = new OutOfMemoryError("no thread left");
    RefusingTime refusing = new RefusingTime(time, none);

    assertThatThrownBy(() -> refusing.schedule(Duration.ZERO, () -> {})).isSameAs(none);
  }

  @Test
  void checkedRefusal_isRefused() {
    assertThatThrownBy(() -> new RefusingTime(time, new IOException("reset")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("refusal must be unchecked, but is java.io.IOException: reset");
  }
}
