// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Other settings while calls run: what has the same name goes on. */
class ReloadIT {
  private static final Duration SOON = Duration.ofSeconds(30);

  @TempDir private Path folder;

  private SettingsFolder settings() {
    return new SettingsFolder(folder);
  }

  @Test
  void changedFile_isInForceSoon() {
    try (Upstream upstream = Upstream.thatAnswers()) {
      Path file = settings().dependencies("erp: { url: '" + upstream.uri() + "' }");
      try (RunningGateway gateway = RunningGateway.from(file)) {

        settings().dependencies("erp: { url: '" + upstream.uri() + "/v2' }");

        await().atMost(SOON).until(() -> gateway.get("/erp/x").body().equals("GET /v2/x"));
      }
    }
  }

  @Test
  void linkThatPointsElsewhere_asInKubernetes_isInForceSoon() throws IOException {
    try (Upstream upstream = Upstream.thatAnswers()) {
      Path first = Files.createDirectory(folder.resolve("..1"));
      Path second = Files.createDirectory(folder.resolve("..2"));
      new SettingsFolder(first).dependencies("erp: { url: '" + upstream.uri() + "' }");
      new SettingsFolder(second).dependencies("erp: { url: '" + upstream.uri() + "/v2' }");
      Path data = Files.createSymbolicLink(folder.resolve("..data"), first);
      Files.createSymbolicLink(settings().file(), data.resolve("gear.yaml"));
      try (RunningGateway gateway = RunningGateway.from(settings().file())) {

        Path fresh = Files.createSymbolicLink(folder.resolve("..data_tmp"), second);
        Files.move(fresh, data, StandardCopyOption.ATOMIC_MOVE);

        await().atMost(SOON).until(() -> gateway.get("/erp/x").body().equals("GET /v2/x"));
      }
    }
  }

  @Test
  void badFile_changesNothing_andIsReportedWithItsPlace() {
    try (Upstream upstream = Upstream.thatAnswers()) {
      String good = "erp: { url: '" + upstream.uri() + "' }";
      try (RunningGateway gateway = RunningGateway.from(settings().dependencies(good))) {
        double lastSuccess =
            gateway.metric("switchgear_config_last_reload_success_timestamp_seconds");
        settings().dependencies(good, "crm: { url: 'http://x.example', retri: {} }");

        HttpResponse<String> answer = gateway.reload();

        JsonObject problem = new JsonObject(answer.body());
        JsonObject error = problem.getJsonArray("errors").getJsonObject(0);
        assertThat(answer.statusCode()).isEqualTo(422);
        assertThat(answer.headers().firstValue("Content-Type"))
            .contains("application/problem+json");
        assertThat(problem.getString("detail"))
            .contains("gear.yaml:6:35: unknown key 'retri'; did you mean 'retry'?");
        assertThat(error.getInteger("line")).isEqualTo(6);
        assertThat(error.getInteger("column")).isEqualTo(35);
        assertThat(gateway.get("/erp/x").statusCode()).isEqualTo(200);
        assertThat(gateway.get("/crm/x").statusCode()).isEqualTo(404);
        assertThat(gateway.admin("/health/ready").statusCode()).isEqualTo(200);
        assertThat(gateway.admin("/health/ready").body()).contains("gear.yaml:6:35");
        assertThat(gateway.metric("switchgear_config_reload_failures_total")).isPositive();
        assertThat(gateway.metric("switchgear_config_last_reload_successful")).isZero();

        settings().dependencies(good, "crm: { url: '" + upstream.uri() + "' }");
        assertThat(gateway.reload().body()).contains("\"added\":[\"crm\"]");

        assertThat(gateway.get("/crm/x").statusCode()).isEqualTo(200);
        assertThat(gateway.admin("/health/ready").body()).doesNotContain("gear.yaml");
        assertThat(gateway.metric("switchgear_config_last_reload_successful")).isEqualTo(1);
        assertThat(gateway.metric("switchgear_config_last_reload_success_timestamp_seconds"))
            .isGreaterThan(lastSuccess);
      }
    }
  }

  @Test
  void missingFile_changesNothing() throws IOException {
    try (Upstream upstream = Upstream.thatAnswers()) {
      Path file = settings().dependencies("erp: { url: '" + upstream.uri() + "' }");
      try (RunningGateway gateway = RunningGateway.from(file)) {

        Files.delete(file);

        assertThat(gateway.reload().statusCode()).isEqualTo(422);
        assertThat(gateway.get("/erp/x").statusCode()).isEqualTo(200);
      }
    }
  }

