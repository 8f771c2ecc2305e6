// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.safety;

import static io.switchgear.gateway.safety.Http2Frame.END_HEADERS;
import static io.switchgear.gateway.safety.Http2Frame.END_STREAM;
import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.gateway.RunningGateway;
import io.switchgear.gateway.TlsGateway;
import io.switchgear.gateway.safety.StrictRequests.Received;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests of HTTP/2 that would be two, or another one, if they were written down as HTTP/1. */
class Http2SmugglingIT {
  private static final String SMUGGLED = "smuggled";

  @TempDir private static Path folder;
  private static RecordingServer upstream;
  private static RunningGateway gateway;

  @BeforeAll
  static void start() throws Exception {
    upstream = RecordingServer.thatAnswers();
    gateway = TlsGateway.inFrontOf(folder, upstream.uri());
  }

  @AfterAll
  static void stop() throws IOException {
    gateway.close();
    upstream.close();
  }

  private static List<String> with(String... more) {
    return List.of(request(more));
  }

  private static String[] request(String... more) {
    List<String> all =
        new ArrayList<>(
            List.of(
                ":method", "GET", ":scheme", "https", ":authority", "h", ":path", "/erp/smuggled"));
    all.addAll(List.of(more));
    return all.toArray(String[]::new);
  }

  /** Sends a request, and says what became of it; a sound one must do afterwards. */
  private static String outcome(Http2Frame... frames) throws IOException {
    String outcome;
    try (Http2Connection client = Http2Connection.to(gateway)) {
      outcome = client.sendAnyway(frames).endOf(1);
    }
    try (Http2Connection client = Http2Connection.to(gateway)) {
      String[] sound = {
        ":method", "GET", ":scheme", "https", ":authority", "h", ":path", "/erp/sound"
      };
      assertThat(client.send(whole(sound)).endOf(1)).isEqualTo("200");
    }
    assertThat(upstream.faults()).isEmpty();
    return outcome;
  }

  private static Http2Frame whole(String... headers) {
    return Http2Frame.headers(1, END_HEADERS | END_STREAM, headers);
  }

  private static void isRefused(Http2Frame... frames) throws IOException {
    int before = smuggled();

    assertThat(outcome(frames)).isIn("400", "404", "501", "reset", "closed");
    assertThat(smuggled()).isEqualTo(before);
  }

  private static int smuggled() {
    return upstream.text().split(SMUGGLED, -1).length;
  }

  static Stream<List<String>> headersOfOneConnection() {
    return Stream.of(
        with("connection", "close"),
        with("connection", "x-internal"),
        with("keep-alive", "timeout=5"),
        with("proxy-connection", "keep-alive"),
        with("transfer-encoding", "chunked"),
        with("transfer-encoding", "identity"),
        with("upgrade", "websocket"),
        with("te", "gzip"));
  }

  @ParameterizedTest
  @MethodSource("headersOfOneConnection")
  void headerOfOneConnection_isRefused(List<String> headers) throws IOException {
    isRefused(whole(headers.toArray(String[]::new)));
  }

  static Stream<List<String>> pseudoHeaders() {
    return Stream.of(
        List.of(":method", "GET", ":scheme", "https", ":authority", "h"),
        List.of(":scheme", "https", ":authority", "h", ":path", "/erp/smuggled"),
        List.of(":method", "GET", ":authority", "h", ":path", "/erp/smuggled"),
        List.of(":method", "", ":scheme", "https", ":path", "/erp/smuggled"),
        with(":path", "/erp/other"),
        with(":method", "POST"),
        with(":authority", "other"),
        with(":status", "200"),
        with(":other", "x"),
        with("x", "y", ":late", "z"),
        List.of("x", "y", ":method", "GET", ":scheme", "https", ":path", "/erp/smuggled"),
        List.of(":method", "CONNECT", ":authority", "smuggled:443"),
        List.of(
            ":method",
            "CONNECT",
            ":protocol",
            "websocket",
            ":scheme",
            "https",
            ":authority",
            "h",
            ":path",
            "/erp/smuggled"));
  }

