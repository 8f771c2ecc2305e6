// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.time;

import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.core.TimeSource;
import io.switchgear.core.TimeSource.ScheduledTask;
import io.switchgear.testkit.SeededSequences;
import io.switchgear.testkit.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;

/** The fast time does what the plain one of the testkit does. */
class LabTimeProperties {

  @Test
  void anySequence_sameAsVirtualTime() {
    SeededSequences.of(LabTimeProperties::step)
        .maxLength(200)
        .runs(500)
        .check(steps -> assertThat(onLabTime(steps)).isEqualTo(onVirtualTime(steps)));
  }

  @Test
  void thousandsOfEventsMostCancelled_sameAsVirtualTime() {
    SeededSequences.of(LabTimeProperties::crowdedStep)
        .maxLength(6_000)
        .runs(5)
        .check(steps -> assertThat(onLabTime(steps)).isEqualTo(onVirtualTime(steps)));
  }

  private static Step step(SplittableRandom random) {
    return new Step(random.nextInt(4), random.nextInt(20));
  }

  /** Little time passes, so that cancelled events aren't dropped for being next. */
  private static Step crowdedStep(SplittableRandom random) {
    int kind = random.nextInt(100);
    int cancelsMost = kind % 3 == 0 ? 0 : 2;
    return new Step(kind == 1 ? 3 : cancelsMost, random.nextInt(1_000_000));
  }

  private static List<String> onLabTime(List<Step> steps) {
    LabTime time = new LabTime(Instant.EPOCH);
    return run(steps, time, by -> time.runUntil(time.nanoTime() + by), time::scheduledTasks);
  }

  private static List<String> onVirtualTime(List<Step> steps) {
    VirtualTime time = new VirtualTime(Instant.EPOCH);
    return run(steps, time, by -> time.advance(Duration.ofNanos(by)), time::scheduledTasks);
  }

  private static List<String> run(
      List<Step> steps, TimeSource time, LongMove move, IntSupplier waiting) {
    List<String> log = new ArrayList<>();
    List<ScheduledTask> tasks = new ArrayList<>();
    for (Step step : steps) {
      switch (step.kind()) {
        case 0, 1 -> {
          int id = tasks.size();
          tasks.add(
              time.schedule(
                  Duration.ofNanos(step.value()), () -> log.add(id + "@" + time.nanoTime())));
        }
        case 2 -> {
          if (!tasks.isEmpty()) {
            tasks.get(step.value() % tasks.size()).cancel();
          }
        }
        default -> move.by(step.value());
      }
      log.add("waiting " + waiting.getAsInt());
    }
    return log;
  }

  /** Moves a time. */
  private interface LongMove {
    void by(long nanos);
  }

  /** What happens: 0 and 1 schedule, 2 cancels, 3 lets time pass. */
  private record Step(int kind, int value) {}
}
