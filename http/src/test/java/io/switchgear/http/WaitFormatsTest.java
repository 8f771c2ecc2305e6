// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.core.Assessment;
import io.switchgear.core.Verdict;
import io.switchgear.testkit.VirtualTime;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The forms in which providers say how long to wait. */
class WaitFormatsTest {
  private static final HttpRow ROW =
      HttpRow.named("limit").status(429).verdict(Verdict.THROTTLED).scope(Scope.TENANT);

  private final VirtualTime time = new VirtualTime(Instant.parse("2026-08-21T12:40:00Z"));

  private Optional<Duration> wait(HttpRow row, ResponseHead head) {
    return verdicts(row).read(head).notBefore();
  }

  private HttpVerdicts verdicts(HttpRow row) {
    return HttpVerdicts.of(HttpProfile.named("mine").row(row)).time(time);
  }

  private Optional<Duration> ofHeader(WaitFormat format, String value) {
    HttpRow row = ROW.hint(WaitHint.header("X-Wait", format));
    return wait(row, FakeHead.of(429).with("X-Wait", value));
  }

  private Optional<Duration> ofBody(WaitFormat format, String json) {
    return wait(ROW.hint(WaitHint.body("/error/message", format)), body(json));
  }

  private static ResponseSample body(String json) {
    return ResponseSample.of(FakeHead.of(429), json.getBytes(StandardCharsets.UTF_8), false);
  }

  @ParameterizedTest
  @CsvSource({"20, PT20S", "4274.5, PT1H11M14.5S", "2.0, PT2S", "36000, PT10H"})
  void retryAfter_seconds_isThatWait(String value, Duration expected) {
    assertThat(wait(ROW, FakeHead.of(429).with("Retry-After", value))).contains(expected);
  }

  @Test
  void retryAfter_date_isCountedFromTheDateOfTheAnswer() {
    var head =
        FakeHead.of(429)
            .with("Date", "Wed, 21 Oct 2026 07:27:30 GMT")
            .with("Retry-After", "Wed, 21 Oct 2026 07:28:00 GMT");

    assertThat(wait(ROW, head)).contains(Duration.ofSeconds(30));
  }

  @Test
  void retryAfterMs_besideRetryAfter_wins() {
    var head = FakeHead.of(429).with("Retry-After", "9").with("retry-after-ms", "1234");

    assertThat(wait(ROW, head)).contains(Duration.ofMillis(1234));
  }

  @Test
  void retryAfter_inMillisecondsByProfile_isReadAsSuch() {
    HttpRow row = ROW.hint(WaitHint.header("Retry-After", WaitFormat.MILLISECONDS));

    assertThat(wait(row, FakeHead.of(429).with("Retry-After", "64000")))
        .contains(Duration.ofSeconds(64));
  }

  @ParameterizedTest
  @CsvSource({
    "1787316020, PT20S",
    "1787316020.5, PT20.5S",
    "1787316020000, PT20S",
    "1787316020250, PT20.25S",
    "17, PT17S",
  })
  void epoch_secondsOrMilliseconds_isTheTimeUntilThen(String value, Duration expected) {
    assertThat(ofHeader(WaitFormat.EPOCH, value)).contains(expected);
  }

  @Test
  void epoch_withDate_isCountedFromIt() {
    HttpRow row = ROW.hint(WaitHint.header("x-ratelimit-reset", WaitFormat.EPOCH));
    var head =
        FakeHead.of(429)
            .with("Date", "Mon, 01 Jul 2013 17:47:43 GMT")
            .with("x-ratelimit-reset", "1372700873");

    assertThat(wait(row, head)).contains(Duration.ofSeconds(10));
  }

  @ParameterizedTest
  @CsvSource({
    "2026-08-21T12:40:59Z, PT59S",
    "2026-08-21T12:40:59.123456Z, PT59.123456S",
    "2026-08-21T14:41:00+02:00, PT1M",
    "2026-08-21 12:41:00, PT1M",
  })
  void timestamp_inTheFuture_isTheTimeUntilThen(String value, Duration expected) {
    assertThat(ofHeader(WaitFormat.TIMESTAMP, value)).contains(expected);
  }

  @Test
  void timestamp_slightlyPast_isUnknown() {
    assertThat(ofHeader(WaitFormat.TIMESTAMP, "2026-08-21T12:39:59Z")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "6m0s, PT6M",
    "1s, PT1S",
    "7.66s, PT7.66S",
    "2m59.56s, PT2M59.56S",
    "120ms, PT0.12S",
    "1h2m3s, PT1H2M3S",
    "12, PT12S",
    "52s, PT52S",
    "52.454646382s, PT52.454646382S",
    "100us, PT0.0001S",
    "1d, PT24H",
  })
  void duration_withUnitsOrBare_isThatWait(String value, Duration expected) {
    assertThat(ofHeader(WaitFormat.DURATION, value)).contains(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"6m0", "s", "1x", "6m0s later", "m6", "-6m", "0s", "0m0s", "1.s", "9999999d"})
  void duration_malformed_isUnknown(String value) {
    assertThat(ofHeader(WaitFormat.DURATION, value)).isEmpty();
  }

