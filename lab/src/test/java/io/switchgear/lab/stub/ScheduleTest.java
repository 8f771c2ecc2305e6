// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.stub;

import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.testkit.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which phase is on, and when. */
class ScheduleTest {
  private static final StubBehavior FIRST = StubBehavior.healthy();
  private static final StubBehavior SECOND = FIRST.errorStatus(501);
  private static final StubBehavior THIRD = FIRST.errorStatus(502);

  private final VirtualTime time = new VirtualTime();
  private final List<StubBehavior> told = new ArrayList<>();
  private final List<Runnable> waiting = new ArrayList<>();

  private Schedule start(StubPhase... phases) {
    Schedule schedule = new Schedule(List.of(phases), time, Runnable::run, told::add);
    schedule.start();
    return schedule;
  }

  @Test
  void phases_beginInTheirTime() {
    start(
        new StubPhase(ofSeconds(20), FIRST),
        new StubPhase(ofSeconds(60), SECOND),
        new StubPhase(ofSeconds(1), THIRD));

    assertThat(told).containsExactly(FIRST);
    time.advance(ofSeconds(19));
    assertThat(told).containsExactly(FIRST);
    time.advance(ofSeconds(1));
    assertThat(told).containsExactly(FIRST, SECOND);
    time.advance(ofSeconds(60));
    assertThat(told).containsExactly(FIRST, SECOND, THIRD);
    time.advance(ofMinutes(10));
    assertThat(told).hasSize(3);
    assertThat(time.scheduledTasks()).isZero();
  }

  @Test
  void stop_endsTheSchedule() {
    Schedule schedule = start(new StubPhase(ofSeconds(20), FIRST), StubPhase.last(SECOND));

    schedule.stop();
    time.advance(ofSeconds(20));

    assertThat(told).containsExactly(FIRST);
    assertThat(time.scheduledTasks()).isZero();
  }

  @Test
  void lateTimer_delaysNoLaterPhase() {
    List<StubPhase> phases =
        List.of(
            new StubPhase(ofSeconds(20), FIRST),
            new StubPhase(ofSeconds(20), SECOND),
            StubPhase.last(THIRD));
    new Schedule(phases, time, waiting::add, told::add).start();

    time.advance(ofSeconds(35));
    waiting.get(0).run();
    time.advance(ofSeconds(5));
    waiting.get(1).run();

    assertThat(told).containsExactly(FIRST, SECOND, THIRD);
  }

  @Test
  void stop_whenTheTimerHasFired_stillEndsTheSchedule() {
    List<StubPhase> phases = List.of(new StubPhase(ofSeconds(20), FIRST), StubPhase.last(SECOND));
    Schedule schedule = new Schedule(phases, time, waiting::add, told::add);
    schedule.start();

    time.advance(ofSeconds(20));
    schedule.stop();
    waiting.get(0).run();

    assertThat(told).containsExactly(FIRST);
  }
}
