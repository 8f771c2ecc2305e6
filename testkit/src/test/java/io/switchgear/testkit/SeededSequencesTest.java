// SPDX-License-Identifier: Apache-2.0
package io.switchgear.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SeededSequencesTest {
  @Test
  void check_propertyThatHolds_runsAllSequences() {
    List<Integer> lengths = new ArrayList<>();

    SeededSequences.of(random -> random.nextInt(10))
        .maxLength(5)
        .runs(50)
        .check(numbers -> lengths.add(numbers.size()));

    assertThat(lengths).hasSize(50).allMatch(length -> length >= 1 && length <= 5);
    assertThat(lengths).contains(1, 5);
  }

  @Test
  void check_sameBuild_sameSequences() {
    assertThat(sequences()).isEqualTo(sequences());
  }

  @Test
  void check_propertyThatFails_namesSeedAndShortestSequence() {
    SeededSequences<Integer> digits = SeededSequences.of(random -> random.nextInt(10));

    assertThatThrownBy(() -> digits.check(SeededSequencesTest::noThreeBeforeFive))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("replay with -Dswitchgear.seed=")
        .hasMessageContaining("events to 2\n  3\n  5")
        .hasRootCauseMessage("3 before 5");
  }

  @Test
  void checkSeeded_propertyThatFails_keepsItsSeedWhileShortening() {
    SeededSequences<Integer> digits = SeededSequences.of(random -> random.nextInt(10));

    assertThatThrownBy(() -> digits.checkSeeded(SeededSequencesTest::noDigitAboveTheSeed))
        .hasMessageContaining("seed 1 fails: above the seed")
        .hasMessageContaining("events to 1\n");
  }

  private static void noDigitAboveTheSeed(long seed, List<Integer> digits) {
    if (digits.stream().anyMatch(digit -> digit > seed)) {
      throw new AssertionError("above the seed");
    }
  }

  private static List<List<Integer>> sequences() {
    List<List<Integer>> all = new ArrayList<>();
    SeededSequences.of(random -> random.nextInt(10)).runs(20).check(all::add);
    return all;
  }

  private static void noThreeBeforeFive(List<Integer> digits) {
    int three = digits.indexOf(3);
    if (three >= 0 && digits.lastIndexOf(5) > three) {
      throw new AssertionError("3 before 5");
    }
  }
}
