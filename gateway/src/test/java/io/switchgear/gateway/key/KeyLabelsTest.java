// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.key;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KeyLabelsTest {

  @Test
  void labelOf_key_isTheSameWithinAProcessAndShowsNothing() {
    KeyLabels labels = KeyLabels.random();

    String label = labels.labelOf("secret");

    assertThat(label).matches("key-[0-9a-f]{12}").isEqualTo(labels.labelOf("secret"));
    assertThat(label).isNotEqualTo(labels.labelOf("secret2"));
  }

  @Test
  void labelOf_key_differsBetweenProcesses() {
    assertThat(KeyLabels.random().labelOf("k")).isNotEqualTo(KeyLabels.random().labelOf("k"));
  }

  @Test
  void isLabel_label_isToldFromOtherTexts() {
    assertThat(KeyLabels.isLabel(KeyLabels.random().labelOf("k"))).isTrue();
    assertThat(KeyLabels.isLabel("key-0123456789ab")).isTrue();
    assertThat(KeyLabels.isLabel("key-0123456789abc")).isFalse();
    assertThat(KeyLabels.isLabel("key-0123456789AG")).isFalse();
    assertThat(KeyLabels.isLabel("secret")).isFalse();
  }

  @Test
  void labelOf_emptyKey_isThatOfCallsWithoutKey() {
    assertThat(KeyLabels.random().labelOf("")).isEqualTo("(none)");
  }

  @Test
  void labelOf_moreKeysThanAreRemembered_staysTheSame() {
    KeyLabels labels = KeyLabels.random();
    String first = labels.labelOf("key");
    String longs = "x".repeat(1_000);
    String longer = labels.labelOf(longs);

    for (int i = 0; i < 10_000; i++) {
      labels.labelOf("other " + i);
    }

    assertThat(labels.labelOf("key")).isEqualTo(first);
    assertThat(labels.labelOf(longs)).isEqualTo(longer);
  }
}
