// SPDX-License-Identifier: Apache-2.0
package io.switchgear.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class RandomSourceTest {
  @Test
  void seeded_sameSeed_sameNumbers() {
    RandomSource one = RandomSource.seeded(5);
    RandomSource other = RandomSource.seeded(5);

    for (int i = 0; i < 100; i++) {
      assertThat(one.nextDouble()).isEqualTo(other.nextDouble());
    }
  }

  @Test
  void seeded_isEvenFromZeroToOne() {
    RandomSource random = RandomSource.seeded(5);
    int[] tenths = new int[10];

    for (int i = 0; i < 100_000; i++) {
      double number = random.nextDouble();
      assertThat(number >= 0 && number < 1).isTrue();
      tenths[(int) (number * 10)]++;
    }

    for (int count : tenths) {
      assertThat(count).isCloseTo(10_000, within(500));
    }
  }

  @Test
  void system_isFromZeroToOne() {
    for (int i = 0; i < 1_000; i++) {
      assertThat(RandomSource.system().nextDouble()).isGreaterThanOrEqualTo(0).isLessThan(1);
    }
  }
}
