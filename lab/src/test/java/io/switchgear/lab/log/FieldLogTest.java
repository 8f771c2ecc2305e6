// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.lab.log.LoggedCall.Ending;
import io.switchgear.lab.log.LoggedCall.Request;
import io.switchgear.lab.log.LoggedCall.Result;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Logs that name their values: JSON lines, CSV and HAR. */
class FieldLogTest {

  @Test
  void csv_withoutAStatus_isAFailure() {
    ReadLog log =
        ReadLog.of(
            "start_epoch_ms,duration_ms,target,status,error",
            "1763983305000,1550,a,200,",
            "1763983307000,0,\"b, c\",,no_response");

    assertThat(log.calls())
        .containsExactly(
            new LoggedCall(
                1_763_983_305_000_000_000L,
                1_550_000_000,
                new Request("a", "", "", ""),
                Result.answered(200)),
            new LoggedCall(
                1_763_983_307_000_000_000L,
                0,
                new Request("b, c", "", "", ""),
                Result.without(Ending.NO_ANSWER, "no_response")));
  }

  @Test
  void csv_ofJMeter_isStampedAtTheStart() {
    ReadLog log =
        ReadLog.of(
            "timeStamp,elapsed,label,responseCode,responseMessage,threadName,dataType,success,"
                + "failureMessage,bytes,sentBytes,grpThreads,allThreads,URL,Latency,IdleTime,"
                + "Connect",
            "1502457018000,82,Login,200,OK,t 1-1,text,true,,1,1,5,5,https://a.example/x?y,40,0,20",
            "1502457019000,21,Login,Non HTTP response code: java.net.ConnectException,"
                + "\"Non HTTP response message:\nConnection refused\",t,text,false,,1,0,5,5,"
                + "https://a.example/x?y,0,0,21",
            "1502457020000,21,Login,503,,t 1-1,text,false,,1,0,5,5,null,0,0,21");

    assertThat(log.summary().format()).isEqualTo(LogFormat.CSV);
    assertThat(log.calls())
        .extracting(LoggedCall::result)
        .containsExactly(
            Result.answered(200),
            Result.without(Ending.NOT_SENT, "Non HTTP response code: java.net.ConnectException"),
            Result.answered(503));
    assertThat(log.calls().get(0).startNanos()).isEqualTo(1_502_457_018_000_000_000L);
    assertThat(log.calls().get(0).request()).isEqualTo(new Request("a.example", "", "/x?y", ""));
  }

  @Test
  void csv_withOtherSeparatorAndNames_isRead() {
    LogOptions options =
        LogOptions.automatic()
            .field(Field.TIME, "wann")
            .field(Field.STATUS, "code")
            .field(Field.DURATION, "dauer")
            .field(Field.KEY, "kunde")
            .durationUnit(TimeUnit.SECONDS)
            .stamp(Stamp.END);

    LoggedCall call =
        ReadLog.with(options, "wann;kunde;dauer;code", "2026-01-31 23:59:59,5;k1;1.5;429").call();

    assertThat(Instant.EPOCH.plusNanos(call.startNanos())).isEqualTo("2026-01-31T23:59:58Z");
    assertThat(call.request().key()).isEqualTo("k1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        // nginx, as JSON
        "{'time_iso8601':'2026-01-01T00:00:01+00:00','request_time':'0.5','status':'503',"
            + "'request':'GET /x HTTP/1.1','host':'a'} | 500",
        // Caddy
        "{'ts':1767225601.0,'duration':0.5,'status':503,'request':{'method':'GET','uri':'/x',"
            + "'host':'a'}} | 500",
        // Traefik
        "{'StartUTC':'2026-01-01T00:00:00.5Z','Duration':500000000,'OriginStatus':503,"
            + "'RequestMethod':'GET','RequestPath':'/x','ServiceName':'a'} | 500",
        // Envoy
        "{'start_time':'2026-01-01T00:00:00.500Z','duration':500,'response_code':503,"
            + "'method':'GET','path':'/x','authority':'a','upstream_host':null} | 500",
        "{'timestamp':1767225600500,'latency':'500ms','status':503,'method':'GET',"
            + "'url':'https://user:secret@a/x'} | 500",
      })
  void json_ofKnownPrograms_isRead(String line, long millis) {
    LoggedCall call = ReadLog.of(line.replace('\'', '"')).call();

    assertThat(call.durationNanos()).isEqualTo(TimeUnit.MILLISECONDS.toNanos(millis));
    assertThat(Instant.EPOCH.plusNanos(call.endNanos())).isEqualTo("2026-01-01T00:00:01Z");
    assertThat(call.request()).isEqualTo(new Request("a", "GET", "/x", ""));
    assertThat(call.result()).isEqualTo(Result.answered(503));
  }

  @Test
  void json_withInnerFields_isMappedWithDots() {
    LogOptions options =
        LogOptions.automatic()
            .field(Field.TIME, "meta.at")
            .field(Field.ERROR, "meta.why")
            .field(Field.STATUS, "meta.code");

    assertThat(
            ReadLog.with(
                    options, "{\"meta\":{\"at\":1,\"code\":null,\"why\":\"connection refused\"}}")
                .call()
                .result()
                .ending())
        .isEqualTo(Ending.NOT_SENT);
  }

  @Test
  void har_isReadEntryByEntry() {
    ReadLog log =
        ReadLog.of(
            "{\"log\": {\"version\": \"1.2\", \"pages\": [{\"startedDateTime\": \"x\"}],",
            " \"entries\": [",
            "  {\"startedDateTime\": \"2026-01-01T00:00:00.000+01:00\", \"time\": 12.5,",
            "   \"request\": {\"method\": \"POST\", \"url\": \"https://a.example/b\","
                + " \"headers\": [{\"name\": \"status\", \"value\": \"1\"}]},",
            "   \"response\": {\"status\": 201, \"content\": {\"status\": 500}}, \"cache\": {}},",
            "  {\"startedDateTime\": \"2026-01-01T00:00:01.000+01:00\", \"time\": 3,",
            "   \"request\": {\"method\": \"GET\", \"url\": \"https://a.example/b\"},",
            "   \"response\": {\"status\": 0, \"_error\": \"net::ERR_CONNECTION_REFUSED\"}},",
            "  {\"startedDateTime\": \"later\"}]}}");

    assertThat(log.summary().format()).isEqualTo(LogFormat.HAR);
    assertThat(log.calls()).hasSize(2);
    assertThat(log.calls().get(0))
        .isEqualTo(
            new LoggedCall(
                1_767_222_000_000_000_000L,
                12_500_000,
                new Request("a.example", "POST", "/b", ""),
                Result.answered(201)));
    assertThat(log.calls().get(1).result().status()).isZero();
    assertThat(log.summary().firstMalformed())
        .containsExactly(new LogSummary.Malformed(9, "a date isn't one"));
  }
}
