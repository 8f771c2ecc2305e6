// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Circuits whose dependency is asked for its health while they are open. */
class HealthProbeIT {
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final String FALSE_TRIPS = "switchgear_false_trips_total{circuit=\"erp\"}";

  private static String breaker(String probe) {
    return "breaker: { trip: { consecutiveFailures: 1 }, coolDown: 1h, healthProbe: { %s } }"
        .formatted(probe);
  }

  /** Fails all calls; what it says of its health is another matter. */
  private static final class Sick {
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final AtomicInteger unhealthyAnswers;

    Sick(int unhealthyAnswers) {
      this.unhealthyAnswers = new AtomicInteger(unhealthyAnswers);
    }

    void handle(HttpServerRequest request) {
      boolean probe = request.path().equals("/base/health");
      if (probe) {
        asked.add(request.method() + " " + request.uri() + " " + request.getHeader("X-Token"));
      }
      boolean healthy = probe && unhealthyAnswers.getAndDecrement() <= 0;
      request.response().setStatusCode(healthy ? 200 : 503).end();
    }
  }

  @Test
  void healthyRightAfterTheTrip_endsTheOpenStateEarly_andIsASuspectedFalseTrip() {
    Sick api = new Sick(0);
    try (Upstream upstream = Upstream.that(api::handle);
        RunningGateway gateway =
            RunningGateway.inFrontOf(
                upstream.uri().resolve("/base"),
                "headers: { set: { X-Token: t } }",
                breaker("path: /health?deep=1, interval: 50ms"))) {
      gateway.get("/erp/x");

      await().atMost(SOON).until(() -> gateway.metric(FALSE_TRIPS) == 1);

      assertThat(gateway.circuit().getString("state")).isEqualTo("half-open");
      assertThat(api.asked).containsExactly("GET /base/health?deep=1 t");
      assertThat(gateway.calls("failure")).isOne();
      assertThat(gateway.calls("success")).isZero();
      assertThat(gateway.metric("switchgear_call_duration_seconds_count{circuit=\"erp\"}")).isOne();
      await().atMost(SOON).until(() -> upstream.open() == 1);
    }
  }

  @Test
  void healthyLater_endsTheOpenStateEarly_butTheTripWasRight() {
    Sick api = new Sick(2);
    try (Upstream upstream = Upstream.that(api::handle);
        RunningGateway gateway =
            RunningGateway.inFrontOf(
                upstream.uri().resolve("/base"), breaker("path: /health, interval: 50ms"))) {
      gateway.get("/erp/x");

      await().atMost(SOON).until(() -> gateway.circuit().getString("state").equals("half-open"));

      assertThat(api.asked).hasSize(3);
      assertThat(gateway.metric(FALSE_TRIPS)).isZero();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "404, success, open",
    "404, '[success, ignored]', half-open",
    "204, success, half-open"
  })
  void verdicts_decideWhatPasses(int status, String verdicts, String state) {
    AtomicInteger asked = new AtomicInteger();
    try (Upstream upstream =
            Upstream.that(
                request -> {
                  boolean probe = request.path().equals("/health");
                  asked.addAndGet(probe ? 1 : 0);
                  request.response().setStatusCode(probe ? status : 500).end();
                });
        RunningGateway gateway =
            RunningGateway.inFrontOf(
                upstream.uri(), breaker("path: /health, interval: 50ms, verdicts: " + verdicts))) {
      gateway.get("/erp/x");

      await().atMost(SOON).until(() -> asked.get() >= (state.equals("open") ? 3 : 1));
      await().atMost(SOON).until(() -> gateway.circuit().getString("state").equals(state));
    }
  }

  @Test
  void silentDependency_isAskedAgainAfterTheTimeout_andTheConnectionIsClosed() {
    AtomicInteger asked = new AtomicInteger();
    try (Upstream upstream =
            Upstream.that(
                request -> {
                  if (request.path().equals("/health")) {
                    asked.incrementAndGet();
                  } else {
                    request.response().setStatusCode(500).end();
                  }
                });
        RunningGateway gateway =
            RunningGateway.inFrontOf(
                upstream.uri(), breaker("path: /health, interval: 10s, timeout: 100ms"))) {
      gateway.get("/erp/x");
      await().atMost(SOON).until(() -> asked.get() == 1);

      await().atMost(Duration.ofSeconds(8)).until(() -> upstream.open() == 1);

      assertThat(gateway.circuit().getString("state")).isEqualTo("open");
      assertThat(gateway.metric(FALSE_TRIPS)).isZero();
    }
  }

  @Test
  void manyKeysThatAreOpen_areAskedForTogether() {
    Sick api = new Sick(Integer.MAX_VALUE);
    try (Upstream upstream = Upstream.that(api::handle);
        RunningGateway gateway =
            RunningGateway.inFrontOf(
                upstream.uri().resolve("/base"),
                "key: { header: X-Api-Key }",
                breaker("path: /health, interval: 1m"))) {
      for (int key = 0; key < 100; key++) {
        gateway.getWithKey("/erp/x", "key" + key);
      }

      assertThat(gateway.circuit().getJsonObject("keys").getInteger("open")).isEqualTo(100);
      // One at once, the others a second apart, however long the calls took here.
      assertThat(api.asked).hasSizeLessThan(30);
    }
  }
}
