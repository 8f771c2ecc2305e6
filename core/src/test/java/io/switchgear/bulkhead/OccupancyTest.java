// SPDX-License-Identifier: Apache-2.0
package io.switchgear.bulkhead;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OccupancyTest {
  @Test
  void enter_whileSomebodyWaitsForAFreePlace_isRefused() {
    long oneWaits = Occupancy.join(Occupancy.enter(Occupancy.empty(1)), 1);
    long placeFree = oneWaits + Occupancy.LEAVE;

    assertThat(Occupancy.waiterFits(placeFree)).isTrue();
    assertThat(Occupancy.enter(placeFree)).isEqualTo(Occupancy.REFUSED);
    long admitted = Occupancy.admitWaiter(placeFree);
    assertThat(Occupancy.inUse(admitted)).isEqualTo(1);
    assertThat(Occupancy.queued(admitted)).isZero();
  }

  @Test
  void admitWaiter_whenNobodyWaitsOrNoPlaceIsFree_isRefused() {
    long empty = Occupancy.empty(1);
    long fullAndOneWaits = Occupancy.join(Occupancy.enter(empty), 1);

    assertThat(Occupancy.admitWaiter(empty)).isEqualTo(Occupancy.REFUSED);
    assertThat(Occupancy.admitWaiter(fullAndOneWaits)).isEqualTo(Occupancy.REFUSED);
    assertThat(Occupancy.join(fullAndOneWaits, 1)).isEqualTo(Occupancy.REFUSED);
  }

  @Test
  void word_atTheGreatestNumbers_keepsTheThreeApart() {
    long word = Occupancy.empty(Occupancy.MAX);
    for (int i = 0; i < Occupancy.MAX; i++) {
      word = Occupancy.enter(word);
    }
    for (int i = 0; i < Occupancy.MAX; i++) {
      word = Occupancy.join(word, Occupancy.MAX);
    }

    assertThat(word).isNotNegative();
    assertThat(Occupancy.limit(word)).isEqualTo(Occupancy.MAX);
    assertThat(Occupancy.inUse(word)).isEqualTo(Occupancy.MAX);
    assertThat(Occupancy.queued(word)).isEqualTo(Occupancy.MAX);
    assertThat(Occupancy.limit(Occupancy.resize(word, 1))).isEqualTo(1);
    assertThat(Occupancy.queued(Occupancy.resize(word, 1))).isEqualTo(Occupancy.MAX);
    assertThat(Occupancy.queued(Occupancy.abandon(word))).isEqualTo(Occupancy.MAX - 1);
  }
}
