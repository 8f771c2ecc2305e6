// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.route;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostHeaderTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "h",
        "erp.example",
        "h:8080",
        "h:",
        "127.0.0.1:80",
        "[::1]",
        "[::1]:8080",
        "[fe80::1%25eth0]",
        "x_y~z!$&'()*+,;=",
        "caf%C3%A9.example"
      })
  void isValid_nameOrAddressAndPort_is(String value) {
    assertThat(HostHeader.isValid(value)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        " ", "h h", "a, b", "user@h", "h/path", "h?q", "h#f", "h\\x", "h:80:80", "h:x", "h:-1",
        "[::1", "[::1]x", "[::1]:x", "[x y]", "::1", "h\u00e4", "h\t", "<h>", "h|x", "\"h\""
      })
  void isValid_anythingElse_isNot(String value) {
    assertThat(HostHeader.isValid(value)).isFalse();
  }
}
