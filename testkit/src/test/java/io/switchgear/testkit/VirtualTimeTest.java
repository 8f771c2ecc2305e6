// SPDX-License-Identifier: Apache-2.0
package io.switchgear.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.switchgear.core.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class VirtualTimeTest {
  private final VirtualTime time = new VirtualTime();
  private final List<String> log = new ArrayList<>();

  @Test
  void advance_runsTasksAtTheirTimesInOrder() {
    note("b", 2);
    note("a", 1);
    note("c", 2);

    time.advance(Duration.ofSeconds(3));

    assertThat(log).containsExactly("a at 1", "b at 2", "c at 2");
    assertThat(time.nanoTime()).isEqualTo(Duration.ofSeconds(3).toNanos());
  }

  @Test
  void advance_taskSchedulesAnother_runsItInTheSameAdvance() {
    TimeSource.ScheduledTask unused = time.schedule(Duration.ofSeconds(1), () -> note("second", 1));

    time.advance(Duration.ofSeconds(2));

    assertThat(log).containsExactly("second at 2");
  }

  @Test
  void cancel_taskDoesNotRun() {
    TimeSource.ScheduledTask task = time.schedule(Duration.ofSeconds(1), () -> log.add("ran"));

    task.cancel();
    task.cancel();
    time.advance(Duration.ofSeconds(2));

    assertThat(log).isEmpty();
    assertThat(time.scheduledTasks()).isZero();
  }

  @Test
  void advance_byZero_runsWhatIsDue() {
    note("now", 0);

    time.advance(Duration.ZERO);

    assertThat(log).containsExactly("now at 0");
  }

  @Test
  void advance_taskThrows_timeStopsThere() {
    TimeSource.ScheduledTask unused =
        time.schedule(
            Duration.ofSeconds(1),
            () -> {
              throw new IllegalStateException("a task's defect");
            });

    assertThatThrownBy(() -> time.advance(Duration.ofSeconds(5))).hasMessage("a task's defect");

    assertThat(time.nanoTime()).isEqualTo(Duration.ofSeconds(1).toNanos());
  }

  @Test
  void advance_negative_refused() {
    assertThatThrownBy(() -> time.advance(Duration.ofNanos(-1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("duration must not be negative, but is PT-0.000000001S");
  }

  @Test
  void stepWallClock_movesTheDateOnly() {
    time.advance(Duration.ofSeconds(10));

    time.stepWallClock(Duration.ofHours(-1));

    assertThat(time.nanoTime()).isEqualTo(Duration.ofSeconds(10).toNanos());
    assertThat(time.wallTime()).isEqualTo(Instant.parse("2025-12-31T23:00:10Z"));
  }

  private void note(String what, long seconds) {
    TimeSource.ScheduledTask unused =
        time.schedule(
            Duration.ofSeconds(seconds),
            () -> log.add(what + " at " + Duration.ofNanos(time.nanoTime()).toSeconds()));
  }

  @Test
  void advanceToNextTask_withTasks_runsTheFirstAtItsTime() {
    List<Long> ran = new ArrayList<>();
    time.schedule(Duration.ofSeconds(2), () -> ran.add(time.nanoTime()));
    time.schedule(Duration.ofSeconds(1), () -> ran.add(time.nanoTime()));

    boolean first = time.advanceToNextTask();

    assertThat(first).isTrue();
    assertThat(ran).containsExactly(Duration.ofSeconds(1).toNanos());
  }

  @Test
  void advanceToNextTask_withoutTasks_standsStill() {
    time.advance(Duration.ofSeconds(1));

    assertThat(time.advanceToNextTask()).isFalse();
    assertThat(time.nanoTime()).isEqualTo(Duration.ofSeconds(1).toNanos());
  }
}
