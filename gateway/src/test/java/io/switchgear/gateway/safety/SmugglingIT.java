// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.safety;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.switchgear.gateway.RawConnection;
import io.switchgear.gateway.RunningGateway;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A request whose end or whose headers two readers could see differently is refused, and what
 * follows it on its connection is no request.
 */
class SmugglingIT {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final String HIDDEN = "GET /erp/hidden HTTP/1.1\r\nHost: h\r\n\r\n";
  private static final String POST = "POST /erp/x HTTP/1.1\r\nHost: h\r\n";
  private static final String CHUNKED = POST + "Transfer-Encoding: chunked\r\n\r\n";

  @ParameterizedTest
  @ValueSource(
      strings = {
        // Two ways to say the length.
        "Content-Length: 5\r\nTransfer-Encoding: chunked",
        "Transfer-Encoding: chunked\r\nContent-Length: 5",
        "Content-Length: 0\r\nTransfer-Encoding: identity",
        // Codings that somebody could take for chunked or not.
        "Transfer-Encoding: chunked, identity",
        "Transfer-Encoding: identity, chunked",
        "Transfer-Encoding: gzip, chunked",
        "Transfer-Encoding: chunked, chunked",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity",
        "Transfer-Encoding: identity\r\nTransfer-Encoding: chunked",
        "Transfer-Encoding: xchunked",
        "Transfer-Encoding: chunkedx",
        "Transfer-Encoding: \"chunked\"",
        "Transfer-Encoding: chunked;q=1",
        "Transfer-Encoding: chun ked",
        "Transfer-Encoding: identity",
        "Transfer-Encoding: ",
        "Transfer-Encoding: ,chunked",
        "Transfer-Encoding: \u000bchunked",
        "Transfer-Encoding: \u00a0chunked",
        "Transfer-Encoding:\r\n chunked",
        "Transfer-Encoding : chunked",
        "Transfer-Encoding\t: chunked",
        "\u0001Transfer-Encoding: chunked",
        // Lengths that aren't one number.
        "Content-Length: 5\r\nContent-Length: 6",
        "Content-Length: 5\r\nContent-Length: 5",
        "Content-Length: 5, 5",
        "Content-Length: 5,6",
        "Content-Length: +5",
        "Content-Length: -5",
        "Content-Length: -0",
        "Content-Length: 0x5",
        "Content-Length: 5.0",
        "Content-Length: 5e0",
        "Content-Length: 5 5",
        "Content-Length: ",
        "Content-Length: \u00b2",
        "Content-Length: 9223372036854775808",
        "Content-Length: 99999999999999999999999999",
        "Content-Length : 5",
        "Content-Length:\r\n 5",
        "Content-Length\u0000: 5",
        "Content_Length: 5\r\nContent-Length: 6\r\nContent-Length: 5"
      })
  void bodyWhoseEndIsUnclear_isRefusedWithAllThatFollows(String framing) throws IOException {
    isRefused(POST + framing + "\r\n\r\n0\r\n\r\n" + HIDDEN);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // Line ends.
        "GET /erp/x HTTP/1.1\nHost: h\n\n",
        "GET /erp/x HTTP/1.1\r\nHost: h\nX: 1\r\n\r\n",
        "GET /erp/x HTTP/1.1\r\nHost: h\rX: 1\r\n\r\n",
        "GET /erp/x HTTP/1.1\r\nX: a\rContent-Length: 5\r\nHost: h\r\n\r\n",
        "GET /erp/x HTTP/1.1\r\nHost: h\r\n\n",
        "GET /erp/x HTTP/1.1\r\nHost: h\n\r\n",
        "GET /erp/x HTTP/1.1\rHost: h\r\n\r\n",
        "GET /erp/x HTTP/1.1\r\r\nHost: h\r\n\r\n",
        // Lines that go on, and lines that are none.
        "GET /erp/x HTTP/1.1\r\n Host: h\r\n\r\n",
        "GET /erp/x HTTP/1.1\r\n X: a\r\nHost: h\r\n\r\n",
        "GET /erp/x HTTP/1.1\r\nHost: h\r\nno colon\r\n\r\n",
        "GET /erp/x HTTP/1.1\r\nHost: h\r\n: no name\r\n\r\n",
        "GET /erp/x HTTP/1.1\r\nHost: h\r\nX : a\r\n\r\n",
        "GET /erp/x HTTP/1.1\r\nHost: h\r\nX\t: a\r\n\r\n",
        "GET /erp/x HTTP/1.1\r\nHost: h\r\nX Y: a\r\n\r\n",
        // Control characters.
        "GET /erp/x HTTP/1.1\r\nHost: h\r\nX\u0000: a\r\n\r\n",
        "GET /erp/x HTTP/1.1\r\nHost: h\r\nX: a\u0000b\r\n\r\n",
        "GET /erp/x HTTP/1.1\r\nHost: h\r\nX: a\u0007b\r\n\r\n",
        "GET /erp/x HTTP/1.1\r\nHost: h\r\nX: a\u000bb\r\n\r\n",
        "GET /erp/x HTTP/1.1\r\nHost: h\r\nX: a\u000cb\r\n\r\n",
        "GET /erp/x HTTP/1.1\r\nHost: h\r\nX: a\u007fb\r\n\r\n",
        "GET /erp/x HTTP/1.1\r\nHost: h\r\nX\u007f: a\r\n\r\n",
        "GET /erp/x HTTP/1.1\r\nHost: h\r\nX\u00e4: a\r\n\r\n",
        "GET /erp/x HTTP/1.1\r\nHost: h\r\n\"X\": a\r\n\r\n",
        "GET /erp/x HTTP/1.1\r\nHost: h\r\n(X): a\r\n\r\n",
        // First lines.
        "GET /erp/x\r\nHost: h\r\n\r\n",
        "GET /erp/x \r\nHost: h\r\n\r\n",
        "GET /erp/x HTTP/1.1 \r\nHost: h\r\n\r\n",
        "GET  /erp/x HTTP/1.1\r\nHost: h\r\n\r\n",
        "GET /erp/x  HTTP/1.1\r\nHost: h\r\n\r\n",
        "GET\t/erp/x\tHTTP/1.1\r\nHost: h\r\n\r\n",
        "GET \r/erp/x HTTP/1.1\r\nHost: h\r\n\r\n",
        "GET /erp/x\u000bHTTP/1.1\r\nHost: h\r\n\r\n",
        "GET /erp/x\rHTTP/1.1\r\nHost: h\r\n\r\n",
        "GET /erp/x y HTTP/1.1\r\nHost: h\r\n\r\n",
        "GET /erp/x HTTP/1.1 HTTP/1.1\r\nHost: h\r\n\r\n",
        "GET /erp/x HTTP/1,1\r\nHost: h\r\n\r\n",
        "GET /erp/x HTTP/1.\r\nHost: h\r\n\r\n",
        "GET /erp/x HTTP/-1.1\r\nHost: h\r\n\r\n",
        "G ET /erp/x HTTP/1.1\r\nHost: h\r\n\r\n",
        "G\u0000ET /erp/x HTTP/1.1\r\nHost: h\r\n\r\n",
        "G(T /erp/x HTTP/1.1\r\nHost: h\r\n\r\n",
        "/erp/x HTTP/1.1\r\nHost: h\r\n\r\n",
        "\u0000GET /erp/x HTTP/1.1\r\nHost: h\r\n\r\n",
        "nonsense\r\n\r\n",
        // A coding that such a client can't know.
        "POST /erp/x HTTP/1.0\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "POST /erp/x HTTP/1.0\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
        "POST /erp/x HTTP/1.0\r\nContent-Length: 5\r\nContent-Length: 5\r\n\r\nhello",
        // Host.
        "GET /erp/x HTTP/1.1\r\n\r\n",
        "GET /erp/x HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        "GET /erp/x HTTP/1.1\r\nHost: h\r\nHost: h\r\n\r\n",
        "GET /erp/x HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n",
        "GET /erp/x HTTP/1.1\r\nHost: h/path\r\n\r\n",
        "GET /erp/x HTTP/1.1\r\nHost: a, b\r\n\r\n",
        "GET /erp/x HTTP/1.1\r\nHost: user@h\r\n\r\n",
        "GET /erp/x HTTP/1.1\r\nHost: h h\r\n\r\n",
        "GET /erp/x HTTP/1.1\r\nHost: h:80:80\r\n\r\n",
        "GET /erp/x HTTP/1.1\r\nHost: h:x\r\n\r\n"
      })
  void headThatIsNone_isRefusedWithAllThatFollows(String head) throws IOException {
    isRefused(head + HIDDEN);
  }

  /** Once the head was fine, a call may be under way: what counts is that nothing is made of it. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "x\r\n",
        "-1\r\n",
        "+1\r\na\r\n0\r\n\r\n",
        "0x1\r\na\r\n0\r\n\r\n",
        "\r\n",
        ";x\r\n",
        "80000000\r\na",
        "ffffffff\r\na",
        "100000000\r\na",
        "10000000000000001\r\na\r\n0\r\n\r\n",
        "1\na\r\n0\r\n\r\n",
        "1\r\na\n0\r\n\r\n",
        "1\r\na0\r\n\r\n",
        "1\r\nab\r\n0\r\n\r\n",
        "1\r\na\r0\r\n\r\n",
        "1\r\na\r\n\r\n0\r\n\r\n",
        "1\r\na\r\n0\r\n\n",
        "1\r\na\r\n0\n\r\n",
        "1;x=\u0000\r\na\r\n0\r\n\r\n",
        "1;x\ny\r\na\r\n0\r\n\r\n",
        "1;x\ry\r\na\r\n0\r\n\r\n",
        "1\r\na\r\n0\r\nno colon\r\n\r\n",
        "1\r\na\r\n0\r\nX : 1\r\n\r\n",
        "1\r\na\r\n0\r\nX: \u0000\r\n\r\n",
        "1\r\na\r\n0\r\nX: 1\nY: 2\r\n\r\n"
      })
  void chunksThatAreNone_endTheConnectionAndMakeNoRequest(String chunks) throws IOException {
    isRefused(CHUNKED + chunks + HIDDEN);
  }

  private static void isRefused(String request) throws IOException {
    try (RecordingServer upstream = RecordingServer.thatAnswers();
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri());
        RawConnection client = RawConnection.to(gateway.data())) {
      client.send(request);

      String answer = client.readAll();

      assertThat(answer)
          .matches("(?s)HTTP/1\\.[01] (400|501|505) .*")
          .containsOnlyOnce("HTTP/1.")
          .containsIgnoringCase("content-type: application/problem+json")
          .containsIgnoringCase("connection: close");
      assertThat(upstream.requests()).isEmpty();
      assertThat(upstream.text()).doesNotContain("hidden");
      assertThat(gateway.get("/erp/next").body()).isEqualTo("/next");
      assertThat(gateway.calls("failure")).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http/1.1",
        "Http/1.1",
        "HTTP/1.10",
        "HTTP/01.1",
        "HTTP/2.0",
        "XHTTP/1.1",
        "ICAP/1.0"
      })
  void otherVersion_is505AndEndsTheConnection(String version) throws IOException {
    try (RecordingServer upstream = RecordingServer.thatAnswers();
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri());
        RawConnection client = RawConnection.to(gateway.data())) {
      client.send("GET /erp/x " + version + "\r\nHost: h\r\n\r\n" + HIDDEN);

      String answer = client.readAll();

      assertThat(answer)
          .containsOnlyOnce(" 505 HTTP Version Not Supported\r\n")
          .containsIgnoringCase("content-type: application/problem+json");
      assertThat(upstream.connections()).isZero();
    }
  }

  /** RFC 9112 lets servers take these; the dependency gets them in the one form that all read. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "\r\n GET /erp/x HTTP/1.1\r\nHost: h\r\nX:a b",
        "GET /erp/x HTTP/1.1\r\nHost: h\r\nX: a\r\n b",
        "GET /erp/x HTTP/1.1\r\nHost: h\r\nX: a\r\n \t  b  ",
        "GET /erp/x HTTP/1.1\r\nHost:\t h \r\nX: \ta b\t "
      })
  void formThatAServerMayTake_isPassedOnClean(String head) throws IOException {
    try (RecordingServer upstream = RecordingServer.thatAnswers();
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri());
        RawConnection client = RawConnection.to(gateway.data())) {
      client.send(head + "\r\nConnection: close\r\n\r\n" + HIDDEN);

      assertThat(client.readAll()).startsWith("HTTP/1.1 200").doesNotContain("hidden");
      assertThat(upstream.requests())
          .singleElement()
          .satisfies(
              it -> {
                assertThat(it.line()).isEqualTo("GET /x HTTP/1.1");
                assertThat(it.headers()).contains("X: a b");
              });
      assertThat(upstream.faults()).isEmpty();
    }
  }

  /** Headers of the same length that differ from it in one character. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Xength",
        "content-xength",
        "Content-_ength",
        "Xontent-Length",
        "Content_Length"
      })
  void headerAlmostOfTheLength_isNotTheLength(String name) throws IOException {
    try (RecordingServer upstream = RecordingServer.thatAnswers();
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri());
        RawConnection client = RawConnection.to(gateway.data())) {
      client.sendHead("POST /erp/x HTTP/1.1", "Host: h", name + ": 40");
      client.sendHead("GET /erp/next HTTP/1.1", "Host: h", "Connection: close");

      assertThat(client.readAll().split("HTTP/1.1 200", -1)).hasSize(3);
      assertThat(upstream.requests())
          .extracting(StrictRequests.Received::target)
          .containsExactly("/x", "/next");
      assertThat(upstream.requests().get(0).values("Content-Length")).isEmpty();
      assertThat(upstream.requests().get(0).values(name)).containsExactly("40");
    }
  }

  @Test
  void requestsBehindARefusedOne_areNone() throws IOException {
    try (RecordingServer upstream = RecordingServer.thatAnswers();
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri())) {
      for (int i = 0; i < 50; i++) {
        try (RawConnection client = RawConnection.to(gateway.data())) {
          client.send("DELETE /erp/x HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n" + HIDDEN + HIDDEN);

          assertThat(client.readAll()).startsWith("HTTP/1.1 400").containsOnlyOnce("HTTP/1.");
        }
      }
      assertThat(upstream.connections()).isZero();
    }
  }

  @Test
  void requestInsideABody_isBody() throws IOException {
    try (RecordingServer upstream = RecordingServer.thatAnswers();
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri());
        RawConnection client = RawConnection.to(gateway.data())) {
      client.send(POST + "Content-Length: " + HIDDEN.length() + "\r\n\r\n" + HIDDEN);
      client.send(
          CHUNKED + Integer.toHexString(HIDDEN.length()) + "\r\n" + HIDDEN + "\r\n0\r\n\r\n");
      client.sendHead("GET /erp/last HTTP/1.1", "Host: h", "Connection: close");

      String answers = client.readAll();

      assertThat(answers.split("HTTP/1.1 200", -1)).hasSize(4);
      assertThat(upstream.requests())
          .extracting(StrictRequests.Received::target)
          .containsExactly("/x", "/x", "/last");
      assertThat(upstream.requests())
          .extracting(StrictRequests.Received::body)
          .containsExactly(HIDDEN, HIDDEN, "");
      assertThat(upstream.faults()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Transfer-Encoding: chunked",
        "Transfer-Encoding: CHUNKED",
        "TRANSFER-ENCODING:\tChunked \t",
        "transfer-encoding:chunked"
      })
  void chunked_inAnyCaseAndSpace_isPassedOnAsWeWriteIt(String coding) throws IOException {
    try (RecordingServer upstream = RecordingServer.thatAnswers();
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri());
        RawConnection client = RawConnection.to(gateway.data())) {
      client.send(
          POST
              + coding
              + "\r\nConnection: close\r\n\r\n2;x=\"a b\"\r\nab\r\n003\r\ncde\r\n0;y\r\n");
      client.send("Content-Length: 100\r\nHost: other\r\nX-Trailer: 1\r\n\r\n");

      String answer = client.readAll();

      assertThat(answer).startsWith("HTTP/1.1 200");
      assertThat(upstream.requests())
          .singleElement()
          .satisfies(
              it -> {
                assertThat(it.body()).isEqualTo("abcde");
                assertThat(it.values("Transfer-Encoding")).containsExactly("chunked");
                assertThat(it.values("Host")).hasSize(1).doesNotContain("other");
              });
      assertThat(upstream.text()).doesNotContain("X-Trailer").doesNotContain("x=");
      assertThat(upstream.faults()).isEmpty();
    }
  }

  @Test
  void pipelinedRequests_areAnsweredOneAfterTheOther() throws IOException {
    try (RecordingServer upstream = RecordingServer.thatAnswers();
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri());
        RawConnection client = RawConnection.to(gateway.data())) {
      client.send(
          "GET /erp/1 HTTP/1.1\r\nHost: h\r\n\r\n\r\nGET /erp/2 HTTP/1.1\r\nHost: h\r\n\r\n");
      client.send("GET /erp/3 HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n" + HIDDEN);

      String answers = client.readAll();

      assertThat(answers.split("HTTP/1.1 200", -1)).hasSize(4);
      assertThat(answers).containsSubsequence("/1", "/2", "/3").doesNotContain("hidden");
      await().atMost(SOON).until(() -> upstream.requests().size() == 3);
    }
  }
}
