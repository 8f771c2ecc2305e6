// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NameSetTest {
  private static final NameSet NAMES = NameSet.of("TE", "Upgrade", "Trailer");

  @ParameterizedTest
  @ValueSource(strings = {"TE", "te", "upgrade", "UPGRADE", "Trailer"})
  void contains_nameInAnyCase_isTrue(String name) {
    assertThat(NAMES.contains(name)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "T", "TEE", "upgrades", "trailed", "Transfer-Encoding"})
  void contains_otherNameOfAnyLength_isFalse(String name) {
    assertThat(NAMES.contains(name)).isFalse();
  }

  @Test
  void contains_inNone_isFalse() {
    assertThat(NameSet.EMPTY.contains("")).isFalse();
    assertThat(NameSet.EMPTY.contains("te")).isFalse();
  }
}
