// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import io.switchgear.testkit.SeededSequences;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Random pipelines under random faults: what a pipeline promises holds all along. */
class PipelineSimulationProperties {
  private static final String REPLAY =
      "mvn -pl core -am test -Dsurefire.failIfNoSpecifiedTests=false"
          + " -Dtest=PipelineSimulationProperties -Dswitchgear.seed=";

  /** The hooks throw on purpose, and each time the library says so. */
  private static final Logger LIBRARY = Logger.getLogger("io.switchgear");

  @BeforeAll
  static void beQuiet() {
    LIBRARY.setLevel(Level.OFF);
  }

  @AfterAll
  static void speakAgain() {
    LIBRARY.setLevel(null);
  }

  @Test
  void randomFaults_everyInvariantHolds() {
    SeededSequences.of(Incident::draw)
        .maxLength(80)
        .runs(10_000)
        .checkSeeded(PipelineSimulationProperties::simulate);
  }

  private static void simulate(long seed, List<Incident> incidents) {
    try {
      List<Findings.Note> notes = new Simulation(seed, true).play(incidents);
      if (incidents.stream().anyMatch(i -> i.kind() == Incident.Kind.STEP_WALL_CLOCK)) {
        List<Findings.Note> others = new Simulation(seed, false).play(incidents);
        checkSame(notes, others);
      }
    } catch (AssertionError e) {
      throw new AssertionError(e.getMessage() + "\nreplay: " + REPLAY + seed, e);
    }
  }

  private static void checkSame(List<Findings.Note> notes, List<Findings.Note> others) {
    int same = 0;
    while (same < Math.min(notes.size(), others.size())
        && notes.get(same).equals(others.get(same))) {
      same++;
    }
    if (notes.size() != others.size() || same < notes.size()) {
      throw new AssertionError(
          "a step of the wall clock changes what happens: "
              + notes.subList(same, Math.min(notes.size(), same + 1))
              + " instead of "
              + others.subList(same, Math.min(others.size(), same + 1)));
    }
  }
}
