// SPDX-License-Identifier: Apache-2.0
package io.switchgear.core.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyTextTest {
  @ParameterizedTest
  @ValueSource(strings = {"", "tenant 7", "Zahlung über ERP ☎ 😀"})
  void of_shortLine_isTheKeysOwnText(String text) {
    assertThat(KeyText.of(text)).isSameAs(text);
  }

  @Test
  void of_256Characters_isTheKeysOwnText() {
    assertThat(KeyText.of("x".repeat(256))).isEqualTo("x".repeat(256));
  }

  @Test
  void of_longerText_isCutTo256Characters() {
    assertThat(KeyText.of("x".repeat(1_000_000))).isEqualTo("x".repeat(255) + "…");
  }

  @Test
  void of_longerText_isNotCutWithinACharacter() {
    String text = KeyText.of("x".repeat(254) + "😀" + "y".repeat(10));

    assertThat(text).isEqualTo("x".repeat(254) + "…");
  }

  @Test
  void of_severalLines_isOneLine() {
    assertThat(KeyText.of("k1\nERROR forged\r\u0000\u2028\u2029"))
        .isEqualTo("k1\uFFFDERROR forged\uFFFD\uFFFD\uFFFD\uFFFD");
  }
}
