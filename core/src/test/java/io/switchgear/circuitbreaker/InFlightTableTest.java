// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class InFlightTableTest {
  private static final int SLOTS = 1_024;

  private final InFlightTable table = new InFlightTable();

  @Test
  void add_slotsAreDifferentUntilAllAreTaken() {
    int[] slots = IntStream.range(0, SLOTS).map(i -> table.add(i)).toArray();

    assertThat(slots).doesNotHaveDuplicates().doesNotContain(0);
    assertThat(table.add(5)).isZero();
  }

  @Test
  void remove_givesTheStartAndMakesRoom() {
    IntStream.range(0, SLOTS).forEach(i -> table.add(100 + i));

    assertThat(table.remove(700)).isEqualTo(100 + 699);
    assertThat(table.add(5)).isEqualTo(700);
    assertThat(table.remove(700)).isEqualTo(5);
  }

  @Test
  void olderThan_countsThoseThatRunThatLongOrLonger() {
    table.add(0);
    table.add(5);
    IntStream.range(0, 100).forEach(i -> table.add(50));

    assertThat(table.olderThan(10, 9)).isZero();
    assertThat(table.olderThan(10, 14)).isEqualTo(1);
    assertThat(table.olderThan(10, 15)).isEqualTo(2);
    assertThat(table.olderThan(10, 60)).isEqualTo(102);
  }

  @Test
  void oldestYoungerThan_isTheEarliestStartThatIsntThatOldYet() {
    assertThat(table.oldestYoungerThan(10, 0)).isEqualTo(Long.MAX_VALUE);
    int first = table.add(0);
    table.add(7);
    IntStream.range(0, 100).forEach(i -> table.add(5));

    assertThat(table.oldestYoungerThan(10, 9)).isZero();
    assertThat(table.oldestYoungerThan(10, 10)).isEqualTo(5);
    assertThat(table.oldestYoungerThan(10, 15)).isEqualTo(7);
    assertThat(table.oldestYoungerThan(10, 17)).isEqualTo(Long.MAX_VALUE);
    table.remove(first);
    assertThat(table.oldestYoungerThan(10, 9)).isEqualTo(5);
  }
}
