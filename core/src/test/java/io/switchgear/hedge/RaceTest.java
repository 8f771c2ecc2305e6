// SPDX-License-Identifier: Apache-2.0
package io.switchgear.hedge;

import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.testkit.SeededSequences;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RaceTest {
  @Test
  void ended_anAttemptThatDoesNotRun_changesNothing() {
    Race race = Race.begin(2);

    assertThat(race.ended(1, AttemptEnd.SUCCESS)).isSameAs(race);
    assertThat(race.delayOver(1)).isSameAs(race);
  }

  @Test
  void delayOver_ofAnAttemptThatIsNotTheLatest_changesNothing() {
    Race race = Race.begin(3).delayOver(0);

    assertThat(race.delayOver(0)).isSameAs(race);
    assertThat(race.delayOver(1).begun()).isEqualTo(3);
  }

  @Test
  void waitsAfter_theLastAttemptThatMayBegin_isOver() {
    Race race = Race.begin(2);

    assertThat(race.waitsAfter(0)).isTrue();
    assertThat(race.delayOver(0).waitsAfter(1)).as("a timer would be set in vain").isFalse();
  }

  @Test
  void randomEvents_raceDoesWhatPlainRulesSay() {
    SeededSequences.of(RaceTest::event).maxLength(30).runs(20_000).check(Beside::play);
  }

  private enum Kind {
    DELAY_OVER,
    CANCELLED,
    ENDED
  }

  /** Something that happens to an attempt, whether that runs or not. */
  private record Event(Kind kind, int attempt, AttemptEnd end) {}

  private static Event event(SplittableRandom random) {
    int draw = random.nextInt(40);
    Kind kind = draw == 0 ? Kind.CANCELLED : draw < 16 ? Kind.DELAY_OVER : Kind.ENDED;
    AttemptEnd[] ends = AttemptEnd.values();
    // Mostly failures, else most races are over before they are of interest.
    AttemptEnd end = random.nextBoolean() ? AttemptEnd.FAILURE : ends[random.nextInt(ends.length)];
    int attempt = random.nextInt(5);
    boolean impossible = attempt == 0 && end == AttemptEnd.SKIPPED;
    return new Event(kind, attempt, impossible ? AttemptEnd.NEUTRAL : end);
  }

  /** A race beside the rules, written down with lists. */
  private static final class Beside {
    private final int limit;
    private final List<Integer> running = new ArrayList<>(List.of(0));
    private final List<Integer> calledEnds = new ArrayList<>();
    private final List<Integer> refusedEnds = new ArrayList<>();
    private int begun = 1;
    private boolean closed;
    private int winner = Race.NONE;
    private Race race;

    private Beside(int limit) {
      this.limit = limit;
      this.race = Race.begin(limit);
    }

    static void play(List<Event> events) {
      Beside beside = new Beside(1 + events.size() % 5);
      events.forEach(beside::happen);
    }

    private void happen(Event event) {
      Race before = race;
      switch (event.kind()) {
        case DELAY_OVER -> delayOver(event.attempt());
        case CANCELLED -> cancelled();
        case ENDED -> ended(event.attempt(), event.end());
      }

      assertThat(race.winner()).isEqualTo(winner);
      assertThat(race.begun()).isEqualTo(begun).isLessThanOrEqualTo(limit);
      if (winner == Race.NONE) {
        assertThat(running).isNotEmpty().allMatch(race::isRunning);
        assertThat(Integer.bitCount(race.running())).isEqualTo(running.size());
      }
      assertThat(race.begun() - before.begun()).isBetween(0, 1);
      if (before.isOver()) {
        assertThat(race).isSameAs(before);
      }
    }

    private void delayOver(int attempt) {
      race = race.delayOver(attempt);
      if (winner == Race.NONE && attempt == begun - 1) {
        beginNext();
      }
    }

    private void cancelled() {
      race = race.cancelled();
      if (winner == Race.NONE) {
        winner = Race.CANCELLED;
      }
    }

    private void ended(int attempt, AttemptEnd end) {
      race = race.ended(attempt, end);
      if (winner != Race.NONE || !running.remove((Integer) attempt)) {
        return;
      }
      if (end == AttemptEnd.SUCCESS) {
        winner = attempt;
        return;
      }
      if (end == AttemptEnd.FAILURE || end == AttemptEnd.NEUTRAL) {
        calledEnds.add(attempt);
      } else if (end == AttemptEnd.REFUSED) {
        refusedEnds.add(attempt);
      }
      if (end == AttemptEnd.FAILURE) {
        beginNext();
      } else {
        closed = true;
      }
      if (running.isEmpty()) {
        List<Integer> ends = calledEnds.isEmpty() ? refusedEnds : calledEnds;
        winner = ends.get(ends.size() - 1);
      }
    }

    private void beginNext() {
      if (!closed && begun < limit) {
        running.add(begun);
        begun++;
      }
    }
  }
}
