// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.admin;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoopbackTest {

  @ParameterizedTest
  @ValueSource(
      strings = {"localhost", "LOCALHOST:9090", "127.0.0.1:9090", "127.8.0.1", "[::1]:9090"})
  void isHostHeader_loopback_holds(String header) {
    assertThat(Loopback.isHostHeader(header)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "evil.example",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "evil.example:127",
        "localhost@evil.example",
        "[::2]",
        "0.0.0.0",
        "10.0.0.1"
      })
  void isHostHeader_other_doesNot(String header) {
    assertThat(Loopback.isHostHeader(header)).isFalse();
  }

  @Test
  void isHostHeader_missing_doesNot() {
    assertThat(Loopback.isHostHeader(null)).isFalse();
  }
}
