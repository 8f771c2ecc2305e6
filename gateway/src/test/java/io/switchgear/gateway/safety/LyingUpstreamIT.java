// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.safety;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.switchgear.gateway.RawConnection;
import io.switchgear.gateway.RunningGateway;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An answer that is none is no answer, and nothing of it reaches another call. */
class LyingUpstreamIT {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final String POISON =
      "HTTP/1.1 200 OK\r\nContent-Length: 6\r\nX-Poison: 1\r\n\r\npoison";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nabc",
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nab",
        "HTTP/1.1 200 OK\r\nContent-Length: 2, 3\r\n\r\nabc",
        "HTTP/1.1 200 OK\r\nContent-Length: +2\r\n\r\nab",
        "HTTP/1.1 200 OK\r\nContent-Length: -2\r\n\r\nab",
        "HTTP/1.1 200 OK\r\nContent-Length: 0x2\r\n\r\nab",
        "HTTP/1.1 200 OK\r\nContent-Length: \r\n\r\nab",
        "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\nab",
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "HTTP/1.1 200 A\r\nTransfer-Encoding:chunked\r\nTransfer-Encoding:chunked\r\n\r\n0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
        "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "HTTP/1.1 200 OK\nContent-Length: 2\n\nab",
        "HTTP/1.1 200 OK\r\nX: a\nContent-Length: 2\r\n\r\nab",
        "HTTP/1.1 200 OK\r\nX: a\rX-Injected: 1\r\nContent-Length: 2\r\n\r\nab",
        "HTTP/1.1 200 OK\r\nX\u0000: a\r\nContent-Length: 2\r\n\r\nab",
        "HTTP/1.1 200 OK\r\nX: a\u0000\r\nContent-Length: 2\r\n\r\nab",
        "HTTP/1.1 200 OK\r\n: a\r\nContent-Length: 2\r\n\r\nab",
        "HTTP/1.1 200 OK\r\n folded: a\r\nContent-Length: 2\r\n\r\nab",
        "HTTP/1.1 99 X\r\nContent-Length: 2\r\n\r\nab",
        "HTTP/1.1 1000 X\r\nContent-Length: 2\r\n\r\nab",
        "HTTP/1.1 abc X\r\nContent-Length: 2\r\n\r\nab",
        "HTTP/1.1 -200 X\r\nContent-Length: 2\r\n\r\nab",
        "HTTP/2.0 200 OK\r\nContent-Length: 2\r\n\r\nab",
        "HTTP/0.9 200 OK\r\nContent-Length: 2\r\n\r\nab",
        "ICY 200 OK\r\nContent-Length: 2\r\n\r\nab",
        "HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n",
        "HTTP/1.1 200 O\u0000K\r\nContent-Length: 2\r\n\r\nab",
        "ab\r\n\r\n"
      })
  void answerThatCouldBeReadInTwoWays_is502(String answer) throws IOException {
    try (RecordingServer upstream = answering(answer);
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri())) {

      HttpResponse<String> received = gateway.get("/erp/x");

      assertThat(received.statusCode()).isEqualTo(502);
      assertThat(received.headers().firstValue("Content-Type"))
          .contains("application/problem+json");
      assertThat(received.headers().firstValue("X-Injected")).isEmpty();
      assertThat(gateway.calls("failure")).isEqualTo(1);
      await().atMost(SOON).until(() -> upstream.open() == 0);
    }
  }

  private static RecordingServer answering(String answer) throws IOException {
    return RecordingServer.that((request, out) -> out.write(RecordingServer.latin1(answer)));
  }

  /** RFC 9112 lets a proxy take these; the client gets them in the one form that all read. */
  @ParameterizedTest
  @ValueSource(strings = {"X : a b", "X: a\r\n b", "X: a\r\n\t b ", "X:a b"})
  void headerThatAProxyMayTake_isPassedOnClean(String header) throws IOException {
    try (RecordingServer upstream =
            answering("HTTP/1.1 200 OK\r\n" + header + "\r\nContent-Length: 2\r\n\r\nab");
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri());
        RawConnection client = RawConnection.to(gateway.data())) {

      String head = client.sendHead("GET /erp/x HTTP/1.1", "Host: h").readHead();

      assertThat(head).contains("\r\nX: a b\r\n");
    }
  }

  /** What its head says is clear, so it is passed on as it comes; the fault shows as a cut. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\nx\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n-1\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\nffffffffff\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nabc\r\n0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\nab\n0\n\n"
      })
  void chunksThatAreNone_neverLookLikeAWholeAnswer(String answer) throws IOException {
    try (RecordingServer upstream = answering(answer);
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri());
        RawConnection client = RawConnection.to(gateway.data())) {
      client.sendHead("GET /erp/x HTTP/1.1", "Host: h");

      String head = client.readHead();
      if (!head.startsWith("HTTP/1.1 502")) {
        assertThat(head).startsWith("HTTP/1.1 200");
        assertThat(client.readAll()).doesNotContain("0\r\n\r\n");
      }
      assertThat(gateway.calls("failure")).isEqualTo(1);
      await().atMost(SOON).until(() -> upstream.open() == 0);
    }
  }

  /** More than its length, right behind it or later: those bytes are no answer to anybody. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok" + POISON,
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 100 Continue\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokx",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n" + POISON,
        "HTTP/1.1 204 No Content\r\n\r\n" + POISON,
        "HTTP/1.1 204 No Content\r\nContent-Length: 6\r\n\r\npoison",
        "HTTP/1.1 304 Not Modified\r\nContent-Length: 6\r\n\r\npoison",
        "HTTP/1.1 304 Not Modified\r\n\r\n" + POISON
      })
  void bytesBehindAnAnswer_areNotTheNextAnswer(String answer) throws IOException {
    try (RecordingServer upstream = answering(answer);
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri())) {
      for (int i = 0; i < 5; i++) {
        HttpResponse<String> received = gateway.get("/erp/" + i);

        assertThat(received.statusCode()).isIn(200, 204, 304, 502);
        assertThat(received.body()).doesNotContain("poison");
        assertThat(received.headers().firstValue("X-Poison")).isEmpty();
      }
    }
  }

  @Test
  void bytesOnAnIdleConnection_areNotTheNextAnswer() throws IOException {
    try (RecordingServer upstream =
            RecordingServer.that(
                (request, out) -> {
                  out.write(RecordingServer.ok(request.target()));
                  out.flush();
                  // On the idle connection, in a packet of its own.
                  out.write(RecordingServer.latin1(POISON));
                });
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri())) {
      for (int i = 0; i < 20; i++) {
        HttpResponse<String> received = gateway.get("/erp/" + i);

        assertThat(received.headers().firstValue("X-Poison")).isEmpty();
        assertThat(received.body())
            .isIn("/" + i, received.statusCode() == 502 ? received.body() : "");
      }
    }
  }

  @Test
  void headAnswerWithABody_isNotTheNextAnswer() throws IOException {
    try (RecordingServer upstream =
            answering("HTTP/1.1 200 OK\r\nContent-Length: 67\r\n\r\n" + POISON);
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri());
        RawConnection client = RawConnection.to(gateway.data())) {
      for (int i = 0; i < 3; i++) {
        String head = client.sendHead("HEAD /erp/x HTTP/1.1", "Host: h").readHead();

        assertThat(head).doesNotContain("X-Poison");
      }
    }
  }

  @Test
  void earlyAnswer_endsTheUploadAndItsConnection() throws IOException {
    String early = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nearly";
    try (EarlyServer upstream = new EarlyServer(early);
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri());
        RawConnection client = RawConnection.to(gateway.data())) {
      client.sendHead("POST /erp/x HTTP/1.1", "Host: h", "Content-Length: 1000000");
      client.send("begin");

      assertThat(client.readHead()).startsWith("HTTP/1.1 200");
      assertThat(client.read(5)).isEqualTo("early");
      // A call gets another connection: on this one the rest of the body is still owed.
      assertThat(gateway.get("/erp/next").body()).isEqualTo("early");
      assertThat(upstream.connections()).isEqualTo(2);
    }
  }

  @Test
  void floodOfInterimAnswers_endsAtTheTimer() throws IOException {
    byte[] interim = RecordingServer.latin1("HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\n");
    try (RecordingServer upstream =
            RecordingServer.that(
                (request, out) -> {
                  while (true) {
                    out.write(interim);
                  }
                });
        RunningGateway gateway =
            RunningGateway.inFrontOf(
                upstream.uri(),
                "timeout: { firstByte: 1s, idle: 1s, total: 2s }",
                "bulkhead: { maxConcurrent: 1 }")) {

      HttpResponse<String> received = gateway.get("/erp/x");

      assertThat(received.statusCode()).isBetween(502, 504);
      await().atMost(SOON).until(() -> upstream.open() == 0);
    }
  }

  @Test
  void someInterimAnswers_areNotTheAnswer() throws IOException {
    String hints = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\n";
    try (RecordingServer upstream =
            answering(hints + "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri())) {

      HttpResponse<String> received = gateway.get("/erp/x");

      assertThat(received.statusCode()).isEqualTo(200);
      assertThat(received.body()).isEqualTo("ok");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 200 OK\r\nX: %s\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 200 %s\r\nContent-Length: 0\r\n\r\n"
      })
  void headWithoutEnd_is502(String form) throws IOException {
    try (RecordingServer upstream = answering(form.formatted("x".repeat(1_000_000)));
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri())) {

      assertThat(gateway.get("/erp/x").statusCode()).isEqualTo(502);
      assertThat(gateway.calls("failure")).isEqualTo(1);
      await().atMost(SOON).until(() -> upstream.open() == 0);
    }
  }

  @Test
  void manyHeaders_are502() throws IOException {
    StringBuilder head = new StringBuilder("HTTP/1.1 200 OK\r\n");
    for (int i = 0; i < 50_000; i++) {
      head.append("X-").append(i).append(": 1\r\n");
    }
    try (RecordingServer upstream = answering(head + "Content-Length: 0\r\n\r\n");
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri())) {

      assertThat(gateway.get("/erp/x").statusCode()).isEqualTo(502);
    }
  }

  @Test
  void endlessBody_endsAtTheTotal() throws IOException {
    byte[] piece = new byte[8_192];
    try (RecordingServer upstream =
            RecordingServer.that(
                (request, out) -> {
                  out.write(RecordingServer.latin1("HTTP/1.1 200 OK\r\n\r\n"));
                  while (true) {
                    out.write(piece);
                    // Slower than any client: who is waited for at the end isn't left to chance.
                    LockSupport.parkNanos(PAUSE_NANOS);
                  }
                });
        RunningGateway gateway =
            RunningGateway.inFrontOf(upstream.uri(), "timeout: { total: 2s }")) {

      HttpRequest request = gateway.request("/erp/x").build();
      assertThatThrownBy(() -> gateway.client().send(request, BodyHandlers.discarding()))
          .isInstanceOf(IOException.class);
      assertThat(gateway.calls("failure")).isEqualTo(1);
      await().atMost(SOON).until(() -> upstream.open() == 0);
    }
  }
}
