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
    assertThatThrownBy(() -> AttemptBudget.ofCalls(0.1).minPerSecond(1_000_000.5))
        .hasMessage("minPerSecond must be from 0 to 1,000,000, but is 1000000.5");
    assertThatThrownBy(() -> AttemptBudget.ofCalls(0.1).minPerSecond(-0.5))
        .hasMessage("minPerSecond must be from 0 to 1,000,000, but is -0.5");
  }

  @Test
  void settings_atTheirLimits_areABudget() {
    assertThat(AttemptBudget.ofCalls(1).minPerSecond(0).minPerSecond()).isZero();
    assertThat(AttemptBudget.ofCalls(0.1).minPerSecond(1_000_000).isUnlimited()).isFalse();
    assertThat(AttemptBudget.unlimited().isUnlimited()).isTrue();
  }

  @Test
  void budget_saysWhatItIs() {
    assertThat(AttemptBudget.unlimited()).hasToString("unlimited");
    assertThat(AttemptBudget.ofCalls(0.25)).hasToString("25.0 % of calls, min 1.0/s");
  }
}
