// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.safety;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.switchgear.gateway.RunningGateway;
import java.io.IOException;
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
                "rateLimit: { algorithm: tokenBucket, limit: 1000/s, burst: 1000 }")) {
      call(gateway);

      HttpResponse<String> refused = call(gateway);

      List<String> shown =
          List.of(
              refused.body(),
              refused.headers().map().toString(),
              gateway.admin("/api/v1/circuits").body(),
              gateway.admin("/api/v1/circuits/erp").body(),
              gateway.admin("/api/v1/circuits/erp/keys").body(),
              gateway.order("/api/v1/circuits/erp/force-open", order("reason")).body(),
              gateway.admin("/health/ready").body(),
              gateway.admin("/metrics").body());
      assertThat(refused.statusCode()).isEqualTo(503);
      assertThat(refused.body()).containsPattern("key-[0-9a-f]{12}");
      assertThat(shown).noneMatch(text -> text.contains(SECRET));
      await().atMost(SOON).until(() -> log.text().contains("key-"));
      assertThat(log.text()).doesNotContain(SECRET);
    }
  }

  private static String order(String reason) {
    return "{\"key\":\"" + SECRET + "\",\"reason\":\"" + reason + "\"}";
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
    private final Logger ours = Logger.getLogger("io.switchgear");
    private final List<String> lines = new CopyOnWriteArrayList<>();

    Log() {
      setLevel(Level.ALL);
      ours.setLevel(Level.ALL);
      ours.addHandler(this);
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
      ours.removeHandler(this);
      ours.setLevel(null);
    }
  }
}