  @Test
  void openAndForcedCircuits_stayAsTheyAre_underOtherSettings() {
    try (Upstream upstream = Upstream.that(ReloadIT::answer503)) {
      String url = "url: '" + upstream.uri() + "', ";
      String tripped = "breaker: { trip: { consecutiveFailures: 2 }, coolDown: 1h } }";
      Path file =
          settings()
              .dependencies(
                  "erp: { " + url + "key: { header: X-Api-Key }, " + tripped,
                  "crm: { " + url + tripped);
      try (RunningGateway gateway = RunningGateway.from(file)) {
        gateway.getWithKey("/erp/x", "a");
        gateway.getWithKey("/erp/x", "a");
        gateway.getWithKey("/erp/x", "b");
        gateway.order("/api/v1/circuits/crm/force-open", "{\"reason\":\"audit\"}");
        String other = "breaker: { trip: { consecutiveFailures: 3 }, coolDown: 2h } }";
        settings()
            .dependencies(
                "erp: { " + url + "key: { header: X-Api-Key }, keys: { maxKeys: 50 }, " + other,
                "crm: { " + url + other);

        assertThat(gateway.reload().statusCode()).isEqualTo(200);

        assertThat(outcome(gateway.getWithKey("/erp/x", "a"))).isEqualTo("rejected;reason=open");
        assertThat(outcome(gateway.get("/crm/x"))).isEqualTo("rejected;reason=forced-open");
        assertThat(outcome(gateway.getWithKey("/erp/x", "b"))).isEqualTo("primary");
        assertThat(outcome(gateway.getWithKey("/erp/x", "b"))).isEqualTo("primary");
        assertThat(outcome(gateway.getWithKey("/erp/x", "b")))
            .as("one failure before and two after make three")
            .isEqualTo("rejected;reason=open");
        assertThat(gateway.admin("/api/v1/circuits/crm").body()).contains("audit");
        assertThat(
                gateway.metric(
                    "switchgear_circuit_transitions_total{circuit=\"erp\","
                        + "from=\"closed\",to=\"open\"}"))
            .isEqualTo(2);
      }
    }
  }

  @Test
  void usedLimits_stayUsed_underOtherNumbers() {
    try (Upstream upstream = Upstream.thatAnswers()) {
      String url = "erp: { url: '" + upstream.uri() + "', rateLimit: ";
      Path file = settings().dependencies(url + "{ algorithm: fixedWindow, limit: 2/h } }");
      try (RunningGateway gateway = RunningGateway.from(file)) {
        gateway.get("/erp/x");
        gateway.get("/erp/x");
        settings().dependencies(url + "{ algorithm: fixedWindow, limit: 3/h } }");
        gateway.reload();

        assertThat(gateway.get("/erp/x").statusCode()).isEqualTo(200);
        assertThat(gateway.get("/erp/x").statusCode()).isEqualTo(429);

        settings().dependencies(url + "{ algorithm: slidingWindow, limit: 3/h } }");
        gateway.reload();
        assertThat(gateway.get("/erp/x").statusCode())
            .as("another algorithm begins anew")
            .isEqualTo(200);
      }
    }
  }

  @Test
  void callsUnderWay_endAsTheyBegan_whenTheirDependencyGoes() {
    Queue<HttpServerRequest> held = new ConcurrentLinkedQueue<>();
    try (Upstream upstream = Upstream.that(held::add);
        Upstream other = Upstream.thatAnswers()) {
      String places = "bulkhead: { maxConcurrent: 2, maxQueued: 0 }";
      Path file =
          settings()
              .dependencies(
                  "erp: { url: '" + upstream.uri() + "', " + places + " }",
                  "crm: { url: '" + upstream.uri() + "' }");
      try (RunningGateway gateway = RunningGateway.from(file)) {
        CompletableFuture<HttpResponse<String>> moved = getAsync(gateway, "/erp/x");
        CompletableFuture<HttpResponse<String>> removed = getAsync(gateway, "/crm/x");
        await().atMost(SOON).until(() -> held.size() == 2);
        settings()
            .dependencies("erp: { url: '" + other.uri() + "', bulkhead: { maxConcurrent: 1 } }");

        assertThat(gateway.reload().body()).contains("\"removed\":[\"crm\"]");

        assertThat(gateway.get("/crm/x").statusCode()).isEqualTo(404);
        assertThat(outcome(gateway.get("/erp/x")))
            .as("the call to the former url has the only place")
            .isEqualTo("rejected;reason=bulkhead-full");
        assertThat(gateway.admin("/metrics").body()).doesNotContain("circuit=\"crm\"");
        held.forEach(request -> request.response().end("late"));
        assertThat(moved.join().body()).isEqualTo("late");
        assertThat(removed.join().body()).isEqualTo("late");
        await().atMost(SOON).until(() -> gateway.get("/erp/x").body().equals("GET /x"));
        await().atMost(SOON).until(() -> upstream.open() == 0);
      }
    }
  }

