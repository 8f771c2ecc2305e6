// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PathPatternTest {

  @ParameterizedTest
  @CsvSource({
    "/, /, true",
    "/, '', true",
    "/, /a, false",
    "/v1/rates, /v1/rates, true",
    "/v1/rates, /v1/rates/, false",
    "/v1/rates, /v1/Rates, false",
    "/v1/rates, /v1, false",
    "/v1/rates, /v1/r%61tes, true",
    "/v1/r%61tes, /v1/rates, true",
    "/v1/rates/*, /v1/rates/eur, true",
    "/v1/rates/*, /v1/rates/, false",
    "/v1/rates/*, /v1/rates/eur/usd, false",
    "/v1/rates/*, /v1/rates/eur%2Fusd, true",
    "/*/rates, /v1/rates, true",
    "/*/rates, //rates, false",
    "/v1/**, /v1, true",
    "/v1/**, /v1/, true",
    "/v1/**, /v1/a/b/c, true",
    "/v1/**, /v2/a, false",
    "/**, /, true",
    "/**, /a/b, true",
    "/a/%zz, /a/%zz, true",
    "/a/b+c, /a/b+c, true",
    "/a/b+c, /a/b%20c, false",
  })
  void matches_path_bySegments(String pattern, String path, boolean expected) {
    assertThat(parsed(pattern).matches(path)).isEqualTo(expected);
    assertThat(parsed(pattern)).hasToString(pattern);
  }

  @ParameterizedTest
  @ValueSource(strings = {"v1", "/v1/a*", "/**/a", "/a?b", "/a#b", "/a b", "/***"})
  void parse_otherText_isRefused(String pattern) {
    assertThat(Parsed.errors("operations: { name: a, match: { path: \"" + pattern + "\" } }\n"))
        .hasSize(1)
        .first()
        .asString()
        .contains("'path' must be a path such as /v1/rates");
  }

  private static PathPattern parsed(String pattern) {
    String yaml = "operations: { name: a, match: { path: \"" + pattern + "\" } }\n";
    return Parsed.dependency(yaml).operations().get(0).match().path().orElseThrow();
  }
}
