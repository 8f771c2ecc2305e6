// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.stub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.switchgear.testkit.VirtualTime;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The requests under /_stub, over real sockets. */
@Timeout(60)
class ControlIT {
  private final VirtualTime time = new VirtualTime();
  private final StubServer server = StubServer.start(StubConfig.defaults().time(time)).join();
  private final StubClient client = new StubClient(server);

  @AfterEach
  void closeServer() {
    server.close();
  }

  @Test
  void stats_tellWhatArrived() {
    client.post("/_stub/config", "{\"limit\":\"1/min\"}");
    client.getWithKey("a");
    client.getWithKey("a");
    time.advance(Duration.ofSeconds(1));
    client.get("/");

    JsonObject stats = client.stats();

    assertThat(stats)
        .isEqualTo(
            new JsonObject(
                """
                {"received": 3, "byStatus": {"200": 2, "429": 1}, "cut": 0, "aborted": 0,
                 "now": {"second": 1, "inFlight": 0, "hanging": 0, "connections": 1},
                 "byKey": {"a": {"received": 2, "byStatus": {"200": 1, "429": 1}},
                           "(none)": {"received": 1, "byStatus": {"200": 1}}},
                 "others": {"received": 0, "byStatus": {}},
                 "perSecond": [{"second": 0, "received": 2, "byStatus": {"200": 1, "429": 1}},
                               {"second": 1, "received": 1, "byStatus": {"200": 1}}]}
                """));
  }

  @Test
  void control_isNeitherCountedNorDelayedNorLimited() {
    client.post(
        "/_stub/config",
        "{\"limit\":\"1/min\",\"latency\":\"1h\",\"hangRate\":\"100%\",\"errorRate\":\"100%\"}");

    client.stats();
    JsonObject stats = client.stats();

    assertThat(stats.getInteger("received")).isZero();
    assertThat(stats.getJsonObject("now").getInteger("connections")).isZero();
  }

  @Test
  void config_posted_changesWhatItNamesAndAnswersAll() {
    client.post("/_stub/config", "{\"limit\": \"1/min\", \"errorStatus\": 503}");

    HttpResponse<String> answer = client.post("/_stub/config", "{\"errorRate\":\"100%\"}");

    assertThat(answer.statusCode()).isEqualTo(200);
    JsonObject expected =
        new JsonObject(
            StubBehavior.healthy()
                .set("limit", "1/min")
                .set("errorStatus", "503")
                .set("errorRate", "100%")
                .toString());
    assertThat(new JsonObject(answer.body())).isEqualTo(expected);
    assertThat(new JsonObject(client.get("/_stub/config").body())).isEqualTo(expected);
    assertThat(client.get("/").statusCode()).isEqualTo(503);
    assertThat(client.get("/").statusCode()).isEqualTo(429);
    assertThat(client.post("/_stub/config", answer.body()).statusCode()).isEqualTo(200);
  }

  @Test
  void config_postedWithPhases_beginsThem() {
    client.post(
        "/_stub/config",
        "{\"phases\":[{\"for\":\"10s\",\"errorRate\":\"100%\"},{\"limit\":\"1/s\"}]}");

    int first = client.get("/").statusCode();
    time.advance(Duration.ofSeconds(10));

    assertThat(first).isEqualTo(500);
    // The phase begins on the event loop, which may take a request before it.
    await().until(() -> client.get("/").statusCode() == 200);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "no json | the body must be a JSON object",
        "[] | the body must be a JSON object",
        "{\"limt\":\"1/s\"} | unknown key 'limt'; did you mean 'limit'?",
        "{\"limit\":5} | 'limit' must be a rate such as 200/min or 10/s, or none, but is '5'",
        "{\"latency\":null} | 'latency' must be text, but is empty",
        "{\"refuse\":true} | 'refuse' in the last phase would close this port for good"
      })
  void config_wrong_isRefusedWithOneLine(String body, String message) {
    HttpResponse<String> answer = client.post("/_stub/config", body);

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(new JsonObject(answer.body())).isEqualTo(new JsonObject().put("error", message));
    assertThat(server.behavior()).hasToString(StubBehavior.healthy().toString());
  }

  @Test
  void config_tooLarge_isRefused() {
    HttpResponse<String> answer = client.post("/_stub/config", " ".repeat(70_000));

    assertThat(answer.statusCode()).isEqualTo(413);
  }

  @Test
  void reset_clearsStatisticsNumbersAndLimit() {
    client.post("/_stub/config", "{\"limit\":\"1/min\"}");
    client.get("/");

    HttpResponse<String> answer = client.post("/_stub/reset", "");

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(client.stats().getInteger("received")).isZero();
    assertThat(client.get("/").body()).contains("\"number\":1");
  }

  @ParameterizedTest
  @CsvSource({
    "localhost, application/json, 200",
    "LOCALHOST:1, application/json; charset=utf-8, 200",
    "[::1]:1, Application/JSON, 200",
    "127.0.0.1, text/plain, 415",
    "127.0.0.1, application/json-patch+json, 415",
    "127.0.0.1, '', 415",
    "evil.example, application/json, 421",
    "127.0.0.1.evil.example, application/json, 421",
    "'', application/json, 421"
  })
  void post_fromAWebPage_isRefused(String host, String type, int status) throws IOException {
    for (String path : new String[] {"/_stub/config", "/_stub/reset"}) {
      String request =
          "POST %s HTTP/1.1\r\nHost: %s\r\nContent-Type: %s\r\nContent-Length: 17\r\n\r\n%s";
      try (Socket socket =
          client.socket(request.formatted(path, host, type, "{\"limit\":\"1/min\"}"))) {
        byte[] start = socket.getInputStream().readNBytes(12);

        assertThat(new String(start, StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 " + status);
      }
    }

    assertThat(server.behavior().limit().isPresent()).isEqualTo(status == 200);
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /_stub, 404",
    "GET, /_stub/other, 404",
    "POST, /_stub/stats, 405",
    "GET, /_stub/reset, 405",
    "DELETE, /_stub/config, 405",
    "GET, /_stubborn, 200"
  })
  void otherRequests_areTold(String method, String path, int status) {
    HttpResponse<String> answer =
        client.send(client.request(path).method(method, BodyPublishers.noBody()));

    assertThat(answer.statusCode()).isEqualTo(status);
  }
}
