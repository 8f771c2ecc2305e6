// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Clients that go away say nothing about the dependency, whenever they go. */
class ClientAbortIT {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final int ROUNDS = 40;
  private static final int CLIENTS = 32;

  @ParameterizedTest
  @CsvSource({"10, 10, true", "10, 4, true", "10, 10, false", "10, 4, false"})
  void manyClientsGoAtOnce_nothingCountsAsFailure(int length, int sent, boolean reset)
      throws IOException {
    try (Upstream upstream =
            Upstream.that(
                request ->
                    request
                        .body()
                        .onSuccess(
                            body -> request.response().putHeader("X-Seen", "yes").end("done")));
        RunningGateway gateway =
            RunningGateway.inFrontOf(
                upstream.uri(),
                "breaker: { trip: { consecutiveFailures: 1 }, coolDown: 1h }",
                "bulkhead: { maxConcurrent: 8, maxQueued: 100, maxWait: 5s }")) {
      for (int round = 0; round < ROUNDS; round++) {
        List<RawConnection> clients = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
          RawConnection client = RawConnection.to(gateway.data());
          client.sendHead("POST /erp/x HTTP/1.1", "Host: h", "Content-Length: " + length);
          client.send("x".repeat(sent));
          clients.add(client);
        }
        for (RawConnection client : clients) {
          if (reset) {
            client.abort();
          } else {
            client.close();
          }
        }
      }

      await().atMost(SOON).until(() -> gateway.get("/erp/x").statusCode() == 200);
      await()
          .atMost(SOON)
          .untilAsserted(
              () -> {
                long ended = gateway.permits("settled") + gateway.permits("released");
                assertThat(ended).isBetween(1L, 1L + ROUNDS * CLIENTS);
              });
      assertThat(gateway.circuit().getJsonObject("calls").getLong("failure")).isZero();
      assertThat(gateway.circuit().getString("state")).isEqualTo("closed");
    }
  }
}
