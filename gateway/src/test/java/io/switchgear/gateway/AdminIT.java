// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The operator's side. */
class AdminIT {
  private static final String KEYED = "key: { header: X-Api-Key }";

  @Test
  void forceOpen_rejectsEverythingUntilReset_andShowsWhoAndWhy() {
    try (Upstream upstream = Upstream.thatAnswers();
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri(), KEYED)) {
      HttpResponse<String> order =
          gateway.order(
              "/api/v1/circuits/erp/force-open",
              "{\"by\":\"ana\",\"reason\":\"partner maintenance\",\"for\":\"2h\"}");

      HttpResponse<String> rejected = gateway.getWithKey("/erp/x", "k1");
      JsonObject circuit = gateway.circuit();

      assertThat(order.statusCode()).isEqualTo(200);
      assertThat(rejected.statusCode()).isEqualTo(503);
      assertThat(rejected.headers().firstValue("Switchgear-Outcome"))
          .contains("rejected;reason=forced-open");
      assertThat(circuit.getString("state")).isEqualTo("forced-open");
      assertThat(circuit.getJsonObject("forced").getString("by")).isEqualTo("ana");
      assertThat(circuit.getJsonObject("forced").getString("reason"))
          .isEqualTo("partner maintenance");
      assertThat(circuit.getJsonObject("forced").getString("until")).isNotBlank();
      assertThat(gateway.admin("/health/ready").statusCode()).isEqualTo(200);
      assertThat(gateway.admin("/health/ready").body()).contains("forced-open");

      gateway.order("/api/v1/circuits/erp/reset", "{\"by\":\"ana\"}");

      assertThat(gateway.getWithKey("/erp/x", "k1").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void forceOpen_ofAKey_leavesTheOthersAlone_andNeverShowsTheKey() {
    try (Upstream upstream = Upstream.thatAnswers();
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri(), KEYED)) {
      gateway.order(
          "/api/v1/circuits/erp/force-open", "{\"key\":\"secret-1\",\"reason\":\"leaked\"}");

      assertThat(gateway.getWithKey("/erp/x", "secret-1").statusCode()).isEqualTo(503);
      assertThat(gateway.getWithKey("/erp/x", "secret-2").statusCode()).isEqualTo(200);
      String open = gateway.admin("/api/v1/circuits/erp/keys?state=forced-open").body();
      String label = new JsonObject(open).getJsonArray("items").getJsonObject(0).getString("key");
      assertThat(label).matches("key-[0-9a-f]{12}");
      String everything =
          open
              + gateway.admin("/api/v1/circuits").body()
              + gateway.admin("/metrics").body()
              + gateway.admin("/health/ready").body();
      assertThat(everything).doesNotContain("secret");

      gateway.order("/api/v1/circuits/erp/reset", "{\"key\":\"" + label + "\"}");

      assertThat(gateway.getWithKey("/erp/x", "secret-1").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void orderForAKey_showsTheCircuitOfTheKey() {
    try (Upstream upstream = Upstream.thatAnswers();
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri(), KEYED)) {

      JsonObject opened =
          new JsonObject(
              gateway
                  .order(
                      "/api/v1/circuits/erp/force-open",
                      "{\"key\":\"secret-1\",\"reason\":\"leaked\"}")
                  .body());
      JsonObject reset =
          new JsonObject(
              gateway.order("/api/v1/circuits/erp/reset", "{\"key\":\"secret-1\"}").body());
      JsonObject whole = new JsonObject(gateway.order("/api/v1/circuits/erp/reset", "{}").body());

      assertThat(opened.getString("state")).isEqualTo("closed");
      assertThat(opened.getJsonObject("keyCircuit").getString("state")).isEqualTo("forced-open");
      assertThat(opened.getJsonObject("keyCircuit").getString("key")).matches("key-[0-9a-f]{12}");
      assertThat(reset.getJsonObject("keyCircuit").getString("state")).isEqualTo("closed");
      assertThat(whole.containsKey("keyCircuit")).isFalse();
    }
  }

  @ParameterizedTest
  @CsvSource({"force-open", "reset"})
  void orderForALabelOfAnEarlierRun_isRefused(String action) {
    try (Upstream upstream = Upstream.thatAnswers();
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri(), KEYED)) {

      HttpResponse<String> answer =
          gateway.order(
              "/api/v1/circuits/erp/" + action,
              "{\"key\":\"key-0123456789ab\",\"reason\":\"leaked\"}");

      assertThat(answer.statusCode()).isEqualTo(404);
      assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
      assertThat(answer.body()).contains("labels change at each start");
      assertThat(gateway.admin("/api/v1/circuits/erp/keys").body()).contains("\"total\":0");
    }
  }

  @Test
  void orderForAKnownKeyInTheFormOfALabel_isCarriedOut() {
    try (Upstream upstream = Upstream.thatAnswers();
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri(), KEYED)) {
      gateway.getWithKey("/erp/x", "key-0123456789ab");

      gateway.order(
          "/api/v1/circuits/erp/force-open",
          "{\"key\":\"key-0123456789ab\",\"reason\":\"leaked\"}");

      assertThat(gateway.getWithKey("/erp/x", "key-0123456789ab").statusCode()).isEqualTo(503);
    }
  }

  @Test
  void keys_arePaged() {
    try (Upstream upstream = Upstream.thatAnswers();
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri(), KEYED)) {
      for (int i = 0; i < 7; i++) {
        gateway.getWithKey("/erp/x", "k" + i);
      }

      JsonObject page =
          new JsonObject(gateway.admin("/api/v1/circuits/erp/keys?offset=5&limit=5").body());

      assertThat(page.getInteger("total")).isEqualTo(7);
      assertThat(page.getJsonArray("items")).hasSize(2);
    }
  }

