// SPDX-License-Identifier: Apache-2.0
package io.switchgear.core;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.switchgear.testkit.VirtualTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class DeadlineTest {
  private final VirtualTime time = new VirtualTime();

  @Test
  void remaining_asTimePasses_shrinksToZero() {
    Deadline deadline = Deadline.after(ofSeconds(8), time);

    time.advance(ofSeconds(5));
    assertThat(deadline.remaining()).isEqualTo(ofSeconds(3));
    assertThat(deadline.isOver()).isFalse();
    time.advance(ofSeconds(3));
    assertThat(deadline.isOver()).isTrue();
    time.advance(ofSeconds(3));
    assertThat(deadline.remaining()).isZero();
  }

  @Test
  void remaining_wallClockSteps_staysTheSame() {
    Deadline deadline = Deadline.after(ofSeconds(8), time);

    time.stepWallClock(Duration.ofHours(1));

    assertThat(deadline.remaining()).isEqualTo(ofSeconds(8));
  }

  @Test
  void none_isNeverOver() {
    assertThat(Deadline.none().isOver()).isFalse();
    assertThat(Deadline.none().isNone()).isTrue();
    assertThat(Deadline.none().remaining()).isEqualTo(Duration.ofNanos(Long.MAX_VALUE));
    Deadline.none().check("erp");
  }

  @Test
  void after_longestDuration_doesNotOverflow() {
    time.advance(Duration.ofDays(366));

    Deadline deadline = Deadline.after(Duration.ofSeconds(Long.MAX_VALUE), time);

    assertThat(deadline.remaining()).isEqualTo(Duration.ofDays(366));
  }

  @Test
  void after_negativeDuration_isOver() {
    assertThat(Deadline.after(ofMillis(-1), time).isOver()).isTrue();
  }

  @Test
  void earlierOf_givesTheStricter() {
    Deadline soon = Deadline.after(ofSeconds(1), time);
    Deadline late = Deadline.after(ofSeconds(2), time);

    assertThat(soon.earlierOf(late)).isSameAs(soon);
    assertThat(late.earlierOf(soon)).isSameAs(soon);
    assertThat(Deadline.none().earlierOf(late)).isSameAs(late);
    assertThat(late.earlierOf(Deadline.none())).isSameAs(late);
  }

  @Test
  void earlierOf_ofTwoAlike_isTheFirst() {
    Deadline first = Deadline.after(ofSeconds(1), time);

    assertThat(first.earlierOf(Deadline.after(ofSeconds(1), time))).isSameAs(first);
  }

  @Test
  void deadline_saysHowMuchIsLeft() {
    assertThat(Deadline.none()).hasToString("no deadline");
    assertThat(Deadline.after(ofSeconds(8), time)).hasToString("PT8S left");
  }

  @Test
  void check_whenOver_rejectsByName() {
    Deadline deadline = Deadline.after(Duration.ZERO, time);

    assertThatThrownBy(() -> deadline.check("erp"))
        .isInstanceOfSatisfying(
            DeadlineOverException.class,
            e -> {
              assertThat(e.name()).isEqualTo("erp");
              assertThat(e.key()).isEmpty();
              assertThat(e.reason()).isEqualTo(RejectionReason.DEADLINE_OVER);
              assertThat(e.retryAfter()).isEqualTo(ofMillis(1));
              assertThat(e.rejection().toException()).hasMessage(e.getMessage());
            })
        .hasMessage("The deadline was over before erp could make the call");
  }
}
