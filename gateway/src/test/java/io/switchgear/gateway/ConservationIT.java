// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;

/** No permit is lost, whatever happens to the calls. */
class ConservationIT {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final int CONNECTIONS = 64;
  private static final int REQUESTS_EACH = 157;

  @Test
  void tenThousandRequests_over64Connections_leakNoPermit() {
    try (Upstream upstream =
            Upstream.that(
                request -> {
                  int status = request.uri().endsWith("7") ? 500 : 200;
                  if (request.uri().endsWith("13")) {
                    request.connection().close();
                  } else {
                    request.response().setStatusCode(status).end("x");
                  }
                });
        RunningGateway gateway =
            RunningGateway.inFrontOf(
                upstream.uri(),
                "key: { header: X-Api-Key }",
                "breaker: { trip: { consecutiveFailures: 3 }, coolDown: 10ms }",
                "bulkhead: { maxConcurrent: 8, maxQueued: 30, maxWait: 5s }",
                "rateLimit: { algorithm: tokenBucket, limit: 100000/s, burst: 1000 }")) {
      LongAdder refusedLater = new LongAdder();
      List<CompletableFuture<Integer>> clients = new ArrayList<>();
      for (int i = 0; i < CONNECTIONS; i++) {
        int client = i;
        clients.add(
            CompletableFuture.supplyAsync(
                () -> requests(gateway, client, refusedLater), task -> new Thread(task).start()));
      }
      int answered = clients.stream().mapToInt(CompletableFuture::join).sum();

      assertThat(answered).isEqualTo(CONNECTIONS * REQUESTS_EACH);
      await()
          .atMost(SOON)
          .untilAsserted(
              () -> {
                JsonObject circuit = gateway.circuit();
                JsonObject permits = circuit.getJsonObject("permits");
                long settled = permits.getLong("settled");
                assertThat(settled).isPositive();
                assertThat(settled + circuit.getJsonObject("calls").getLong("rejected"))
                    .as("the circuit refused each request or got its result")
                    .isEqualTo(answered - refusedLater.sum());
              });
    }
  }

  private static int requests(RunningGateway gateway, int client, LongAdder refusedLater) {
    int answered = 0;
    try (RawConnection connection = RawConnection.to(gateway.data())) {
      for (int i = 0; i < REQUESTS_EACH; i++) {
        connection.sendHead("GET /erp/" + i + " HTTP/1.1", "Host: h", "X-Api-Key: k" + client % 5);
        String head = connection.readHead();
        connection.read(RawConnection.contentLength(head));
        if (head.contains("reason=bulkhead") || head.contains("reason=rate-limited")) {
          refusedLater.increment();
        }
        answered += head.startsWith("HTTP/1.1 ") ? 1 : 0;
      }
    } catch (IOException e) {
      throw new CompletionException(e);
    }
    return answered;
  }
}
