// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.safety;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.switchgear.gateway.RawConnection;
import io.switchgear.gateway.RunningGateway;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A key may be a secret: outside the memory there is its label alone. */
class SecretKeysIT {
  private static final String SECRET = "sk-live-7d1f0c9e";
  private static final Duration SOON = Duration.ofSeconds(60);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "key: { header: X-Api-Key }",
        "key: { query: api_key }",
        "key: { path: 1 }",
        "key: { jsonBody: /api_key }"
      })
  void key_whereverItIs_showsAsItsLabelAlone(String key) throws IOException {
    try (Log log = new Log();
        RecordingServer upstream =
            RecordingServer.that(
                (request, out) ->
                    out.write(
                        RecordingServer.latin1("HTTP/1.1 500 Bad\r\nContent-Length: 0\r\n\r\n")));
        RunningGateway gateway =
            RunningGateway.inFrontOf(
                upstream.uri(),
                key,
                "breaker: { trip: { consecutiveFailures: 1 }, coolDown: 1h }",
                "rateLimit: { algorithm: tokenBucket, limit: 1000/s, burst: 1000 }");
        RawConnection events = listen(gateway)) {
      call(gateway);

      HttpResponse<String> refused = call(gateway);

      List<String> shown =
          List.of(
              refused.body(),
              refused.headers().map().toString(),
              gateway.admin("/api/v1/circuits").body(),
              gateway.admin("/api/v1/circuits/erp").body(),
              gateway.admin("/api/v1/circuits/erp/keys?state=open").body(),
              gateway.order("/api/v1/circuits/erp/force-open", order("reason")).body(),
              gateway.order("/api/v1/circuits/erp/reset", order("reason")).body(),
              gateway.order("/api/v1/circuits/erp/disable", order(null)).body(),
              gateway.order("/api/v1/circuits/none/disable", order("reason")).body(),
              gateway.admin("/api/v1/config").body(),
              gateway.admin("/health/ready").body(),
              gateway.admin("/metrics").body(),
              events.readEvent("transition"),
              events.readEvent("order"),
              events.readEvent("order"));
      assertThat(refused.statusCode()).isEqualTo(503);
      assertThat(refused.body()).containsPattern("key-[0-9a-f]{12}");
      assertThat(shown).noneMatch(text -> text.contains(SECRET));
      await().atMost(SOON).until(() -> log.text().contains("key-"));
      assertThat(log.text()).doesNotContain(SECRET);
    }
  }

  @Test
  void key_thatIsOverItsLimit_showsAsItsLabelAlone() throws IOException {
    try (Log log = new Log();
        RecordingServer upstream =
            RecordingServer.that((request, out) -> out.write(RecordingServer.ok("fine")));
        RunningGateway gateway =
            RunningGateway.inFrontOf(
                upstream.uri(),
                "key: { jsonBody: /api_key }",
                "rateLimit: { algorithm: tokenBucket, limit: 1/h, burst: 1 }")) {
      call(gateway);

      HttpResponse<String> refused = call(gateway);

      assertThat(refused.statusCode()).isEqualTo(429);
      assertThat(refused.body()).containsPattern("key-[0-9a-f]{12}").doesNotContain(SECRET);
      assertThat(refused.headers().map().toString()).doesNotContain(SECRET);
      assertThat(gateway.admin("/metrics").body()).doesNotContain(SECRET);
      assertThat(log.text()).doesNotContain(SECRET);
    }
  }

  private static RawConnection listen(RunningGateway gateway) throws IOException {
    int port = gateway.gateway().adminAddress().getPort();
    RawConnection client =
        RawConnection.to(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    assertThat(client.sendHead("GET /api/v1/events HTTP/1.1", "Host: localhost").readHead())
        .contains("200");
    return client;
  }

  private static String order(@Nullable String reason) {
    String why = reason == null ? "" : ",\"reason\":\"" + reason + "\"";
    return "{\"key\":\"" + SECRET + "\"" + why + "}";
  }

  private static HttpResponse<String> call(RunningGateway gateway) {
    return gateway.send(
        gateway
            .request("/erp/" + SECRET + "?api_key=" + SECRET)
            .header("X-Api-Key", SECRET)
            .POST(HttpRequest.BodyPublishers.ofString("{\"api_key\":\"" + SECRET + "\"}")));
  }

  /** All that this process logs meanwhile, at any level. */
  private static final class Log extends Handler implements AutoCloseable {
    private final List<Logger> loggers =
        List.of(Logger.getLogger("io.switchgear"), Logger.getLogger("io.vertx"));
    private final List<String> lines = new CopyOnWriteArrayList<>();

    Log() {
      setLevel(Level.ALL);
      for (Logger logger : loggers) {
        logger.setLevel(Level.ALL);
        logger.addHandler(this);
      }
    }

    String text() {
      return String.join("\n", lines);
    }

    @Override
    public void publish(LogRecord entry) {
      lines.add(new SimpleFormatter().format(entry));
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
      for (Logger logger : loggers) {
        logger.removeHandler(this);
        logger.setLevel(null);
      }
    }
  }
}
