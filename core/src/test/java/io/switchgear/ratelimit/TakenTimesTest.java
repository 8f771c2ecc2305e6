// SPDX-License-Identifier: Apache-2.0
package io.switchgear.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The ring of times behind the log. */
class TakenTimesTest {
  private final TakenTimes times = new TakenTimes();

  @Test
  void add_asManyAsTheRingHolds_overwritesNone() {
    times.add(1, 3);

    times.add(2, 5);

    assertThat(times).hasToString("[1, 1, 1, 2, 2, 2, 2, 2]");
  }

  @Test
  void add_moreThanTheRingHolds_keepsTheOrder() {
    times.add(1, 6);
    times.add(2, 2);
    times.forgetUntil(1);

    times.add(3, 1);
    times.add(4, 6);

    assertThat(times).hasToString("[2, 2, 3, 4, 4, 4, 4, 4, 4]");
    times.forgetUntil(3);
    times.add(5, 11);
    assertThat(times).hasToString("[4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5]");
  }

  @Test
  void remove_fewerThanWereTakenThen_leavesTheRest() {
    times.add(1, 1);
    times.add(2, 3);
    times.add(3, 1);

    times.remove(2, 2);

    assertThat(times).hasToString("[1, 2, 3]");
  }

  @Test
  void remove_moreThanAreThere_removesThose() {
    times.add(1, 1);
    times.add(2, 1);

    times.remove(2, 2);
    times.remove(5, 1);

    assertThat(times).hasToString("[1]");
  }
}
