// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.safety;

import static io.switchgear.gateway.safety.Http2Frame.ACK;
import static io.switchgear.gateway.safety.Http2Frame.CONTINUATION;
import static io.switchgear.gateway.safety.Http2Frame.END_HEADERS;
import static io.switchgear.gateway.safety.Http2Frame.END_STREAM;
import static io.switchgear.gateway.safety.Http2Frame.HEADERS;
import static io.switchgear.gateway.safety.Http2Frame.PING;
import static io.switchgear.gateway.safety.Http2Frame.SETTINGS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.switchgear.gateway.RunningGateway;
import io.switchgear.gateway.TlsGateway;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients of HTTP/2 that send much that costs them little, or take nothing. */
class Http2FloodIT {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final String[] GET = get("/erp/x");

  @TempDir private Path folder;

  private static String[] get(String path) {
    return new String[] {":method", "GET", ":scheme", "https", ":authority", "h", ":path", path};
  }

  private static Http2Frame request(int stream) {
    return Http2Frame.headers(stream, END_HEADERS | END_STREAM, GET);
  }

  private RunningGateway gateway(RecordingServer upstream, String... settings) throws Exception {
    return TlsGateway.inFrontOf(folder, upstream.uri(), settings);
  }

  private static void othersAreServed(RunningGateway gateway) throws IOException {
    try (Http2Connection client = Http2Connection.to(gateway)) {
      assertThat(client.send(request(1)).endOf(1)).isEqualTo("200");
    }
  }

  @Test
  void headersThatAreTooLarge_areRefused() throws Exception {
    try (RecordingServer upstream = RecordingServer.thatAnswers();
        RunningGateway gateway = gateway(upstream);
        Http2Connection client = Http2Connection.to(gateway)) {
      String[] large = Arrays.copyOf(GET, GET.length + 20);
      for (int i = GET.length; i < large.length; i += 2) {
        large[i] = "x" + i;
        large[i + 1] = "y".repeat(10_000);
      }
      byte[] block = Http2Frame.block(large);
      client.sendAnyway(new Http2Frame(HEADERS, END_STREAM, 1, Arrays.copyOf(block, 16_000)));
      for (int at = 16_000; at < block.length; at += 16_000) {
        int end = Math.min(block.length, at + 16_000);
        client.sendAnyway(
            new Http2Frame(
                CONTINUATION,
                end == block.length ? END_HEADERS : 0,
                1,
                Arrays.copyOfRange(block, at, end)));
      }

      assertThat(client.endOf(1)).isIn("431", "reset", "closed");
      assertThat(upstream.requests()).isEmpty();
      othersAreServed(gateway);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 16_000})
  void continuationsWithoutEnd_endTheConnection(int bytes) throws Exception {
    try (RecordingServer upstream = RecordingServer.thatAnswers();
        RunningGateway gateway = gateway(upstream);
        Http2Connection client = Http2Connection.to(gateway)) {
      client.send(new Http2Frame(HEADERS, END_STREAM, 1, Http2Frame.block(GET)));
      byte[] piece = bytes == 0 ? new byte[0] : Http2Frame.block("x", "y".repeat(bytes));
      Http2Frame more = new Http2Frame(CONTINUATION, 0, 1, piece);
      for (int i = 0; i < 1_000; i++) {
        client.sendAnyway(more);
      }

      assertThat(client.endOf(1)).isIn("reset", "closed");
      assertThat(client.ends()).isTrue();
      assertThat(upstream.requests()).isEmpty();
      othersAreServed(gateway);
    }
  }

  @Test
  void streamsThatAreResetAtOnce_endTheConnection() throws Exception {
    try (RecordingServer upstream = RecordingServer.thatAnswers();
        RunningGateway gateway = gateway(upstream);
        Http2Connection client = Http2Connection.to(gateway)) {
      for (int stream = 1; stream < 20_000; stream += 2) {
        client.sendAnyway(request(stream), Http2Frame.reset(stream));
      }

      assertThat(client.ends()).isTrue();
      assertThat(upstream.connections()).isLessThan(1_000);
      othersAreServed(gateway);
    }
  }

