// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.lab.log.LoggedCall.Ending;
import io.switchgear.lab.log.LoggedCall.Request;
import io.switchgear.lab.log.LoggedCall.Result;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HaproxyLogTest {
  /** From HAProxy's manual. */
  private static final String LINE =
      "Feb  6 12:14:14 localhost haproxy[14389]: 10.0.1.2:33317 [06/Feb/2009:12:14:14.655] http-in"
          + " static/srv1 10/0/30/69/109 200 2750 - - ---- 1/1/1/1/0 0/0 {1wt.eu} {}"
          + " \"GET /index.html HTTP/1.1\"";

  @Test
  void call_beginsWhenAConnectionIsLookedFor() {
    ReadLog log = ReadLog.of(LINE);

    assertThat(log.summary().format()).isEqualTo(LogFormat.HAPROXY);
    LoggedCall call = log.call();
    assertThat(Instant.EPOCH.plusNanos(call.startNanos())).isEqualTo("2009-02-06T12:14:14.665Z");
    assertThat(Instant.EPOCH.plusNanos(call.endNanos())).isEqualTo("2009-02-06T12:14:14.764Z");
    assertThat(call.request()).isEqualTo(new Request("static", "GET", "/index.html", ""));
    assertThat(call.result()).isEqualTo(Result.answered(200));
  }

  @ParameterizedTest
  @CsvSource({
    "sC--, 503, NOT_SENT",
    "SC--, 503, NOT_SENT",
    "sH--, 504, NO_ANSWER",
    "SD--, 200, CUT",
    "CD--, 200, CANCELED",
    "cR--, 408, CANCELED",
    "----, -1, NO_ANSWER",
    "----, 502, ANSWERED",
  })
  void ending_isReadFromItsLetters(String letters, String status, Ending ending) {
    String line = LINE.replace(" 200 2750 - - ----", " " + status + " 0 - - " + letters);

    assertThat(ReadLog.of(line).call().result().ending()).isEqualTo(ending);
  }

  @Test
  void requestThatTheProxyRefused_isNoCall() {
    String refused =
        LINE.replace("static/srv1", "static/<NOSRV>").replace(" - - ----", " - - PR--");

    assertThat(ReadLog.of(refused, LINE).summary().counts().noCalls()).isEqualTo(1);
  }

  @Test
  void timersThatWereNeverReached_countNothing() {
    String line = LINE.replace("10/0/30/69/109", "0/0/-1/-1/5000").replace(" ---- ", " sC-- ");

    assertThat(ReadLog.of(line).call().durationNanos()).isEqualTo(5_000_000_000L);
  }
}
