// SPDX-License-Identifier: Apache-2.0
package io.switchgear.bulkhead;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AimdRuleTest {
  private final AimdRule rule = new AimdRule(1, 10, 100);

  @Test
  void isTooSlow_onlyBeyondTheLimit() {
    assertThat(rule.isTooSlow(100)).isFalse();
    assertThat(rule.isTooSlow(101)).isTrue();
  }

  @Test
  void toString_tellsTheNumbers() {
    assertThat(rule).hasToString("additive increase from 1 to 10, calls within 100 ns");
  }
}
