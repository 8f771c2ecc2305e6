// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.safety;

import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.gateway.RawConnection;
import io.switchgear.gateway.RunningGateway;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is a value stays one: nothing that comes from outside becomes a header by itself. */
class HeaderInjectionIT {
  private static final List<String> GONE =
      List.of(
          "X-Named",
          "Upgrade",
          "HTTP2-Settings",
          "TE",
          "Trailer",
          "Keep-Alive",
          "Proxy-Authorization",
          "Proxy-Connection");

  @Test
  void encodedLineEnds_stayEncoded() throws IOException {
    try (RecordingServer upstream = RecordingServer.thatAnswers();
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri())) {

      gateway.get("/erp/x?a=%0d%0aX-Injected:%201&b=%0aX-Injected:1");

      assertThat(upstream.requests())
          .singleElement()
          .satisfies(it -> assertThat(it.values("X-Injected")).isEmpty());
      assertThat(upstream.text())
          .contains("GET /x?a=%0d%0aX-Injected:%201&b=%0aX-Injected:1 HTTP/1.1");
    }
  }

  @Test
  void headers_thatActForTheGatewayOrTheConnection_dontPass() throws IOException {
    try (RecordingServer upstream = RecordingServer.thatAnswers();
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri());
        RawConnection client = RawConnection.to(gateway.data())) {
      client.sendHead(
          "GET /erp/x HTTP/1.1",
          "Host: h",
          "Connection: close, X-Named, Host, Via, Authorization",
          "X-Named: 1",
          "Upgrade: h2c",
          "HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA",
          "TE: trailers",
          "Trailer: X-T",
          "Keep-Alive: timeout=5",
          "Proxy-Authorization: Basic abc",
          "Proxy-Connection: keep-alive",
          "X-Kept: \u00e4 \t b");

      String answer = client.readAll();

      assertThat(answer).startsWith("HTTP/1.1 200");
      assertThat(upstream.requests())
          .singleElement()
          .satisfies(
              it -> {
                assertThat(it.values("X-Kept")).containsExactly("\u00e4 \t b");
                assertThat(it.values("Host")).hasSize(1);
                assertThat(it.values("Via")).containsExactly("1.1 switchgear");
                for (String gone : GONE) {
                  assertThat(it.values(gone)).as(gone).isEmpty();
                }
              });
    }
  }

  @Test
  void valueOfTheSettings_isOneHeader() throws IOException {
    try (RecordingServer upstream = RecordingServer.thatAnswers();
        RunningGateway gateway =
            RunningGateway.inFrontOf(
                upstream.uri(),
                "headers: { set: { X-Set: 'a, b; c: d', Authorization: Bearer x } }");
        RawConnection client = RawConnection.to(gateway.data())) {
      client.sendHead(
          "GET /erp/x HTTP/1.1",
          "Host: h",
          "x-set: theirs",
          "X-Set: theirs",
          "authorization: theirs",
          "Connection: close");

      client.readAll();

      assertThat(upstream.requests())
          .singleElement()
          .satisfies(
              it -> {
                assertThat(it.values("X-Set")).containsExactly("a, b; c: d");
                assertThat(it.values("Authorization")).containsExactly("Bearer x");
              });
    }
  }

  @Test
  void headersOfAnAnswer_canNotEndTheHead() throws IOException {
    try (RecordingServer upstream =
            RecordingServer.that(
                (request, out) ->
                    out.write(
                        RecordingServer.latin1(
                            "HTTP/1.1 200 OK\r\n"
                                + "X: a\r"
                                + "X-Injected: 1\r\n"
                                + "Content-Length: 0\r\n\r\n")));
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri())) {

      HttpResponse<String> answer = gateway.get("/erp/x");

      assertThat(answer.statusCode()).isEqualTo(502);
      assertThat(answer.headers().firstValue("X-Injected")).isEmpty();
    }
  }
}
