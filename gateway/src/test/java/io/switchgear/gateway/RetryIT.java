// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that are sent more than once, and those that aren't. */
class RetryIT {
  private static final String RETRY =
      "retry: { maxAttempts: 3, backoff: { initial: 1ms, jitter: none } }";

  /** Fails the first requests with a status and keeps the bodies of all. */
  private static final class Flaky {
    private final AtomicInteger failures;
    private final int status;
    private final String body;
    private final List<String> bodies = new CopyOnWriteArrayList<>();
    private final List<String> keys = new CopyOnWriteArrayList<>();

    Flaky(int failures, int status, String body) {
      this.failures = new AtomicInteger(failures);
      this.status = status;
      this.body = body;
    }

    void handle(HttpServerRequest request) {
      keys.add(String.valueOf(request.getHeader("Idempotency-Key")));
      request
          .body()
          .onSuccess(
              received -> {
                bodies.add(received.toString());
                boolean fails = failures.getAndDecrement() > 0;
                request.response().setStatusCode(fails ? status : 200).end(fails ? body : "ok");
              });
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {500, 503, 429})
  void failedGet_isSentAgain_andTheOutcomeSaysSo(int status) {
    Flaky api = new Flaky(2, status, "down");
    try (Upstream upstream = Upstream.that(api::handle);
        RunningGateway gateway =
            RunningGateway.inFrontOf(upstream.uri(), RETRY, "throttled: ignore")) {
      HttpResponse<String> answer = gateway.get("/erp/x");

      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.body()).isEqualTo("ok");
      assertThat(answer.headers().firstValue("Switchgear-Outcome")).contains("retry;attempts=3");
      assertThat(answer.headers().firstValue("x-should-retry")).isEmpty();
      assertThat(upstream.received()).isEqualTo(3);
      assertThat(upstream.connections()).isOne();
      assertThat(retries(gateway, "success")).isOne();
      assertThat(retries(gateway, status == 429 ? "throttled" : "failure")).isOne();
    }
  }

  private static double retries(RunningGateway gateway, String result) {
    return gateway.metric(
        "switchgear_retries_total{circuit=\"erp\",result=\"%s\"}".formatted(result));
  }

  @Test
  void budgetThatIsUsedUp_showsInTheMetrics() {
    Flaky api = new Flaky(99, 503, "down");
    try (Upstream upstream = Upstream.that(api::handle);
        RunningGateway gateway =
            RunningGateway.inFrontOf(
                upstream.uri(),
                "retry: { maxAttempts: 2, backoff: { initial: 1ms, jitter: none },"
                    + " budget: { ratio: 10%, minPerSecond: 0 } }")) {
      gateway.get("/erp/x");

      assertThat(upstream.received()).isOne();
      assertThat(retries(gateway, "over-budget")).isOne();
      assertThat(retries(gateway, "failure")).isZero();
    }
  }