  @Test
  void limitsOfClients_needARestart() {
    try (Upstream upstream = Upstream.thatAnswers()) {
      String dependencies = "dependencies:\n  erp: { url: '" + upstream.uri() + "' }\n";
      Path file = settings().dependencies("erp: { url: '" + upstream.uri() + "' }");
      try (RunningGateway gateway = RunningGateway.from(file)) {
        settings()
            .whole(
                "version: 1\nlisten: 127.0.0.1:0\nadmin: 127.0.0.1:0\n"
                    + "clients: { maxHeaders: 8KiB }\n"
                    + dependencies);

        assertThat(gateway.reload().body()).contains("'clients' needs a restart");
      }
    }
  }

  @Test
  void address_needsARestart_andTheRestIsInForce() {
    try (Upstream upstream = Upstream.thatAnswers()) {
      String dependencies = "dependencies:\n  erp: { url: '" + upstream.uri() + "' }\n";
      Path file = settings().dependencies("erp: { url: '" + upstream.uri() + "/v1' }");
      try (RunningGateway gateway = RunningGateway.from(file)) {
        settings().whole("version: 1\nlisten: 127.0.0.1:7\nadmin: 127.0.0.1:0\n" + dependencies);

        HttpResponse<String> answer = gateway.reload();

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).contains("'listen' needs a restart to become 127.0.0.1:7");
        assertThat(gateway.admin("/health/ready").body()).contains("'listen' needs a restart");
        assertThat(gateway.get("/erp/x").body()).isEqualTo("GET /x");
      }
    }
  }

  @Test
  void secretInAFile_isReadAgain() {
    Queue<String> seen = new ConcurrentLinkedQueue<>();
    try (Upstream upstream =
        Upstream.that(
            request -> {
              seen.add(request.getHeader("Authorization"));
              request.response().end("x");
            })) {
      settings().write("token", "first-token\n");
      Path file =
          settings()
              .dependencies(
                  "erp:",
                  "  url: '" + upstream.uri() + "'",
                  "  headers: { set: { Authorization: { file: token } } }");
      try (RunningGateway gateway = RunningGateway.from(file)) {
        gateway.get("/erp/x");
        settings().write("token", "second-token\n");

        await()
            .atMost(SOON)
            .until(
                () -> {
                  gateway.get("/erp/x");
                  return seen.contains("second-token");
                });

        assertThat(seen.peek()).isEqualTo("first-token");
      }
    }
  }

  @Test
  void session_staysWhereItIs() {
    try (Upstream a = Upstream.that(ReloadIT::answer503);
        Upstream b = Upstream.thatAnswers()) {
      String fallback =
          "fallback: [ { failover: { to: [ b ], affinity: { header: X-Session } } } ]";
      Path file =
          settings()
              .dependencies(
                  "a: { url: '" + a.uri() + "', " + fallback + " }",
                  "b: { url: '" + b.uri() + "' }");
      try (RunningGateway gateway = RunningGateway.from(file)) {
        gateway.send(gateway.request("/a/1").header("X-Session", "s"));
        settings()
            .dependencies(
                "a: { url: '" + a.uri() + "/v2', " + fallback + " }",
                "b: { url: '" + b.uri() + "/v2' }");
        gateway.reload();
        final int before = a.received();

        HttpResponse<String> answer =
            gateway.send(gateway.request("/a/1").header("X-Session", "s"));

        assertThat(answer.body()).isEqualTo("GET /v2/1");
        assertThat(outcome(answer)).isEqualTo("failover;to=b");
        assertThat(a.received()).isEqualTo(before);
      }
    }
  }

  @Test
  void config_showsWhatIsInForce_withoutSecrets() {
    try (Upstream upstream = Upstream.thatAnswers()) {
      String secret = ", headers: { set: { Authorization: s3cret-value } } }";
      Path file = settings().dependencies("erp: { url: '" + upstream.uri() + "'" + secret);
      try (RunningGateway gateway = RunningGateway.from(file)) {
        settings().dependencies("erp: { url: '" + upstream.uri() + "/v2'" + secret);
        gateway.reload();

        String shown = gateway.admin("/api/v1/config").body();

        JsonObject erp = new JsonObject(shown).getJsonObject("dependencies").getJsonObject("erp");
        assertThat(erp.getString("url")).isEqualTo(upstream.uri() + "/v2");
        assertThat(erp.getString("throttled")).isEqualTo("pace");
        assertThat(shown).doesNotContain("s3cret");
      }
    }
  }

  @Test
  void gatewayWithoutAFile_hasNothingToReload() {
    try (Upstream upstream = Upstream.thatAnswers();
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri())) {

      assertThat(gateway.reload().statusCode()).isEqualTo(409);
    }
  }

  private static CompletableFuture<HttpResponse<String>> getAsync(
      RunningGateway gateway, String path) {
    return gateway
        .client()
        .sendAsync(gateway.request(path).build(), HttpResponse.BodyHandlers.ofString());
  }

  private static void answer503(HttpServerRequest request) {
    request.response().setStatusCode(503).end("down");
  }

  private static String outcome(HttpResponse<String> answer) {
    return answer.headers().firstValue("Switchgear-Outcome").orElseThrow();
  }
}
