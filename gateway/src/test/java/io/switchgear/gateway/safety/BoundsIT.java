// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.safety;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.switchgear.gateway.RawConnection;
import io.switchgear.gateway.RunningGateway;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever a client sends too much of is refused while it is still little. */
class BoundsIT {
  private static final String START = "GET /erp/x HTTP/1.1\r\nHost: h\r\n";
  private static final String CHUNKED =
      "POST /erp/x HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n";

  @ParameterizedTest
  @CsvSource({
    "target, 414",
    "query, 414",
    "method, 414",
    "line without end, 414",
    "one header, 431",
    "name of a header, 431",
    "header without end, 431",
    "many headers, 431",
    "size of a chunk, 400",
    "extension of a chunk, 400",
    "many trailers, 400"
  })
  void tooMuch_isRefused(String what, int status) throws IOException {
    String much = "x".repeat(100_000);
    String request =
        switch (what) {
          case "target" -> "GET /erp/" + much + " HTTP/1.1\r\n";
          case "query" -> "GET /erp/?" + much + " HTTP/1.1\r\n";
          case "method" -> much + " /erp/x HTTP/1.1\r\n";
          case "line without end" -> "GET /" + much;
          case "one header" -> START + "X: " + much + "\r\n\r\n";
          case "name of a header" -> START + much + ": x\r\n\r\n";
          case "header without end" -> START + "X: " + much;
          case "many headers" -> START + "X: y\r\n".repeat(20_000) + "\r\n";
          case "size of a chunk" -> CHUNKED + "0".repeat(100_000);
          case "extension of a chunk" -> CHUNKED + "1;" + much;
          default -> CHUNKED + "1\r\na\r\n0\r\n" + "X: y\r\n".repeat(20_000) + "\r\n";
        };
    try (RecordingServer upstream = RecordingServer.thatAnswers();
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri());
        RawConnection client = RawConnection.to(gateway.data())) {
      client.send(request);

      String head = client.readHead();

      assertThat(head)
          .startsWith("HTTP/1.")
          .contains(" " + status + " ")
          .containsIgnoringCase("content-type: application/problem+json")
          .containsIgnoringCase("connection: close");
      assertThat(upstream.requests()).isEmpty();
    }
  }

  @Test
  void asMuchAsMayBe_passes() throws IOException {
    String path = "/" + "x".repeat(16_000);
    String header = "y".repeat(60_000);
    try (RecordingServer upstream = RecordingServer.thatAnswers();
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri());
        RawConnection client = RawConnection.to(gateway.data())) {
      client.sendHead("GET /erp" + path + " HTTP/1.1", "Host: h", "X: " + header);

      assertThat(client.readHead()).startsWith("HTTP/1.1 200");
      assertThat(upstream.requests())
          .singleElement()
          .satisfies(
              it -> {
                assertThat(it.target()).isEqualTo(path);
                assertThat(it.values("X")).containsExactly(header);
              });
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: 2001|",
        "Content-Length: 2001|Expect: 100-continue",
        "Content-Length: 99999999999|",
        "Transfer-Encoding: chunked|"
      })
  void bodyOverItsBound_is413(String headers) throws IOException {
    for (String replay : new String[] {"replayBody: 64KiB", "replayBody: 100"}) {
      try (RecordingServer upstream = RecordingServer.thatAnswers();
          RunningGateway gateway =
              RunningGateway.inFrontOf(upstream.uri(), "maxBody: 2000", replay);
          RawConnection client = RawConnection.to(gateway.data())) {
        String more = headers.replace("|", "\r\n").strip();
        client.send("POST /erp/x HTTP/1.1\r\nHost: h\r\n" + more + "\r\n\r\n");
        if (more.startsWith("Transfer")) {
          client.send("3e8\r\n" + "x".repeat(1_000) + "\r\n");
          client.send("3e9\r\n" + "x".repeat(1_001) + "\r\n");
        }

        assertThat(client.readHead())
            .startsWith("HTTP/1.1 413")
            .containsIgnoringCase("content-type: application/problem+json")
            .containsIgnoringCase("connection: close");
        assertThat(upstream.requests()).isEmpty();
        assertThat(gateway.get("/erp/next").statusCode()).isEqualTo(200);
        assertThat(gateway.calls("failure")).isZero();
      }
    }
  }

  @Test
  void bodyOfItsBound_passes() throws IOException {
    try (RecordingServer upstream = RecordingServer.thatAnswers();
        RunningGateway gateway =
            RunningGateway.inFrontOf(upstream.uri(), "maxBody: 2000", "replayBody: 100");
        RawConnection client = RawConnection.to(gateway.data())) {
      client.send(CHUNKED + "7d0\r\n" + "x".repeat(2_000) + "\r\n0\r\n\r\n");

      assertThat(client.readHead()).startsWith("HTTP/1.1 200");
      assertThat(upstream.requests().get(0).body()).hasSize(2_000);
    }
  }

  private static RunningGateway bounded(RecordingServer upstream) {
    String file =
        """
        version: 1
        listen: 127.0.0.1:0
        admin: 127.0.0.1:0
        clients: { maxConnections: 3, idle: 2s, maxRequestLine: 500, maxHeaders: 1KiB }
        dependencies: { erp: { url: '%s' } }
        """;
    return RunningGateway.with(file.formatted(upstream.uri()));
  }

  @ParameterizedTest
  @CsvSource({"500, 1, 414", "1, 1024, 431"})
  void sizesOfTheSettings_hold(int line, int header, int status) throws IOException {
    try (RecordingServer upstream = RecordingServer.thatAnswers();
        RunningGateway gateway = bounded(upstream);
        RawConnection client = RawConnection.to(gateway.data())) {
      String target = "/erp/" + "x".repeat(line);
      client.sendHead("GET " + target + " HTTP/1.1", "Host: h", "X: " + "x".repeat(header));

      assertThat(client.readAll()).startsWith("HTTP/1.").contains(" " + status + " ");
    }
  }

  @Test
  void connectionsOfTheSettings_areNoMore_andIdleOnesMakeRoom() throws IOException {
    try (RecordingServer upstream = RecordingServer.thatAnswers();
        RunningGateway gateway = bounded(upstream);
        RawConnection one = RawConnection.to(gateway.data());
        RawConnection two = RawConnection.to(gateway.data());
        RawConnection three = RawConnection.to(gateway.data())) {
      for (RawConnection client : List.of(one, two, three)) {
        client.sendHead("GET /erp/x HTTP/1.1", "Host: h");
        assertThat(client.readHead()).startsWith("HTTP/1.1 200");
      }
      try (RawConnection four = RawConnection.to(gateway.data())) {
        assertThat(four.readAll()).isEmpty();
      }

      assertThat(one.readAll()).isEqualTo("/x");
      await()
          .atMost(Duration.ofSeconds(60))
          .ignoreExceptions()
          .until(() -> gateway.get("/erp/y").statusCode() == 200);
    }
  }
}
