// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.switchgear.lab.log.LoggedCall.Ending;
import io.switchgear.lab.log.LoggedCall.Request;
import io.switchgear.lab.log.LoggedCall.Result;
import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;

class AccessLogTest {
  private static final String COMMON =
      "10.0.0.1 - - [17/May/2015:10:05:03 +0200] \"GET /a?b=c HTTP/1.1\" 200 2030";
  private static final String COMBINED = COMMON + " \"-\" \"curl \\\"7\\\"\"";

  private static long nanos(String date) {
    Instant instant = Instant.parse(date);
    return instant.getEpochSecond() * 1_000_000_000 + instant.getNano();
  }

  private static long millis(long millis) {
    return millis * 1_000_000;
  }

  @Test
  void common_hasNoDuration() {
    assertThat(ReadLog.of(COMMON).call())
        .isEqualTo(
            new LoggedCall(
                nanos("2015-05-17T08:05:03Z"),
                LoggedCall.UNKNOWN,
                new Request("", "GET", "/a?b=c", ""),
                Result.answered(200)));
  }

  @Test
  void combined_withQuotesInTheAgent_isRead() {
    ReadLog log = ReadLog.of(COMBINED);

    assertThat(log.call().result()).isEqualTo(Result.answered(200));
    assertThat(log.summary().format()).isEqualTo(LogFormat.ACCESS);
    assertThat(log.summary().counts().timed()).isZero();
  }

  @Test
  void nginxWithTimes_isStampedAtTheEnd() {
    LoggedCall call = ReadLog.of(COMBINED + " 1.500 1.250").call();

    assertThat(call.endNanos()).isEqualTo(nanos("2015-05-17T08:05:03Z"));
    assertThat(call.durationNanos()).isEqualTo(millis(1_250));
  }

  @Test
  void nginxWithNamedTimes_isRead() {
    String line = COMBINED + " \"10.0.0.9\" rt=0.500 uct=\"0.000\" uht=\"0.100\" urt=\"0.250\"";

    assertThat(ReadLog.of(line).call().durationNanos()).isEqualTo(millis(250));
  }

  @Test
  void requestTimeAlone_isTheDuration() {
    assertThat(ReadLog.of(COMBINED + " 0.042").call().durationNanos()).isEqualTo(millis(42));
  }

  @Test
  void apacheWithMicroseconds_isRead() {
    assertThat(ReadLog.of(COMBINED + " 42000").call().durationNanos()).isEqualTo(millis(42));
  }

  @Test
  void severalUpstreams_areSeveralCalls() {
    String line =
        COMBINED
            + " 512 0.350 [default-api-80] [] 10.0.0.1:80, 10.0.0.2:80 0, 2030 0.100, 0.250 502,"
            + " 200 abc";
    ReadLog log =
        ReadLog.with(
            LogOptions.automatic()
                .pattern(
                    "$remote_addr - $remote_user [$time_local] \"$request\" $status $bytes_sent"
                        + " \"$http_referer\" \"$http_user_agent\" $request_length $request_time"
                        + " [$x] [$y] $upstream_addr $upstream_response_length"
                        + " $upstream_response_time $upstream_status $req_id"),
            line);

    assertThat(log.calls())
        .extracting(call -> call.request().target(), call -> call.result().status())
        .containsExactly(tuple("10.0.0.1:80", 502), tuple("10.0.0.2:80", 200));
    assertThat(log.calls().get(1).startNanos()).isEqualTo(log.calls().get(0).endNanos());
    assertThat(log.calls().get(1).endNanos()).isEqualTo(nanos("2015-05-17T08:05:03Z"));
    assertThat(ReadLog.of(line).calls())
        .extracting(call -> call.request().target())
        .containsExactly("default-api-80", "default-api-80");
  }

  @Test
  void severalUpstreams_withoutTheirStatuses_failedUntilTheLast() {
    assertThat(ReadLog.of(COMBINED + " 0.350 0.100, 0.200 : 0.050").calls())
        .extracting(LoggedCall::result)
        .containsExactly(
            Result.without(Ending.NO_ANSWER, ""),
            Result.without(Ending.NO_ANSWER, ""),
            Result.answered(200));
  }

  @Test
  void noUpstream_isNoCall() {
    ReadLog log = ReadLog.of(COMBINED + " 0.000 -", COMBINED + " 0.350 0.100");

    assertThat(log.calls()).hasSize(1);
    assertThat(log.summary().counts().noCalls()).isEqualTo(1);
  }

  @Test
  void clientThatWentAway_isCanceled() {
    assertThat(ReadLog.of(COMBINED.replace(" 200 ", " 499 ")).call().result().ending())
        .isEqualTo(Ending.CANCELED);
  }

  @Test
  void ownForm_withMilliseconds_isRead() {
    LoggedCall call =
        ReadLog.with(
                LogOptions.automatic().pattern("$msec|$host|$request_method $uri|$status"),
                "1431849903.125|api.example|POST /x|503")
            .call();

    assertThat(call.startNanos()).isEqualTo(nanos("2015-05-17T08:05:03.125Z"));
    assertThat(call.request()).isEqualTo(new Request("api.example", "POST", "/x", ""));
  }

  @Test
  void ownForm_withoutWhatIsNeeded_isRefused() {
    assertThatThrownBy(() -> LogOptions.automatic().pattern("$status"))
        .hasMessageContaining("$time_local");
    assertThatThrownBy(() -> LogOptions.automatic().pattern("$msec"))
        .hasMessageContaining("$status");
    assertThatThrownBy(() -> LogOptions.automatic().pattern("$msec$status"))
        .hasMessageContaining("between $msec and $status");
  }

  @Test
  void dateWithoutOffset_isOfTheZone() {
    LoggedCall call =
        ReadLog.with(
                LogOptions.automatic()
                    .pattern("[$time_local] $status")
                    .zone(ZoneId.of("Europe/Berlin")),
                "[17/May/2015:10:05:03] 200")
            .call();

    assertThat(call.startNanos()).isEqualTo(nanos("2015-05-17T08:05:03Z"));
  }
}
