// SPDX-License-Identifier: Apache-2.0
package io.switchgear.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class AttemptBudgetTest {
  @Test
  void settings_outOfRange_areRefusedWithTheValue() {
    assertThatThrownBy(() -> AttemptBudget.ofCalls(0))
        .hasMessage("ofCalls must be above 0 and at most 1, but is 0.0");
    assertThatThrownBy(() -> AttemptBudget.ofCalls(0.1).minPerSecond(Double.NaN))
        .hasMessage("minPerSecond must be from 0 to 1,000,000, but is NaN");
    assertThat(AttemptBudget.unlimited()).hasToString("unlimited");
  }
}