  @Test
  void protobufDuration_inTheBody_isFoundInArraysToo() {
    HttpRow row =
        ROW.hint(WaitHint.body("/*/error/details/*/retryDelay", WaitFormat.DURATION))
            .hint(WaitHint.body("/error/details/*/retryDelay", WaitFormat.DURATION));
    String error = "{\"error\":{\"code\":429,\"details\":[{\"a\":1},{\"retryDelay\":\"52s\"}]}}";

    assertThat(wait(row, body(error))).contains(Duration.ofSeconds(52));
    assertThat(wait(row, body("[" + error + "]"))).contains(Duration.ofSeconds(52));
  }

  @ParameterizedTest
  @CsvSource({
    "39/40, false",
    "40/40, true",
    "41/40, true",
    "api-usage=18/5000, false",
    "'api-usage=5000/5000, per-app=1/2', true",
    "0/0, false",
    "40, false",
    "/, false",
    "-40/40, true",
    "99999999999999999999/40, false",
  })
  void fraction_ofUsedAndSize_saysWhetherAllIsUsed(String value, boolean usedUp) {
    HttpRow row =
        ROW.header("X-Shop-Api-Call-Limit", ValueMatch.usedUp())
            .waitByDefault(Duration.ofSeconds(1));

    assertThat(wait(row, FakeHead.of(429).with("X-Shop-Api-Call-Limit", value)).isPresent())
        .isEqualTo(usedUp);
  }

  @Test
  void minutes_inJsonOfAHeader_areTheLongestOfAll() {
    HttpRow row =
        ROW.hint(
            WaitHint.headerJson(
                "X-Business-Use-Case-Usage",
                "/*/*/estimated_time_to_regain_access",
                WaitFormat.MINUTES));
    String usage =
        "{\"17\":[{\"type\":\"messages\",\"estimated_time_to_regain_access\":0},"
            + "{\"type\":\"ads\",\"estimated_time_to_regain_access\":7}],"
            + "\"18\":[{\"estimated_time_to_regain_access\":3}]}";

    assertThat(wait(row, FakeHead.of(429).with("X-Business-Use-Case-Usage", usage)))
        .contains(Duration.ofMinutes(7));
  }

