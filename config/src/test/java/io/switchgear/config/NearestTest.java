// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NearestTest {
  private static final List<String> KEYS =
      List.of("url", "key", "profile", "throttled", "timeout", "breaker", "coolDown", "trip");

  @ParameterizedTest
  @CsvSource({
    "cooldown, coolDown",
    "cool-down, coolDown",
    "COOL_DOWN, coolDown",
    "coldown, coolDown",
    "timeuot, timeout",
    "timeouts, timeout",
    "throtled, throttled",
    "braeker, breaker",
    "ulr, url",
    "uri, url",
    "keys, key",
    "tirp, trip",
  })
  void to_slip_findsWhatWasMeant(String typed, String expected) {
    assertThat(Nearest.to(typed, KEYS)).contains(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "foo", "retry", "host", "timing", "circuit", "wait"})
  void to_otherWord_findsNone(String typed) {
    assertThat(Nearest.to(typed, KEYS)).isEmpty();
  }

  @Test
  void to_endlessWord_findsNone() {
    assertThat(Nearest.to("url".repeat(100_000), KEYS)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "a, a, 0",
    "'', abc, 3",
    "abc, '', 3",
    "ab, ba, 1",
    "kitten, sitting, 3",
    "ca, abc, 3"
  })
  void distance_twoWords_countsEdits(String a, String b, int expected) {
    assertThat(Nearest.distance(a, b)).isEqualTo(expected);
  }
}
