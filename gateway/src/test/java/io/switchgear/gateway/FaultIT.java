// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What goes wrong between client, gateway and dependency. */
class FaultIT {
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final String SHORT_TIMES =
      "timeout: { connect: 500ms, firstByte: 300ms, idle: 300ms, total: 2s }";

  @Test
  void unreachableUpstream_is502AndCountsAsFailure() throws IOException {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    try (RunningGateway gateway =
        RunningGateway.inFrontOf(URI.create("http://127.0.0.1:" + port), SHORT_TIMES)) {

      HttpResponse<String> answer = gateway.get("/erp/x");

      assertThat(answer.statusCode()).isEqualTo(502);
      assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
      assertThat(answer.headers().firstValue("Switchgear-Outcome"))
          .contains("primary;error=connect");
      assertThat(answer.body()).doesNotContain("Exception", "127.0.0.1");
      assertThat(gateway.calls("failure")).isEqualTo(1);
    }
  }

  @Test
  void unknownHost_is502() {
    try (RunningGateway gateway =
        RunningGateway.inFrontOf(URI.create("http://no-such-host.invalid"))) {

      HttpResponse<String> answer = gateway.get("/erp/x");

      assertThat(answer.statusCode()).isBetween(502, 504);
      assertThat(gateway.calls("failure")).isEqualTo(1);
    }
  }

