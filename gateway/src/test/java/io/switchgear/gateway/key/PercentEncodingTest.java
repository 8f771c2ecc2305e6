// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.key;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PercentEncodingTest {

  @ParameterizedTest
  @CsvSource({
    "k1, k1",
    "%6b1, k1",
    "%6B%31, k1",
    "a%2Fb, a/b",
    "a+b, a+b",
    "gr%C3%BCn, gr\u00fcn",
    "%F0%9F%94%91, \uD83D\uDD11",
    "100%2525, 100%25",
  })
  void decode_wellFormed_isDecodedOnce(String sent, String expected) {
    assertThat(PercentEncoding.decode(sent)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"%", "%6", "k%6", "%zz", "%6b%", "%-1", "%FF", "%C3", "%C0%AF", "%ED%A0%80"})
  void decode_malformed_staysAsItWasSent(String sent) {
    assertThat(PercentEncoding.decode(sent)).isEqualTo(sent);
  }
}
