// SPDX-License-Identifier: Apache-2.0
package io.switchgear.bulkhead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.switchgear.core.Priority;
import org.junit.jupiter.api.Test;

class SharesTest {
  @Test
  void sheddable_upToTheShareOfNormal_isTaken() {
    assertThat(new Shares(0.5, 0.5).places(Priority.SHEDDABLE, 10)).isEqualTo(5);
    assertThatThrownBy(() -> new Shares(0.5, Math.nextUp(0.5)))
        .hasMessageStartingWith("share of SHEDDABLE must be at most that of NORMAL");
  }
}
