// SPDX-License-Identifier: Apache-2.0
package io.switchgear.bulkhead;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SampleWindowTest {
  private final SampleWindow empty = SampleWindow.empty(0);

  @Test
  void meanNanos_isThatOfTheCallsThatSucceeded() {
    SampleWindow window = empty.plus(10, 1).plusDropped(9).plus(30, 2);

    assertThat(window.meanNanos()).isEqualTo(20);
    assertThat(empty.plusDropped(1).meanNanos()).isInfinite();
  }

  @Test
  void filled_fromHalfTheLimitOn() {
    SampleWindow window = empty.plus(10, 5);

    assertThat(window.filled(10)).isTrue();
    assertThat(window.filled(10.1)).isFalse();
  }
}