  @Test
  void milliseconds_ofAWindow_areThatWait() {
    assertThat(ofHeader(WaitFormat.MILLISECONDS, "10000")).contains(Duration.ofSeconds(10));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Try again in 55 seconds. | PT55S",
        "Rate limit reached: Limit 40000, Used 39000. Please try again in 41.724s. Visit x |"
            + " PT41.724S",
        "Please retry in 52.454646382s. | PT52.454646382S",
        "Please try again in 2m59.56s. | PT2M59.56S",
        "Please try again in 120ms. | PT0.12S",
        "Please wait 3 minutes. | PT3M",
        "Come back in 3h 47m | PT3H47M",
        "Expected available in 1 hour and 30 minutes | PT1H30M",
        "RETRY AFTER 10 SECS | PT10S",
        "Daily quota exceeded. Retry after 12:00AM GMT | PT11H20M",
        "Closed until 1:05 pm | PT25M",
        "Retry after 12:40 UTC | PT24H",
        "Limit of 5 hour. Your limit will reset at 2026-08-21 15:16:13 | PT2H36M13S",
        "resets 2026-08-21T15:16:13+02:00 | PT36M13S",
        "between 2026-08-21 12:41:00 and 2026-08-21 12:42:00 | PT2M",
      })
  void prose_namingATime_isThatWait(String message, Duration expected) {
    assertThat(ofBody(WaitFormat.PROSE, "{\"error\":{\"message\":\"" + message + "\"}}"))
        .contains(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Please try again later.",
        "Please try again in a moment",
        "Limit reached for 5 hour",
        "Retry after 5 attempts",
        "Retry after 25:61PM",
        "reset at 2026-02-31 09:16:13",
        "reset at 2025-08-21 09:16:13",
        "try again in 0 seconds",
        "try again in 99999999999999999999 days",
        "",
      })
  void prose_namingNoTime_isUnknown(String message) {
    assertThat(ofBody(WaitFormat.PROSE, "{\"error\":{\"message\":\"" + message + "\"}}")).isEmpty();
  }

  @Test
  void prose_dateWithoutZone_isInThatOfTheHint() {
    HttpRow row =
        ROW.hint(WaitHint.body("/message", WaitFormat.PROSE).zone(ZoneId.of("Asia/Shanghai")));

    assertThat(wait(row, body("{\"message\":\"reset at 2026-08-21 20:41:00\"}")))
        .contains(Duration.ofMinutes(1));
  }

  @Test
  void otherHeaderName_byProfile_isRead() {
    HttpRow row = ROW.hint(WaitHint.header("x-retry-after", WaitFormat.SECONDS));

    assertThat(wait(row, FakeHead.of(429).with("X-Retry-After", "25")))
        .contains(Duration.ofSeconds(25));
  }

  @ParameterizedTest
  @EnumSource(WaitFormat.class)
  void sentinels_inAnyForm_areUnknown(WaitFormat format) {
    for (String sentinel :
        new String[] {
          "-1",
          "0",
          "0.0",
          "",
          " ",
          "-3600",
          "NaN",
          "Infinity",
          "null",
          "1000000000000",
          "99999999999999999999",
          "9".repeat(400),
          "1e9",
          "+5",
          "-0",
          "never"
        }) {
      assertThat(ofHeader(format, sentinel)).as("%s as %s", sentinel, format).isEmpty();
    }
  }

  @Test
  void refill_isWhatIsMissingAtTheRate() {
    HttpRow row = ROW.hint(WaitHint.refill("/cost/needed", "/cost/has", "/cost/rate"));

    assertThat(wait(row, body("{\"cost\":{\"needed\":702,\"has\":102.0,\"rate\":50.0}}")))
        .contains(Duration.ofSeconds(12));
    assertThat(wait(row, body("{\"cost\":{\"needed\":7,\"has\":102,\"rate\":50}}"))).isEmpty();
    assertThat(wait(row, body("{\"cost\":{\"needed\":7,\"has\":2,\"rate\":0}}"))).isEmpty();
    assertThat(wait(row, body("{\"cost\":{\"needed\":7,\"has\":2,\"rate\":1e-999}}"))).isEmpty();
    assertThat(wait(row, body("{\"cost\":{\"needed\":7,\"has\":2}}"))).isEmpty();
  }

  @Test
  void severalHints_theLatestThatAppliesCounts() {
    HttpRow row =
        ROW.hint(WaitHint.header("reset-requests", WaitFormat.DURATION).whenZero("left-requests"))
            .hint(WaitHint.header("reset-tokens", WaitFormat.DURATION).whenZero("left-tokens"))
            .hint(WaitHint.header("window", WaitFormat.SECONDS).asFallback());
    var head =
        FakeHead.of(429)
            .with("reset-requests", "9s")
            .with("reset-tokens", "20s")
            .with("window", "25");

    assertThat(wait(row, head)).contains(Duration.ofSeconds(25));
    assertThat(wait(row, head.with("left-requests", "0"))).contains(Duration.ofSeconds(9));
    assertThat(wait(row, head.with("left-requests", "0").with("left-tokens", "0")))
        .contains(Duration.ofSeconds(20));
    assertThat(wait(row, head.with("left-tokens", "-1").with("left-requests", "3")))
        .contains(Duration.ofSeconds(25));
    assertThat(wait(row, head.with("left-requests", "0").with("Retry-After", "10")))
        .contains(Duration.ofSeconds(10));
  }

  @Test
  void noHint_isTheDefaultOfTheRow() {
    HttpReading reading =
        verdicts(ROW.waitByDefault(Duration.ofSeconds(60))).read(FakeHead.of(429));

    assertThat(reading.assessment())
        .isEqualTo(Assessment.of(Verdict.THROTTLED).retryAfter(Duration.ofSeconds(60)));
    assertThat(reading.waitSource()).contains("the profile");
    assertThat(reading.retryable()).isEqualTo(Retryable.YES);
  }

  @Test
  void noHint_untilADate_isTheTimeUntilThen() {
    ZoneId pacific = ZoneId.of("America/Los_Angeles");

    assertThat(wait(ROW.waitUntilMidnight(ZoneId.of("UTC")), FakeHead.of(429)))
        .contains(Duration.ofHours(11).plusMinutes(20));
    assertThat(wait(ROW.waitUntilMidnight(pacific), FakeHead.of(429)))
        .contains(Duration.ofHours(18).plusMinutes(20));
    assertThat(wait(ROW.waitUntilNextMonth(ZoneId.of("UTC")), FakeHead.of(429)))
        .contains(Duration.ofDays(10).plusHours(11).plusMinutes(20));
  }

  @Test
  void waitSource_namesThePlace() {
    HttpRow row = ROW.hint(WaitHint.body("/error/message", WaitFormat.PROSE));
    HttpVerdicts verdicts = verdicts(row);

    assertThat(verdicts.read(FakeHead.of(429).with("Retry-After", "3")).waitSource())
        .contains("header Retry-After");
    assertThat(verdicts.read(body("{\"error\":{\"message\":\"try again in 3s\"}}")).waitSource())
        .contains("body /error/message");
    assertThat(verdicts.read(FakeHead.of(429)).waitSource()).isEmpty();
  }
}
