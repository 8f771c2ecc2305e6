// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.switchgear.core.TimeSource.ScheduledTask;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LabTimeTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private final LabTime time = new LabTime(START);
  private final List<String> log = new ArrayList<>();

  @Test
  void runUntil_runsEventsAtTheirTimesInOrder() {
    note("b", 2);
    note("a", 1);
    note("c", 2);
    note("too late", 4);

    time.runUntil(3 * SECOND);

    assertThat(log).containsExactly("a at 1", "b at 2", "c at 2");
    assertThat(time.nanoTime()).isEqualTo(3 * SECOND);
    assertThat(time.wallTime()).isEqualTo(START.plusSeconds(3));
    assertThat(time.scheduledTasks()).isEqualTo(1);
  }

  @Test
  void runUntil_eventAtTheEndSchedulesAnotherForNow_runsBoth() {
    ScheduledTask unused = time.at(SECOND, () -> note("now", 0));

    time.runUntil(SECOND);

    assertThat(log).containsExactly("now at 1");
  }

  @Test
  void runUntil_timeThatIsOver_staysWhereItIs() {
    time.runUntil(5 * SECOND);

    time.runUntil(SECOND);

    assertThat(time.nanoTime()).isEqualTo(5 * SECOND);
  }

  @Test
  void at_timeThatIsOver_runsNowAfterWhatIsDue() {
    time.runUntil(5 * SECOND);
    note("due", 0);
    ScheduledTask unused = time.at(SECOND, () -> log.add("overdue at " + seconds()));

    time.runUntil(5 * SECOND);

    assertThat(log).containsExactly("due at 5", "overdue at 5");
  }

  @Test
  void cancel_eventDoesNotRun() {
    ScheduledTask task = time.schedule(Duration.ofSeconds(1), () -> log.add("ran"));

    task.cancel();
    task.cancel();
    time.runUntil(2 * SECOND);

    assertThat(log).isEmpty();
    assertThat(time.scheduledTasks()).isZero();
  }

  @Test
  void cancel_afterItRan_changesNothing() {
    ScheduledTask task = time.schedule(Duration.ofSeconds(1), () -> log.add("ran"));
    note("other", 3);
    time.runUntil(2 * SECOND);

    task.cancel();

    assertThat(time.scheduledTasks()).isEqualTo(1);
  }

  @Test
  void runNext_movesToTheNextEvent() {
    note("a", 7);

    assertThat(time.runNext()).isTrue();
    assertThat(time.runNext()).isFalse();

    assertThat(log).containsExactly("a at 7");
    assertThat(time.nanoTime()).isEqualTo(7 * SECOND);
  }

  @Test
  void runUntil_eventThrows_comesOutAtItsTime() {
    ScheduledTask unused =
        time.at(
            SECOND,
            () -> {
              throw new IllegalStateException("boom");
            });

    assertThatThrownBy(() -> time.runUntil(2 * SECOND)).hasMessage("boom");
    assertThat(time.nanoTime()).isEqualTo(SECOND);
  }

  @Test
  void schedule_longestDelay_waitsForEver() {
    time.runUntil(SECOND);
    ScheduledTask unused =
        time.schedule(Duration.ofSeconds(Long.MAX_VALUE, 999_999_999), () -> log.add("ran"));

    time.runUntil(Duration.ofDays(36_500).toNanos());

    assertThat(log).isEmpty();
    assertThat(time.scheduledTasks()).isEqualTo(1);
  }

  private void note(String what, long afterSeconds) {
    ScheduledTask unused =
        time.schedule(Duration.ofSeconds(afterSeconds), () -> log.add(what + " at " + seconds()));
  }

  private long seconds() {
    return time.nanoTime() / SECOND;
  }
}
