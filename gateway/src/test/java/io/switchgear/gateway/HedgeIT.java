// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.http.HttpServerRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Slow requests that are sent once more. */
class HedgeIT {
  private static final String HEDGE =
      "hedge: { after: 100ms, maxAttempts: 2, methods: [GET], budget: { ratio: 100% } }";

  /** Never answers the first request. */
  private static final class SlowFirst {
    private final List<HttpServerRequest> requests = new CopyOnWriteArrayList<>();

    void handle(HttpServerRequest request) {
      requests.add(request);
      if (requests.size() > 1) {
        request.response().end("second");
      }
    }
  }

  @Test
  void slowGet_isSentOnceMore_andTheSecondAnswerCounts() {
    SlowFirst api = new SlowFirst();
    try (Upstream upstream = Upstream.that(api::handle);
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri(), HEDGE)) {
      HttpResponse<String> answer = gateway.get("/erp/x");

      assertThat(answer.body()).isEqualTo("second");
      assertThat(upstream.received()).isEqualTo(2);
      assertThat(gateway.calls("failure")).isZero();
      assertThat(gateway.get("/erp/x").body()).isEqualTo("second");
    }
  }

  @Test
  void slowPost_isSentOnce() {
    try (Upstream upstream =
            Upstream.that(
                request ->
                    request.bodyHandler(body -> {}).connection().closeHandler(nothing -> {}));
        RunningGateway gateway =
            RunningGateway.inFrontOf(
                upstream.uri(), HEDGE, "timeout: { firstByte: 600ms, total: 5s }")) {
      HttpResponse<String> answer =
          gateway.send(gateway.request("/erp/x").POST(BodyPublishers.ofString("body")));

      assertThat(answer.statusCode()).isEqualTo(504);
      assertThat(upstream.received()).isOne();
    }
  }

  @ParameterizedTest
  @CsvSource({"404, 12", "404, 300000", "429, 300000", "500, 12", "500, 300000", "503, 300000"})
  void answerThatIsNoSuccess_isPassedOnWhole(int status, int length) {
    try (Upstream upstream =
            Upstream.that(
                request -> request.response().setStatusCode(status).end("x".repeat(length)));
        RunningGateway gateway =
            RunningGateway.inFrontOf(
                upstream.uri(),
                HEDGE,
                "throttled: ignore",
                "retry: { maxAttempts: 2, backoff: { initial: 1ms } }")) {
      HttpResponse<String> answer = gateway.get("/erp/x");

      assertThat(answer.statusCode()).isEqualTo(status);
      assertThat(answer.body()).hasSize(length);
    }
  }
}
