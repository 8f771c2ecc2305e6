// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.switchgear.testkit.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryAfterReaderTest {
  private final VirtualTime time = new VirtualTime(Instant.parse("2026-10-21T07:27:00Z"));
  private final RetryAfterReader reader = RetryAfterReader.STANDARD.time(time);

  @ParameterizedTest
  @CsvSource({
    "20, PT20S",
    "' 20 ', PT20S",
    "1, PT1S",
    "4274.5, PT4274.5S",
    "2.0, PT2S",
    "0.5, PT0.5S",
    "52.454646382, PT52.454646382S",
    "64000, PT64000S",
    "36000, PT10H",
    "007, PT7S",
  })
  void read_seconds_isThatWait(String value, Duration expected) {
    assertThat(reader.read(FakeHead.of(429).with("Retry-After", value))).contains(expected);
  }

  @ParameterizedTest
  @CsvSource({"1234, PT1.234S", "0.25, PT0.00025S", "64000, PT64S"})
  void read_milliseconds_isThatWait(String value, Duration expected) {
    assertThat(reader.read(FakeHead.of(429).with("retry-after-ms", value))).contains(expected);
  }

  @Test
  void read_fractionOfNanosecond_isRoundedUp() {
    var head = FakeHead.of(429).with("Retry-After", "1.0000000001");

    assertThat(reader.read(head)).contains(Duration.ofSeconds(1, 1));
  }

  @Test
  void read_bothHeaders_takesMilliseconds() {
    var head = FakeHead.of(429).with("Retry-After", "2").with("Retry-After-Ms", "1234");

    assertThat(reader.read(head)).contains(Duration.ofMillis(1234));
  }

  @Test
  void read_meaninglessMilliseconds_fallsBackToSeconds() {
    var head = FakeHead.of(429).with("Retry-After", "2").with("Retry-After-Ms", "-1");

    assertThat(reader.read(head)).contains(Duration.ofSeconds(2));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Wed, 21 Oct 2026 07:28:00 GMT",
        "Wednesday, 21-Oct-26 07:28:00 GMT",
        "Wed Oct 21 07:28:00 2026",
        "Thu, 21 Oct 2026 07:28:00 GMT",
        "wed, 21 oct 2026 07:28:00 UTC",
        "Wed, 21 Oct 2026 07:27:60 GMT",
      })
  void read_dateWithoutDateHeader_countsFromOwnClock(String value) {
    assertThat(reader.read(FakeHead.of(503).with("Retry-After", value)))
        .contains(Duration.ofMinutes(1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Tue, 06 Oct 2026 08:00:00 GMT",
        "Tuesday, 06-Oct-26 08:00:00 GMT",
        "Tue Oct  6 08:00:00 2026",
      })
  void read_dateWithDateHeader_cancelsClockSkew(String serversNow) {
    var head =
        FakeHead.of(429)
            .with("Date", serversNow)
            .with("Retry-After", "Tue, 06 Oct 2026 08:00:45 GMT");

    assertThat(reader.read(head)).contains(Duration.ofSeconds(45));
  }

  @Test
  void read_dateWithUnreadableDateHeader_countsFromOwnClock() {
    var head =
        FakeHead.of(429).with("Date", "today").with("Retry-After", "Wed, 21 Oct 2026 07:28:00 GMT");

    assertThat(reader.read(head)).contains(Duration.ofMinutes(1));
  }

  @Test
  void read_singleDigitDayInAsctime_isUnderstood() {
    time.stepWallClock(Duration.ofDays(-20));

    assertThat(reader.read(FakeHead.of(429).with("Retry-After", "Thu Oct  1 07:27:30 2026")))
        .contains(Duration.ofSeconds(30));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "0",
        "0.0",
        "-0",
        "-1",
        "-3600",
        "+5",
        "NaN",
        "Infinity",
        "1e3",
        "0x10",
        "1,5",
        "5, 10",
        ".5",
        "5.",
        "1.2.3",
        "12s",
        "soon",
        "null",
        "١٢",
        "1000000000000",
        "1761031680",
        "99999999999999999999",
        "999999999999999999999999999999999999999999",
        "31622401",
        "Wed, 21 Oct 2026 07:27:00 GMT",
        "Wed, 21 Oct 2026 07:26:59 GMT",
        "Wed, 21 Oct 1998 07:28:00 GMT",
        "Wednesday, 21-Oct-99 07:28:00 GMT",
        "Wed, 21 Oct 9999 07:28:00 GMT",
        "Wed, 31 Feb 2027 07:28:00 GMT",
        "Wed, 21 Oct 2026 25:28:00 GMT",
        "Wed, 21 Oct 2026 07:28:61 GMT",
        "Wed, 21 Foo 2026 07:28:00 GMT",
        "Wed, 21 Oct 2026 07:28:00 PST",
        "Wed, 21 Oct 2026",
        "2026-10-21T07:28:00Z",
      })
  void read_meaningless_namesNoWait(String value) {
    assertThat(reader.read(FakeHead.of(429).with("Retry-After", value))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "-1", "NaN", "1000000000000", "31622400001"})
  void read_meaninglessMilliseconds_namesNoWait(String value) {
    assertThat(reader.read(FakeHead.of(429).with("retry-after-ms", value))).isEmpty();
  }

  @Test
  void read_noHeader_namesNoWait() {
    assertThat(reader.read(FakeHead.of(429))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"86401", "100000", "31622400", "Fri, 23 Oct 2026 07:28:00 GMT"})
  void read_overADay_isCutToADay(String value) {
    assertThat(reader.read(FakeHead.of(429).with("Retry-After", value)))
        .contains(Duration.ofDays(1));
  }

  @Test
  void read_overOwnMaximum_isCutToIt() {
    var patient = reader.atMost(Duration.ofMinutes(5));

    assertThat(patient.read(FakeHead.of(429).with("Retry-After", "301")))
        .contains(Duration.ofMinutes(5));
    assertThat(patient.read(FakeHead.of(429).with("Retry-After", "299")))
        .contains(Duration.ofSeconds(299));
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT0S", "PT-1S", "PT0.0009S", "P366DT0.001S"})
  void atMost_outOfRange_isRefused(Duration max) {
    assertThatThrownBy(() -> reader.atMost(max))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("max must be from 1 ms to 366 days, but is " + max);
  }
}
