// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What circuits do to calls: the story of the invoice pipeline with shorter times. */
class CircuitIT {
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final String[] PER_KEY = {
    "key: { header: X-Api-Key }",
    "throttled: trip",
    "breaker: { trip: { consecutiveFailures: 5 }, coolDown: 1s, trialCalls: 1 }",
    "bulkhead: { maxConcurrent: 16, maxQueued: 100 }"
  };

  /** Throttles one key while told so, and counts what it gets of each key. */
  private static final class Throttling {
    private final AtomicBoolean throttles = new AtomicBoolean(true);
    private final Map<String, AtomicInteger> received = new ConcurrentHashMap<>();

    void handle(HttpServerRequest request) {
      String key = request.getHeader("X-Api-Key");
      received.computeIfAbsent(key, k -> new AtomicInteger()).incrementAndGet();
      boolean throttled = throttles.get() && key.equals("busy");
      request.response().setStatusCode(throttled ? 429 : 200).end();
    }

    int received(String key) {
      return received.getOrDefault(key, new AtomicInteger()).get();
    }
  }

  @Test
  void throttledKey_tripsAlone_isTriedOnceACoolDown_andRecovers() {
    Throttling api = new Throttling();
    try (Upstream upstream = Upstream.that(api::handle);
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri(), PER_KEY)) {
      Workers workers = new Workers(gateway, "busy");
      await().atMost(SOON).until(() -> reopened(gateway) >= 2);
      HttpResponse<String> calm = gateway.getWithKey("/erp/x", "calm");
      workers.stop();

      // Each trial reopened the circuit; the others were under way when it first opened.
      int beforeTheTrip = api.received("busy") - (int) reopened(gateway);
      assertThat(beforeTheTrip).isBetween(5, 5 + Workers.COUNT - 1);
      assertThat(calm.statusCode()).isEqualTo(200);

      api.throttles.set(false);
      await().atMost(SOON).until(() -> gateway.getWithKey("/erp/x", "busy").statusCode() == 200);
      assertThat(gateway.circuit().getJsonObject("keys").getLong("closed")).isEqualTo(2);
    }
  }

  private static double reopened(RunningGateway gateway) {
    return gateway.metric(
        "switchgear_circuit_transitions_total{circuit=\"erp\",from=\"half-open\",to=\"open\"}");
  }

  /** Workers that post as fast as they can. */
  private static final class Workers {
    static final int COUNT = 16;

    private final AtomicBoolean stopped = new AtomicBoolean();
    private final List<CompletableFuture<Void>> running = new ArrayList<>();

    Workers(RunningGateway gateway, String key) {
      for (int i = 0; i < COUNT; i++) {
        running.add(
            CompletableFuture.runAsync(() -> post(gateway, key), task -> new Thread(task).start()));
      }
    }

    private void post(RunningGateway gateway, String key) {
      while (!stopped.get()) {
        gateway.getWithKey("/erp/invoices", key);
      }
    }

    void stop() {
      stopped.set(true);
      running.forEach(CompletableFuture::join);
    }
  }

  @Test
  void rejection_costsNoCallAndSaysWhatToDo() {
    Throttling api = new Throttling();
    try (Upstream upstream = Upstream.that(api::handle);
        RunningGateway gateway =
            RunningGateway.inFrontOf(
                upstream.uri(),
                "key: { header: X-Api-Key }",
                "throttled: trip",
                "breaker: { trip: { consecutiveFailures: 5 }, coolDown: 60s }")) {
      for (int i = 0; i < 5; i++) {
        assertThat(gateway.getWithKey("/erp/x", "busy").statusCode()).isEqualTo(429);
      }

      HttpResponse<String> rejection = gateway.getWithKey("/erp/x", "busy");

      assertThat(api.received("busy")).isEqualTo(5);
      assertThat(rejection.statusCode()).isEqualTo(503);
      assertThat(rejection.headers().firstValue("Switchgear-Outcome"))
          .contains("rejected;reason=open");
      assertThat(rejection.headers().firstValueAsLong("Retry-After").orElseThrow())
          .isBetween(1L, 60L);
      assertThat(rejection.headers().firstValue("Content-Type"))
          .contains("application/problem+json");
      JsonObject problem = new JsonObject(rejection.body());
      assertThat(problem.getString("type"))
          .isEqualTo("https://iana.org/assignments/http-problem-types#temporary-reduced-capacity");
      assertThat(problem.getString("dependency")).isEqualTo("erp");
      assertThat(problem.getString("state")).isEqualTo("open");
      assertThat(problem.getString("reason")).isEqualTo("open");
      assertThat(problem.getString("key")).startsWith("key-");
      assertThat(problem.getLong("retryAfterMs")).isBetween(1L, 60_000L);
      assertThat(rejection.body()).doesNotContain("busy");
    }
  }

  @Test
  void serverError_countsAtTheHead() {
    try (Upstream upstream = Upstream.that(request -> request.response().setStatusCode(500).end());
        RunningGateway gateway =
            RunningGateway.inFrontOf(
                upstream.uri(), "breaker: { trip: { consecutiveFailures: 3 }, coolDown: 60s }")) {
      for (int i = 0; i < 3; i++) {
        assertThat(gateway.get("/erp/x").statusCode()).isEqualTo(500);
      }

      assertThat(gateway.get("/erp/x").statusCode()).isEqualTo(503);
      assertThat(upstream.received()).isEqualTo(3);
    }
  }

  @Test
  void queuedCalls_whenTheCircuitOpens_doNotReachTheDependency() {
    List<HttpServerRequest> held = new CopyOnWriteArrayList<>();
    try (Upstream upstream = Upstream.that(held::add);
        RunningGateway gateway =
            RunningGateway.inFrontOf(
                upstream.uri(),
                "breaker: { trip: { consecutiveFailures: 1 }, coolDown: 60s }",
                "bulkhead: { maxConcurrent: 1, maxQueued: 3, maxWait: 30s }")) {
      List<CompletableFuture<HttpResponse<String>>> calls = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        calls.add(
            gateway
                .client()
                .sendAsync(
                    gateway.request("/erp/" + i).build(), HttpResponse.BodyHandlers.ofString()));
      }
      // One of five finds the queue full: then one is with the dependency and three wait.
      await().atMost(SOON).until(() -> calls.stream().anyMatch(CompletableFuture::isDone));
      await().atMost(SOON).until(() -> held.size() == 1);

      upstream.vertx().runOnContext(nothing -> held.get(0).response().setStatusCode(500).end());
      List<Integer> statuses =
          calls.stream().map(call -> call.join().statusCode()).sorted().toList();

      assertThat(statuses).containsExactly(500, 503, 503, 503, 503);
      assertThat(upstream.received()).isEqualTo(1);
    }
  }

  @Test
  void bulkheadFull_isRefusedAndIsNoFailure() {
    List<HttpServerRequest> held = new CopyOnWriteArrayList<>();
    try (Upstream upstream = Upstream.that(held::add);
        RunningGateway gateway =
            RunningGateway.inFrontOf(
                upstream.uri(), "bulkhead: { maxConcurrent: 1, maxQueued: 0 }")) {
      var first =
          gateway
              .client()
              .sendAsync(gateway.request("/erp/1").build(), HttpResponse.BodyHandlers.ofString());
      await().atMost(SOON).until(() -> held.size() == 1);

      HttpResponse<String> second = gateway.get("/erp/2");
      upstream.vertx().runOnContext(nothing -> held.get(0).response().end("ok"));

      assertThat(second.statusCode()).isEqualTo(503);
      assertThat(second.headers().firstValue("Switchgear-Outcome"))
          .contains("rejected;reason=bulkhead-full");
      assertThat(first.join().statusCode()).isEqualTo(200);
      assertThat(gateway.calls("failure")).isZero();
      assertThat(gateway.permits("released")).as("refused before it took one").isZero();
    }
  }

  @Test
  void ownRateLimit_answers429AndTheCircuitDoesNotMove() {
    try (Upstream upstream = Upstream.thatAnswers();
        RunningGateway gateway =
            RunningGateway.inFrontOf(
                upstream.uri(),
                "breaker: { trip: { consecutiveFailures: 1 }, coolDown: 60s }",
                "rateLimit: { algorithm: tokenBucket, limit: 1/min, burst: 1 }")) {
      assertThat(gateway.get("/erp/1").statusCode()).isEqualTo(200);

      HttpResponse<String> limited = gateway.get("/erp/2");

      assertThat(limited.statusCode()).isEqualTo(429);
      assertThat(limited.headers().firstValueAsLong("Retry-After").orElseThrow())
          .isBetween(1L, 60L);
      assertThat(limited.headers().firstValue("RateLimit-Policy")).contains("\"default\";q=1;w=60");
      assertThat(limited.headers().firstValue("RateLimit").orElseThrow())
          .startsWith("\"default\";r=0;t=");
      assertThat(limited.headers().firstValue("X-RateLimit-Limit")).contains("1");
      assertThat(limited.headers().firstValue("X-RateLimit-Remaining")).contains("0");
      assertThat(limited.headers().firstValue("X-RateLimit-Reset")).isPresent();
      assertThat(limited.headers().firstValue("Switchgear-Outcome"))
          .contains("rejected;reason=rate-limited");
      assertThat(new JsonObject(limited.body()).getString("type")).endsWith("#quota-exceeded");
      assertThat(gateway.circuit().getString("state")).isEqualTo("closed");
      assertThat(gateway.metric("switchgear_rate_limited_total{circuit=\"erp\"}")).isEqualTo(1);
    }
  }
}