  /** The client makes the server reset its streams, which costs as much ("MadeYouReset"). */
  @Test
  void streamsThatTheGatewayMustReset_endTheConnection() throws Exception {
    try (RecordingServer upstream = RecordingServer.thatAnswers();
        RunningGateway gateway = gateway(upstream);
        Http2Connection client = Http2Connection.to(gateway)) {
      for (int stream = 1; stream < 20_000; stream += 2) {
        client.sendAnyway(request(stream), Http2Frame.windowUpdate(stream, 0));
      }

      assertThat(client.ends()).isTrue();
      assertThat(upstream.connections()).isLessThan(1_000);
      othersAreServed(gateway);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {PING, SETTINGS})
  void framesThatAskForAnAnswer_ofAClientThatReadsNone_endTheConnection(int type) throws Exception {
    try (RecordingServer upstream = RecordingServer.thatAnswers();
        RunningGateway gateway = gateway(upstream);
        Http2Connection client = Http2Connection.to(gateway)) {
      Http2Frame[] frames = new Http2Frame[1_000];
      Arrays.fill(frames, new Http2Frame(type, 0, 0, new byte[type == PING ? 8 : 0]));

      int sent = 0;
      try {
        for (; sent < 20_000; sent++) {
          client.send(frames);
        }
      } catch (IOException closed) {
        assertThat(closed).isNotNull();
      }

      // More than all buffers between the two hold.
      assertThat(sent).isLessThan(20_000);
      othersAreServed(gateway);
    }
  }

  @Test
  void emptyPiecesOfABody_endTheConnectionOrTheStream() throws Exception {
    try (RecordingServer upstream = RecordingServer.thatAnswers();
        RunningGateway gateway = gateway(upstream);
        Http2Connection client = Http2Connection.to(gateway)) {
      client.send(Http2Frame.headers(1, END_HEADERS, GET));
      for (int i = 0; i < 1_000; i++) {
        client.sendAnyway(Http2Frame.data(1, 0, ""));
      }

      assertThat(client.endOf(1)).isIn("reset", "closed");
      othersAreServed(gateway);
    }
  }

  @Test
  void acknowledgementsOfNothing_areHarmless() throws Exception {
    try (RecordingServer upstream = RecordingServer.thatAnswers();
        RunningGateway gateway = gateway(upstream);
        Http2Connection client = Http2Connection.to(gateway)) {
      for (int i = 0; i < 1_000; i++) {
        client.sendAnyway(new Http2Frame(PING, ACK, 0, new byte[8]));
      }

      assertThat(client.sendAnyway(request(1)).endOf(1)).isIn("200", "closed");
      othersAreServed(gateway);
    }
  }

  @Test
  void clientThatGivesNoWindow_losesItsStream_andNobodyElseDoes() throws Exception {
    byte[] big = new byte[1 << 20];
    try (RecordingServer upstream =
            RecordingServer.that(
                (request, out) -> {
                  out.write(
                      RecordingServer.latin1(
                          "HTTP/1.1 200 OK\r\nContent-Length: " + big.length + "\r\n\r\n"));
                  out.write(big);
                });
        RunningGateway gateway =
            gateway(
                upstream,
                "bulkhead: { maxConcurrent: 1, maxQueued: 10, maxWait: 20s }",
                "timeout: { idle: 1s }");
        Http2Connection deaf = Http2Connection.to(gateway, Http2Frame.initialWindow(0))) {
      assertThat(deaf.send(request(1)).endOf(1)).isEqualTo("200");

      othersAreServed(gateway);

      assertThat(deaf.endOf(1)).isEqualTo("reset");
      assertThat(gateway.calls("failure")).isZero();
      await().atMost(SOON).until(() -> upstream.open() <= 1);
    }
  }

  @Test
  void clientThatGivesNoWindow_forAShortAnswer_losesItsConnectionInTheEnd() throws Exception {
    try (RecordingServer upstream = RecordingServer.thatAnswers();
        RunningGateway gateway = TlsGateway.with(folder, "clients: { idle: 1s }", upstream.uri());
        Http2Connection deaf = Http2Connection.to(gateway, Http2Frame.initialWindow(0))) {
      assertThat(deaf.send(request(1)).endOf(1)).isEqualTo("200");

      assertThat(deaf.ends()).isTrue();
    }
  }
}