  @Test
  void slowFirstByte_is504AndFreesTheConnection() {
    AtomicBoolean closed = new AtomicBoolean();
    try (Upstream upstream =
            Upstream.that(
                request -> request.connection().closeHandler(nothing -> closed.set(true)));
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri(), SHORT_TIMES)) {

      HttpResponse<String> answer = gateway.get("/erp/x");

      assertThat(answer.statusCode()).isEqualTo(504);
      assertThat(answer.headers().firstValue("Switchgear-Outcome"))
          .contains("primary;error=first-byte-timeout");
      assertThat(gateway.calls("failure")).isEqualTo(1);
      await().atMost(SOON).untilTrue(closed);
    }
  }

  @Test
  void bodyThatStandsStill_isCutAndCountsAsFailure() {
    try (Upstream upstream =
            Upstream.that(request -> request.response().setChunked(true).write("begin"));
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri(), SHORT_TIMES)) {

      assertThatThrownBy(() -> gateway.get("/erp/x")).hasRootCauseInstanceOf(IOException.class);

      assertThat(gateway.calls("failure")).isEqualTo(1);
      assertThat(gateway.calls("success")).isZero();
    }
  }

  @Test
  void bodyThatNeverEnds_isCutAtTheTotal() {
    try (Upstream upstream =
            Upstream.that(
                request -> {
                  request.response().setChunked(true).write("begin");
                  Vertx vertx = Vertx.currentContext().owner();
                  long timer = vertx.setPeriodic(50, id -> request.response().write("x"));
                  request.connection().closeHandler(nothing -> vertx.cancelTimer(timer));
                });
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri(), SHORT_TIMES)) {

      assertThatThrownBy(() -> gateway.get("/erp/x")).hasRootCauseInstanceOf(IOException.class);

      assertThat(gateway.calls("failure")).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nbegin",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nbegin\r\n"
      })
  void cutUnder200_cutsTheClientToo_andCountsAsFailure(String answer) throws IOException {
    try (ScriptedServer upstream = ScriptedServer.thatAnswersAndCloses(answer);
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri())) {

      assertThatThrownBy(() -> gateway.get("/erp/x")).hasRootCauseInstanceOf(IOException.class);

      assertThat(gateway.calls("failure")).isEqualTo(1);
      assertThat(gateway.calls("success")).isZero();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'', connection-lost",
    "'no http at all\r\n\r\n', bad-response",
    "'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab', bad-response",
    "'HTTP/1.1 099 X\r\nContent-Length: 0\r\n\r\n', bad-response",
    "'HTTP/1.1 600 X\r\nContent-Length: 0\r\n\r\n', bad-response",
    "'HTTP/1.1 999999 X\r\nContent-Length: 0\r\n\r\n', bad-response",
    "'HTTP/1.1 102 Processing\r\n\r\n', bad-response",
    "'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n', bad-response"
  })
  void answerThatIsNone_is502(String answer, String error) throws IOException {
    try (ScriptedServer upstream = ScriptedServer.thatAnswersAndCloses(answer);
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri())) {

      HttpResponse<String> received = gateway.get("/erp/x");

      assertThat(received.statusCode()).isEqualTo(502);
      assertThat(received.headers().firstValue("Switchgear-Outcome"))
          .contains("primary;error=" + error);
      assertThat(gateway.calls("failure")).isEqualTo(1);
    }
  }

  @Test
  void ownAnswerInPlaceOfAHead_hasNothingOfIt() throws IOException {
    String head = "HTTP/1.1 200 Fine\r\nContent-Length: 100\r\nX-Theirs: 1\r\n\r\n";
    try (ScriptedServer upstream = ScriptedServer.thatAnswersAndCloses(head);
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri());
        RawConnection client = RawConnection.to(gateway.data())) {

      String answer = client.sendHead("GET /erp/x HTTP/1.1", "Host: h").readHead();

      assertThat(answer)
          .startsWith("HTTP/1.1 502 Bad Gateway\r\n")
          .doesNotContainIgnoringCase("X-Theirs");
    }
  }

  @Test
  void clientThatGoes_cancelsTheCall_andSaysNothingAboutTheDependency() throws IOException {
    AtomicBoolean closed = new AtomicBoolean();
    try (Upstream upstream =
            Upstream.that(
                request -> request.connection().closeHandler(nothing -> closed.set(true)));
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri())) {
      try (RawConnection client = RawConnection.to(gateway.data())) {
        client.sendHead("GET /erp/x HTTP/1.1", "Host: h");
        await().atMost(SOON).until(() -> upstream.received() == 1);
      }

      await().atMost(SOON).untilTrue(closed);
      await().atMost(SOON).until(() -> gateway.permits("released") == 1);
      assertThat(gateway.calls("failure")).isZero();
    }
  }

  @Test
  void clientThatStopsSendingAShortBody_is408AndNoCallIsMade() throws IOException {
    try (Upstream upstream = Upstream.thatAnswers();
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri(), SHORT_TIMES);
        RawConnection client = RawConnection.to(gateway.data())) {
      client.sendHead("POST /erp/x HTTP/1.1", "Host: h", "Content-Length: 10").send("half");

      String answer = client.readHead();

      assertThat(answer).startsWith("HTTP/1.1 408").contains("rejected;reason=client-timeout");
      assertThat(gateway.permits("settled") + gateway.permits("released")).isZero();
      assertThat(upstream.received()).isZero();
    }
  }

  @Test
  void clientThatStopsSending_is408AndSaysNothingAboutTheDependency() throws IOException {
    try (Upstream upstream = Upstream.that(request -> request.bodyHandler(body -> {}));
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri(), SHORT_TIMES);
        RawConnection client = RawConnection.to(gateway.data())) {
      client.sendHead("POST /erp/x HTTP/1.1", "Host: h", "Content-Length: 100000").send("half");

      String answer = client.readHead();

      assertThat(answer).startsWith("HTTP/1.1 408").contains("primary;error=client-timeout");
      assertThat(gateway.calls("ignored")).isEqualTo(1);
      assertThat(gateway.calls("failure")).isZero();
    }
  }

  @Test
  void staleConnection_isReplacedForAnIdempotentRequest() throws IOException {
    try (ScriptedServer upstream =
            ScriptedServer.thatClosesAfterEach("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri())) {
      for (int i = 0; i < 50; i++) {
        assertThat(gateway.get("/erp/" + i).statusCode()).isEqualTo(200);
      }

      assertThat(gateway.calls("failure")).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET http://erp.example/x HTTP/1.1|Host: h",
        "GET /erp/../admin HTTP/1.1|Host: h",
        "GET /erp/%2e%2E/admin HTTP/1.1|Host: h",
        "GET /erp/..%2fadmin HTTP/1.1|Host: h",
        "OPTIONS * HTTP/1.1|Host: h",
        "GET /erp/x HTTP/1.1",
        "GET /erp/x HTTP/1.1|Host: a|Host: b",
        "POST /erp/x HTTP/1.1|Host: h|Content-Length: 5|Transfer-Encoding: chunked",
        "POST /erp/x HTTP/1.1|Host: h|Content-Length: 5|Content-Length: 6",
        "POST /erp/x HTTP/1.1|Host: h|Content-Length: x",
        "POST /erp/x HTTP/1.1|Host: h|Transfer-Encoding: gzip, chunked",
        "GET /erp/x HTTP/1.1|Host: h|Bad Name: 1"
      })
  void requestThatCouldBeReadInTwoWays_isRefused(String lines) throws IOException {
    try (Upstream upstream = Upstream.thatAnswers();
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri());
        RawConnection client = RawConnection.to(gateway.data())) {

      String answer = client.sendHead(lines.split("\\|", -1)).readHead();

      assertThat(answer)
          .startsWith("HTTP/1.1 400")
          .containsIgnoringCase("application/problem+json");
      assertThat(upstream.received()).isZero();
    }
  }

  @Test
  void headersOverTheLimit_are431() throws IOException {
    try (Upstream upstream = Upstream.thatAnswers();
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri());
        RawConnection client = RawConnection.to(gateway.data())) {

      String answer =
          client
              .sendHead("GET /erp/x HTTP/1.1", "Host: h", "X-Big: " + "a".repeat(70_000))
              .readHead();

      assertThat(answer).startsWith("HTTP/1.1 431");
      assertThat(upstream.received()).isZero();
    }
  }

  @Test
  void rejectedPost_hasProblemJsonForHeadToo() {
    try (Upstream upstream = Upstream.thatAnswers();
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri())) {
      gateway.order("/api/v1/circuits/erp/force-open", "{\"reason\":\"test\"}");

      HttpResponse<String> head =
          gateway.send(
              gateway.request("/erp/x").method("HEAD", HttpRequest.BodyPublishers.noBody()));
      HttpResponse<String> get = gateway.get("/erp/x");

      assertThat(head.statusCode()).isEqualTo(503);
      assertThat(head.body()).isEmpty();
      assertThat(new JsonObject(get.body()).getString("reason")).isEqualTo("forced-open");
    }
  }
}
