// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RateTest {

  @ParameterizedTest
  @CsvSource({
    "200/min, 200, PT1M",
    "200/m, 200, PT1M",
    "10/s, 10, PT1S",
    "5/ms, 5, PT0.001S",
    "7/h, 7, PT1H",
    "9/d, 9, P1D",
    "100/5m, 100, PT5M",
    "100/1m30s, 100, PT1M30S",
    "0/0s, 0, PT0S",
  })
  void parse_numberPerTime_isThatRate(String text, int limit, Duration per) {
    assertThat(Rate.parse(text)).contains(new Rate(limit, per));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "200",
        "200/",
        "/min",
        "200/5",
        "200/minute",
        "200/5min",
        "200 /min",
        "1.5/s",
        "-1/s",
        "1/s/s",
        "1/-1s",
        "1000000000/s",
        "200/sec",
      })
  void parse_anythingElse_isNone(String text) {
    assertThat(Rate.parse(text)).isEmpty();
  }
}
