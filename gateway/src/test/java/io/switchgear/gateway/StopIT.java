// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** How a gateway stops. */
class StopIT {
  private static final Duration LONG = Duration.ofMinutes(2);
  private static final Duration SOON = Duration.ofSeconds(30);

  @Test
  void close_withIdleKeepAliveConnections_isQuick() {
    try (Upstream upstream = Upstream.thatAnswers()) {
      RunningGateway gateway =
          RunningGateway.start(GatewayOptions.standard().stopTimeout(LONG), upstream.uri());
      gateway.get("/erp/x");

      assertThat(gateway.gateway().close()).succeedsWithin(SOON);
    }
  }

  @Test
  void close_withACallUnderWay_finishesIt() {
    CompletableFuture<HttpServerRequest> held = new CompletableFuture<>();
    try (Upstream upstream = Upstream.that(held::complete)) {
      RunningGateway gateway =
          RunningGateway.start(GatewayOptions.standard().stopTimeout(LONG), upstream.uri());
      CompletableFuture<HttpResponse<String>> call =
          gateway
              .client()
              .sendAsync(gateway.request("/erp/x").build(), HttpResponse.BodyHandlers.ofString());
      await().atMost(SOON).until(held::isDone);

      CompletableFuture<Void> closed = gateway.gateway().close();
      await()
          .atMost(SOON)
          .untilAsserted(
              () -> assertThat(gateway.admin("/health/ready").statusCode()).isEqualTo(503));
      assertThat(gateway.admin("/health/live").statusCode()).isEqualTo(200);
      await().atMost(SOON).untilAsserted(() -> assertThat(refuses(gateway)).isTrue());
      upstream.vertx().runOnContext(nothing -> held.join().response().end("done"));

      assertThat(call).succeedsWithin(SOON).extracting(HttpResponse::body).isEqualTo("done");
      assertThat(closed).succeedsWithin(SOON);
    }
  }

  private static boolean refuses(RunningGateway gateway) throws IOException {
    try {
      RawConnection.to(gateway.data()).close();
      return false;
    } catch (ConnectException e) {
      return true;
    }
  }

  @Test
  void close_withACallThatDoesNotEnd_cutsItAfterTheBound() {
    CompletableFuture<HttpServerRequest> held = new CompletableFuture<>();
    try (Upstream upstream = Upstream.that(held::complete)) {
      RunningGateway gateway =
          RunningGateway.start(
              GatewayOptions.standard().stopTimeout(Duration.ofMillis(200)), upstream.uri());
      CompletableFuture<HttpResponse<String>> call =
          gateway
              .client()
              .sendAsync(gateway.request("/erp/x").build(), HttpResponse.BodyHandlers.ofString());
      await().atMost(SOON).until(held::isDone);

      assertThat(gateway.gateway().close()).succeedsWithin(SOON);
      assertThat(call).failsWithin(SOON);
    }
  }
}
