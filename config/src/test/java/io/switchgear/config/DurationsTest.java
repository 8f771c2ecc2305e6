// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {

  @ParameterizedTest
  @CsvSource({
    "200ms, PT0.2S",
    "30s, PT30S",
    "5m, PT5M",
    "24h, PT24H",
    "1d, PT24H",
    "1m30s, PT90S",
    "1d2h3m4s5ms, P1DT2H3M4.005S",
    "1m5ms, PT1M0.005S",
    "90s, PT90S",
    "0s, PT0S",
    "007s, PT7S",
    "999999999999d, P999999999999D",
  })
  void parse_numbersWithUnits_isTheirSum(String text, Duration expected) {
    assertThat(Durations.parse(text)).contains(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "30",
        "s",
        "ms",
        "30 s",
        " 30s",
        "30s ",
        "-30s",
        "+30s",
        "1.5s",
        "1s1m",
        "1m1m",
        "1S",
        "30sec",
        "1w",
        "1y",
        "30 parsecs",
        "PT30S",
        "1_000s",
        "9999999999999s",
        "٣s",
        "1s\n",
      })
  void parse_anythingElse_isNone(String text) {
    assertThat(Durations.parse(text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "PT0.2S, 200ms",
    "PT30S, 30s",
    "PT90S, 1m30s",
    "PT24H, 1d",
    "P366D, 366d",
    "P1DT2H3M4.005S, 1d2h3m4s5ms",
    "PT0S, 0s",
    "PT0.0009S, 0s",
  })
  void format_duration_isWhatPeopleWrite(Duration duration, String expected) {
    assertThat(Durations.format(duration)).isEqualTo(expected);
  }
}
