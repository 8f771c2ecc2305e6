// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServiceTimeTest {
  private static final int DRAWS = 100_000;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "50ms | 50 | 50",
        "20ms-80ms | 50 | 79.4",
        "exponential 50ms | 34.7 | 230",
        "lognormal 50ms p99 400ms | 50 | 400",
      })
  void draw_manyTimes_hasMedianAndPercentile(String text, double median, double p99) {
    ServiceTime time = ServiceTime.parse(text).orElseThrow();
    SplittableRandom random = new SplittableRandom(1);

    long[] draws = new long[DRAWS];
    Arrays.setAll(draws, i -> time.draw(random));
    Arrays.sort(draws);

    assertThat(draws[DRAWS / 2] / 1e6).isCloseTo(median, within(median * 0.03));
    assertThat(draws[DRAWS * 99 / 100] / 1e6).isCloseTo(p99, within(p99 * 0.05));
  }

  @ParameterizedTest
  @ValueSource(strings = {"50ms", "20ms-80ms", "exponential 50ms", "lognormal 50ms p99 400ms"})
  void shareAbove_isThatOfTheDraws(String text) {
    ServiceTime time = ServiceTime.parse(text).orElseThrow();
    SplittableRandom random = new SplittableRandom(2);

    long above = 0;
    for (int i = 0; i < DRAWS; i++) {
      above += time.draw(random) > 60e6 ? 1 : 0;
    }

    assertThat(time.shareAbove(60e6)).isCloseTo((double) above / DRAWS, within(0.01));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "50",
        "80ms-20ms",
        "exponential",
        "lognormal 50ms",
        "lognormal 0s p99 1s",
        "2d"
      })
  void parse_otherText_isNothing(String text) {
    assertThat(ServiceTime.parse(text)).isEmpty();
  }

  @Test
  void shareAbove_ofNoTime_isAll() {
    assertThat(ServiceTime.parse("lognormal 50ms p99 400ms").orElseThrow().shareAbove(0))
        .isEqualTo(1);
  }
}