  @Test
  void metrics_haveEachSeriesFromTheStart() {
    try (Upstream upstream = Upstream.thatAnswers();
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri())) {
      gateway.get("/erp/x");

      String metrics = gateway.admin("/metrics").body();

      assertThat(metrics)
          .contains(
              "switchgear_circuit_transitions_total{circuit=\"erp\","
                  + "from=\"closed\",to=\"open\"}"
                  + " 0.0",
              "switchgear_circuit_transitions_total{circuit=\"erp\",from=\"open\",to=\"half-open\"}"
                  + " 0.0",
              "switchgear_circuit_keys{circuit=\"erp\",state=\"closed\"} 1.0",
              "switchgear_circuit_keys{circuit=\"erp\",state=\"open\"} 0.0",
              "switchgear_circuit_state_seconds_total{circuit=\"erp\",state=\"closed\"}",
              "switchgear_calls_total{circuit=\"erp\",verdict=\"success\"} 1.0",
              "switchgear_calls_total{circuit=\"erp\",verdict=\"rejected\"} 0.0",
              "switchgear_calls_total{circuit=\"erp\",verdict=\"late\"} 0.0",
              "switchgear_call_duration_seconds_bucket{circuit=\"erp\",le=\"+Inf\"} 1",
              "switchgear_call_duration_seconds_count{circuit=\"erp\"} 1",
              "switchgear_rate_limited_total{circuit=\"erp\"} 0.0");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "/api/v1/circuits/erp/force-open, {}, 400",
    "/api/v1/circuits/erp/force-open, '{\"reason\":\"x\",\"fro\":\"1h\"}', 400",
    "/api/v1/circuits/erp/force-open, '{\"reason\":\"x\",\"for\":\"soon\"}', 400",
    "/api/v1/circuits/erp/force-open, '{\"reason\":\"x\",\"key\":\"k\"}', 400",
    "/api/v1/circuits/erp/force-open, '{\"by\":\"ana\",\"reason\":\"a\\nb\"}', 400",
    "/api/v1/circuits/erp/force-open, '[1]', 400",
    "/api/v1/circuits/erp/reset, 'no json', 400",
    "/api/v1/circuits/erq/reset, {}, 404",
    "/api/v1/circuits/erp/explode, {}, 404",
    "/api/v1/circuits/erp, {}, 405",
    "/metrics, {}, 405",
  })
  void wrongOrder_isRefusedWithAProblem(String path, String body, int status) {
    try (Upstream upstream = Upstream.thatAnswers();
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri())) {

      HttpResponse<String> answer = gateway.order(path, body);

      assertThat(answer.statusCode()).isEqualTo(status);
      assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
      assertThat(gateway.circuit().getString("state")).isEqualTo("closed");
    }
  }

  @Test
  void unknownCircuit_namesTheNearest() {
    try (Upstream upstream = Upstream.thatAnswers();
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri())) {

      assertThat(gateway.admin("/api/v1/circuits/epr").body()).contains("did you mean 'erp'?");
    }
  }

  @Test
  void orderOfAWebPage_isRefused() throws IOException {
    try (Upstream upstream = Upstream.thatAnswers();
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri())) {
      HttpResponse<String> form =
          gateway.send(
              HttpRequest.newBuilder(gateway.adminUri("/api/v1/circuits/erp/force-open"))
                  .header("Content-Type", "text/plain")
                  .POST(HttpRequest.BodyPublishers.ofString("{\"reason\":\"x\"}")));
      InetSocketAddress admin =
          new InetSocketAddress(
              InetAddress.getLoopbackAddress(), gateway.gateway().adminAddress().getPort());
      String rebound;
      try (RawConnection page = RawConnection.to(admin)) {
        rebound = page.sendHead("GET /api/v1/circuits HTTP/1.1", "Host: evil.example").readHead();
      }

      assertThat(form.statusCode()).isEqualTo(415);
      assertThat(rebound).startsWith("HTTP/1.1 421");
    }
  }

  @Test
  void bodyOverTheLimit_isRefused() {
    try (Upstream upstream = Upstream.thatAnswers();
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri())) {

      HttpResponse<String> answer =
          gateway.order("/api/v1/circuits/erp/reset", " ".repeat(64 * 1024 + 1));

      assertThat(answer.statusCode()).isEqualTo(413);
    }
  }

  @ParameterizedTest
  @CsvSource({"http://elsewhere.example, 403", "null, 403", ", 200"})
  void order_ofAPageOfAnotherOrigin_isRefused(String origin, int status) {
    try (Upstream upstream = Upstream.thatAnswers();
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri())) {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(gateway.adminUri("/api/v1/circuits/erp/reset"))
              .header("Content-Type", "application/json")
              .POST(HttpRequest.BodyPublishers.ofString("{}"));
      if (origin != null) {
        request.header("Origin", origin);
      }

      assertThat(gateway.send(request).statusCode()).isEqualTo(status);
    }
  }

  @Test
  void disable_admitsEverything_andMetricsOnlyShowsWhatWouldBe() {
    try (Upstream upstream =
            Upstream.that(request -> request.response().setStatusCode(503).end("down"));
        RunningGateway gateway =
            RunningGateway.inFrontOf(
                upstream.uri(), KEYED, "breaker: { trip: { consecutiveFailures: 1 } }")) {
      gateway.order("/api/v1/circuits/erp/disable", "{\"key\":\"k1\",\"reason\":\"drill\"}");
      gateway.getWithKey("/erp/x", "k1");
      final HttpResponse<String> admitted = gateway.getWithKey("/erp/x", "k1");

      HttpResponse<String> measured =
          gateway.order(
              "/api/v1/circuits/erp/metrics-only", "{\"key\":\"k2\",\"reason\":\"drill\"}");
      gateway.getWithKey("/erp/x", "k2");
      gateway.getWithKey("/erp/x", "k2");

      assertThat(admitted.headers().firstValue("Switchgear-Outcome")).contains("primary");
      assertThat(new JsonObject(measured.body()).getJsonObject("keyCircuit").getString("state"))
          .isEqualTo("metrics-only");
      assertThat(gateway.admin("/api/v1/circuits/erp/keys?state=metrics-only").body())
          .contains("would be OPEN");
      assertThat(upstream.received()).isEqualTo(4);
      assertThat(
              gateway.metric(
                  "switchgear_circuit_transitions_total{circuit=\"erp\","
                      + "from=\"closed\",to=\"disabled\"}"))
          .isEqualTo(1);

      gateway.order("/api/v1/circuits/erp/reset", "{\"key\":\"k1\"}");
      gateway.getWithKey("/erp/x", "k1");
      assertThat(gateway.getWithKey("/erp/x", "k1").headers().firstValue("Switchgear-Outcome"))
          .contains("rejected;reason=open");
    }
  }

  @ParameterizedTest
  @CsvSource({"force-open, 400", "disable, 400", "metrics-only, 400", "reset, 200", "open, 404"})
  void order_withoutAReason_isRefusedUnlessItIsTheReset(String action, int status) {
    try (Upstream upstream = Upstream.thatAnswers();
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri())) {

      assertThat(gateway.order("/api/v1/circuits/erp/" + action, "{}").statusCode())
          .isEqualTo(status);
    }
  }
}