  @ParameterizedTest
  @MethodSource("pseudoHeaders")
  void pseudoHeaders_thatAreNotTheOnesOfARequest_areRefused(List<String> headers)
      throws IOException {
    isRefused(whole(headers.toArray(String[]::new)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "*",
        "erp/smuggled",
        "http://other.example/smuggled",
        "https://h/erp/smuggled",
        "//other.example/smuggled",
        "/erp/smuggled HTTP/1.1",
        "/erp/x HTTP/1.1\r\nHost: h\r\n\r\nGET /smuggled",
        "/erp/x\r\nX-Smuggled: smuggled",
        "/erp/smuggled\n",
        "/erp/\tsmuggled",
        "/erp/smuggled\u0000",
        "/erp/../smuggled",
        "/erp/%2e%2e/smuggled",
        "/erp/smuggled#fragment"
      })
  void path_thatIsNone_isRefused(String path) throws IOException {
    isRefused(whole(":method", "GET", ":scheme", "https", ":authority", "h", ":path", path));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"GET /erp/smuggled HTTP/1.1\r\nX: ", "G T", "GET\r\n", "GET\u0000", "TRACE", "Gé"})
  void method_thatIsNone_isRefused(String method) throws IOException {
    isRefused(
        whole(":method", method, ":scheme", "https", ":authority", "h", ":path", "/erp/smuggled"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "h\r\nX-Smuggled: smuggled",
        "user@h",
        "h/erp/smuggled",
        "h h",
        "h:port",
        "h\u0000"
      })
  void authority_thatIsNone_isRefused(String authority) throws IOException {
    isRefused(
        whole(
            ":method",
            "GET",
            ":scheme",
            "https",
            ":authority",
            authority,
            ":path",
            "/erp/smuggled"));
  }

  static Stream<List<String>> otherHeaders() {
    return Stream.of(
        with("X-Upper", "case"),
        with("x y", "z"),
        with("x:y", "z"),
        with("", "z"),
        with("x\r\ny", "z"),
        with("x\u0000", "z"),
        with("x", "y\r\nX-Smuggled: smuggled"),
        with("x", "y\nX-Smuggled: smuggled"),
        with("x", "y\rX-Smuggled: smuggled"),
        with("x", "y\u0000z"),
        with("host", "one", "host", "two"),
        with("host", "h\r\nX: smuggled"));
  }

  @ParameterizedTest
  @MethodSource("otherHeaders")
  void header_thatWouldBeAnotherOne_isRefused(List<String> headers) throws IOException {
    isRefused(whole(headers.toArray(String[]::new)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"4", "6", "0", "+5", "-5", "5 ", "0x5", "five", "", "5\r\nX: y"})
  void contentLength_thatIsNotThatOfTheBody_isRefused(String length) throws IOException {
    Http2Frame head = Http2Frame.headers(1, END_HEADERS, request("content-length", length));

    isRefused(head, Http2Frame.data(1, END_STREAM, "body5"));
  }

  @Test
  void contentLengths_thatContradictEachOther_areRefused() throws IOException {
    Http2Frame head =
        Http2Frame.headers(1, END_HEADERS, request("content-length", "5", "content-length", "4"));

    isRefused(head, Http2Frame.data(1, END_STREAM, "body5"));
  }

  /** The decoder makes them one, as RFC 9110, 8.6 says. */
  @Test
  void contentLength_thatIsThereTwiceInOne_arrivesOnce() throws IOException {
    String[] post = {
      ":method",
      "POST",
      ":scheme",
      "https",
      ":authority",
      "h",
      ":path",
      "/erp/twice",
      "content-length",
      "5, 5"
    };

    String outcome =
        outcome(Http2Frame.headers(1, END_HEADERS, post), Http2Frame.data(1, END_STREAM, "body5"));

    assertThat(outcome).isEqualTo("200");
    assertThat(upstream.text()).doesNotContain("5, 5");
  }

  @Test
  void contentLength_ofARequestWithoutBody_isRefused() throws IOException {
    isRefused(whole(request("content-length", "5")));
  }

  @Test
  void longBody_thatIsNotOfItsLength_neverArrivesAsWhole() throws IOException {
    String piece = "x".repeat(16_000);
    Http2Frame[] frames = new Http2Frame[8];
    String[] post = {
      ":method",
      "POST",
      ":scheme",
      "https",
      ":authority",
      "h",
      ":path",
      "/erp/smuggled",
      "content-length",
      "200000"
    };
    frames[0] = Http2Frame.headers(1, END_HEADERS, post);
    for (int i = 1; i < frames.length; i++) {
      // No more than what the gateway takes before it has passed some on.
      frames[i] = Http2Frame.data(1, i == 4 ? END_STREAM : 0, i <= 4 ? piece : "");
    }

    assertThat(outcome(frames)).isIn("400", "reset", "closed");
    assertThat(upstream.requests()).extracting(Received::target).doesNotContain("/smuggled");
  }

  @Test
  void bodyThatLooksLikeARequest_isABody() throws IOException {
    String inner = "GET /erp/inner HTTP/1.1\r\nHost: h\r\n\r\n";
    String[] post = {
      ":method", "POST", ":scheme", "https", ":authority", "h", ":path", "/erp/outer"
    };

    String outcome =
        outcome(
            Http2Frame.headers(1, END_HEADERS, post),
            Http2Frame.data(1, END_STREAM, "0\r\n\r\n" + inner));

    assertThat(outcome).isEqualTo("200");
    assertThat(upstream.requests())
        .extracting(Received::target)
        .contains("/outer")
        .doesNotContain("/inner", "/erp/inner");
  }

  @Test
  void trailers_areDropped() throws IOException {
    int before = smuggled();
    String[] post = {
      ":method", "POST", ":scheme", "https", ":authority", "h", ":path", "/erp/trailed"
    };

    String outcome =
        outcome(
            Http2Frame.headers(1, END_HEADERS, post),
            Http2Frame.data(1, 0, "body"),
            whole("x-smuggled", "smuggled"));

    assertThat(outcome).isEqualTo("200");
    assertThat(smuggled()).isEqualTo(before);
  }
}