  @Test
  void lastFailure_isPassedOnWithItsBody_andClientsAreToldNotToRetry() {
    Flaky api = new Flaky(9, 503, "the dependency's own words");
    try (Upstream upstream = Upstream.that(api::handle);
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri(), RETRY)) {
      HttpResponse<String> answer = gateway.get("/erp/x");

      assertThat(answer.statusCode()).isEqualTo(503);
      assertThat(answer.body()).isEqualTo("the dependency's own words");
      assertThat(answer.headers().firstValue("x-should-retry")).contains("false");
      assertThat(upstream.received()).isEqualTo(3);
    }
  }

  @Test
  void hugeFailure_isReplacedByTheNextAnswer() {
    Flaky api = new Flaky(1, 500, "x".repeat(300_000));
    try (Upstream upstream = Upstream.that(api::handle);
        RunningGateway gateway =
            RunningGateway.inFrontOf(
                upstream.uri(), RETRY, "bulkhead: { maxConcurrent: 1, maxQueued: 0 }")) {
      assertThat(gateway.get("/erp/x").body()).isEqualTo("ok");
      assertThat(gateway.get("/erp/x").body()).isEqualTo("ok");
    }
  }

  @Test
  void hugeFailure_thatIsTheLast_isPassedOnWhole() {
    String huge = "x".repeat(300_000);
    Flaky api = new Flaky(9, 500, huge);
    try (Upstream upstream = Upstream.that(api::handle);
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri(), RETRY)) {
      assertThat(gateway.get("/erp/x").body()).isEqualTo(huge);
      assertThat(upstream.received()).isEqualTo(3);
    }
  }

  @ParameterizedTest
  @CsvSource({"POST, 1", "PATCH, 1", "PUT, 3", "DELETE, 3"})
  void method_decidesWhetherARequestMayBeSentAgain(String method, int attempts) {
    Flaky api = new Flaky(9, 503, "down");
    try (Upstream upstream = Upstream.that(api::handle);
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri(), RETRY)) {
      gateway.send(
          gateway.request("/erp/x").method(method, HttpRequest.BodyPublishers.ofString("body")));

      assertThat(api.bodies).hasSize(attempts).containsOnly("body");
    }
  }

  @Test
  void postWithAnIdempotencyKey_isSentAgainWithTheSameKey() {
    Flaky api = new Flaky(2, 503, "down");
    try (Upstream upstream = Upstream.that(api::handle);
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri(), RETRY)) {
      HttpResponse<String> answer =
          gateway.send(
              gateway
                  .request("/erp/x")
                  .header("Idempotency-Key", "invoice-7")
                  .POST(HttpRequest.BodyPublishers.ofString("body")));

      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(api.keys).containsExactly("invoice-7", "invoice-7", "invoice-7");
    }
  }

  @Test
  void mintedIdempotencyKey_staysTheSameOverTheAttemptsOfARequest() {
    Flaky api = new Flaky(1, 503, "down");
    try (Upstream upstream = Upstream.that(api::handle);
        RunningGateway gateway =
            RunningGateway.inFrontOf(
                upstream.uri(),
                "retry: { maxAttempts: 3, backoff: { initial: 1ms }, idempotencyKeys: mint }")) {
      var post = gateway.request("/erp/x").POST(HttpRequest.BodyPublishers.ofString("body"));
      gateway.send(post);
      gateway.send(post);

      assertThat(api.keys).hasSize(3).doesNotContain("null");
      assertThat(api.keys.get(0)).isEqualTo(api.keys.get(1)).isNotEqualTo(api.keys.get(2));
    }
  }

  @Test
  void bodyThatIsTooLongToKeep_isSentOnce() {
    Flaky api = new Flaky(1, 503, "down");
    try (Upstream upstream = Upstream.that(api::handle);
        RunningGateway gateway =
            RunningGateway.inFrontOf(upstream.uri(), RETRY, "replayBody: 1KiB")) {
      HttpResponse<String> answer =
          gateway.send(
              gateway
                  .request("/erp/x")
                  .PUT(HttpRequest.BodyPublishers.ofString("x".repeat(5_000))));

      assertThat(answer.statusCode()).isEqualTo(503);
      assertThat(api.bodies).containsExactly("x".repeat(5_000));
    }
  }

  @Test
  void postThatNeverReachedTheDependency_isTriedAgain() throws IOException {
    URI nobody;
    try (ServerSocket socket = new ServerSocket(0)) {
      nobody = URI.create("http://127.0.0.1:" + socket.getLocalPort());
    }
    try (RunningGateway gateway = RunningGateway.inFrontOf(nobody, RETRY)) {
      HttpResponse<String> answer =
          gateway.send(gateway.request("/erp/x").POST(HttpRequest.BodyPublishers.ofString("body")));

      assertThat(answer.statusCode()).isEqualTo(502);
      assertThat(gateway.calls("failure")).isEqualTo(3);
    }
  }

  @Test
  void caseH7_oneRetryOwner_threeCallsWhateverTheClientWouldDo() {
    Flaky api = new Flaky(9, 503, "down");
    try (Upstream upstream = Upstream.that(api::handle);
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri(), RETRY)) {
      int sent = 0;
      HttpResponse<String> answer;
      do {
        answer = gateway.get("/erp/x");
        sent++;
      } while (sent < 3
          && !answer.headers().firstValue("x-should-retry").orElse("").equals("false"));

      assertThat(upstream.received()).isEqualTo(3);
    }
  }

  @Test
  void retries_endWhenTheCircuitOpens() {
    Flaky api = new Flaky(99, 500, "down");
    try (Upstream upstream = Upstream.that(api::handle);
        RunningGateway gateway =
            RunningGateway.inFrontOf(
                upstream.uri(),
                "retry: { maxAttempts: 9, backoff: { initial: 1ms } }",
                "breaker: { trip: { consecutiveFailures: 2 }, coolDown: 60s }")) {
      HttpResponse<String> answer = gateway.get("/erp/x");

      assertThat(answer.statusCode()).isEqualTo(500);
      assertThat(upstream.received()).isEqualTo(2);
      assertThat(gateway.get("/erp/x").statusCode()).isEqualTo(503);
    }
  }

  @Test
  void operations_haveCircuitsOfTheirOwn() {
    try (Upstream upstream =
            Upstream.that(
                request ->
                    request
                        .response()
                        .setStatusCode(request.method().name().equals("POST") ? 500 : 200)
                        .end());
        RunningGateway gateway =
            RunningGateway.inFrontOf(
                upstream.uri(),
                "breaker: { trip: { consecutiveFailures: 1 }, coolDown: 60s }",
                "operations: [ { name: read, match: { methods: [GET] } } ]")) {
      var post = gateway.request("/erp/x").POST(HttpRequest.BodyPublishers.noBody());
      assertThat(gateway.send(post).statusCode()).isEqualTo(500);

      assertThat(gateway.send(post).statusCode()).isEqualTo(503);
      assertThat(gateway.get("/erp/x").statusCode()).isEqualTo(200);
      assertThat(gateway.circuit().getString("state")).isEqualTo("open");
      assertThat(gateway.admin("/api/v1/circuits/erp%2Fread").body()).contains("\"closed\"");
      assertThat(gateway.metric("switchgear_calls_total{circuit=\"erp/read\",verdict=\"success\"}"))
          .isEqualTo(1);
    }
  }
}
