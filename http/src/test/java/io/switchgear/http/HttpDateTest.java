// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HttpDateTest {

  @ParameterizedTest
  @CsvSource({
    "2026-01-01T00:00:00Z, 94, 1994",
    "2026-01-01T00:00:00Z, 26, 2026",
    "2026-01-01T00:00:00Z, 75, 2075",
    "2026-01-01T00:00:00Z, 76, 1976",
    "2026-12-01T00:00:00Z, 76, 2076",
    "2099-12-31T00:00:00Z, 00, 2100",
    "2099-12-31T00:00:00Z, 99, 2099",
  })
  void parse_yearOfTwoDigits_isAtMostFiftyYearsAhead(Instant now, String year, String expected) {
    Instant date = HttpDate.parse("Sunday, 06-Nov-" + year + " 08:49:37 GMT", now).orElseThrow();

    assertThat(date).isEqualTo(expected + "-11-06T08:49:37Z");
  }

  @ParameterizedTest
  @CsvSource({
    "'Sun, 06 Nov 1994 08:49:37 GMT', 1994-11-06T08:49:37Z",
    "'Sunday, 06-Nov-94 08:49:37 GMT', 1994-11-06T08:49:37Z",
    "Sun Nov  6 08:49:37 1994, 1994-11-06T08:49:37Z",
    "'Sat, 31 Dec 2016 23:59:60 GMT', 2017-01-01T00:00:00Z",
    "'Thu, 29 Feb 2024 00:00:00 GMT', 2024-02-29T00:00:00Z",
  })
  void parse_formsOfTheStandard_areUnderstood(String text, Instant expected) {
    assertThat(HttpDate.parse(text, Instant.parse("2026-01-01T00:00:00Z"))).contains(expected);
  }
}
