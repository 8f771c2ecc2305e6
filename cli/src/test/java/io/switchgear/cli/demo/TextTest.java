// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class TextTest {
  @Test
  void seconds_wholeOrNot_haveADecimalOnlyIfNeeded() {
    assertThat(Text.seconds(Duration.ofSeconds(5))).isEqualTo("5 s");
    assertThat(Text.seconds(Duration.ofMillis(19_940))).isEqualTo("19.9 s");
    assertThat(Text.seconds(Duration.ZERO)).isEqualTo("0 s");
  }

  @Test
  void clock_underAndOverAMinute_hasMinutesAndSeconds() {
    assertThat(Text.clock(Duration.ofSeconds(7))).isEqualTo("0:07");
    assertThat(Text.clock(Duration.ofSeconds(75))).isEqualTo("1:15");
  }

  @Test
  void wrap_longText_breaksBetweenWords() {
    assertThat(Text.wrap("one two three four", 9)).containsExactly("one two", "three", "four");
  }
}
