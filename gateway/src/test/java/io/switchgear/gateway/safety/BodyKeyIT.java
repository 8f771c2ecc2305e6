// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.safety;

import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.gateway.RawConnection;
import io.switchgear.gateway.RunningGateway;
import io.switchgear.gateway.safety.StrictRequests.Received;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys that are in the body: each has its circuit, and the body arrives as it was sent. */
class BodyKeyIT {
  private static final String KEY = "key: { jsonBody: { pointer: /user/id, maxBody: 1KiB } }";
  private static final String BREAKER =
      "breaker: { trip: { consecutiveFailures: 1 }, coolDown: 1h }";

  /** Fails for bodies that say so. */
  private static RecordingServer upstream() throws IOException {
    return RecordingServer.that(
        (request, out) -> {
          String status = request.body().contains("fail") ? "500 Bad" : "200 OK";
          out.write(RecordingServer.latin1("HTTP/1.1 " + status + "\r\nContent-Length: 0\r\n\r\n"));
        });
  }

  private static int post(RunningGateway gateway, String body) {
    HttpResponse<String> answer =
        gateway.send(gateway.request("/erp/x").POST(HttpRequest.BodyPublishers.ofString(body)));
    return answer.statusCode();
  }

  @Test
  void failingKey_opensItsCircuitAlone() throws IOException {
    try (RecordingServer upstream = upstream();
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri(), KEY, BREAKER)) {

      assertThat(post(gateway, "{\"user\":{\"id\":\"a\"},\"x\":\"fail\"}")).isEqualTo(500);

      assertThat(post(gateway, "{ \"user\" : {\"id\":\"\\u0061\"}}")).isEqualTo(503);
      assertThat(post(gateway, "{\"user\":{\"id\":\"b\"}}")).isEqualTo(200);
      assertThat(gateway.get("/erp/x").statusCode()).isEqualTo(200);
      assertThat(upstream.requests()).hasSize(3);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "no json",
        "{\"user\":{\"id\":\"a\"}",
        "{\"user\":{\"id\":null}}",
        "{\"user\":{\"id\":{\"a\":1}}}",
        "{\"id\":\"a\"}"
      })
  void bodyWithoutTheKey_hasTheCircuitOfCallsWithoutKey(String body) throws IOException {
    try (RecordingServer upstream = upstream();
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri(), KEY, BREAKER)) {
      String deep = "[".repeat(400) + "fail";
      String tooLong = "{\"user\":{\"id\":\"a\"},\"x\":\"" + "y".repeat(1_024) + "\"}";
      assertThat(post(gateway, deep)).isEqualTo(500);

      assertThat(post(gateway, body)).isEqualTo(503);
      assertThat(post(gateway, tooLong)).isEqualTo(503);
      assertThat(gateway.get("/erp/x").statusCode()).isEqualTo(503);
      assertThat(post(gateway, "{\"user\":{\"id\":\"a\"}}")).isEqualTo(200);
      assertThat(gateway.admin("/api/v1/circuits").body()).contains("(none)");
    }
  }

  @Test
  void bodies_ofAnyLengthAndForm_arriveWhole() throws IOException {
    String small = "{\"user\":{\"id\":\"a\"}}";
    String large = "{\"user\":{\"id\":\"a\"},\"x\":\"" + "y".repeat(300_000) + "\"}";
    try (RecordingServer upstream = upstream();
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri(), KEY, BREAKER);
        RawConnection client = RawConnection.to(gateway.data())) {
      for (String body : new String[] {small, large}) {
        client.sendHead("POST /erp/x HTTP/1.1", "Host: h", "Content-Length: " + body.length());
        for (int i = 0; i < small.length(); i++) {
          client.send(body.substring(i, i + 1));
        }
        client.send(body.substring(small.length()));
        assertThat(client.readHead()).startsWith("HTTP/1.1 200");

        client.sendHead("POST /erp/x HTTP/1.1", "Host: h", "Transfer-Encoding: chunked");
        client.send(Integer.toHexString(body.length()) + "\r\n" + body + "\r\n0\r\n\r\n");
        assertThat(client.readHead()).startsWith("HTTP/1.1 200");

        client.sendHead(
            "POST /erp/x HTTP/1.1",
            "Host: h",
            "Expect: 100-continue",
            "Content-Length: " + body.length());
        assertThat(client.readHead()).startsWith("HTTP/1.1 100");
        client.send(body);
        assertThat(client.readHead()).startsWith("HTTP/1.1 200");
      }

      assertThat(upstream.requests())
          .extracting(Received::body)
          .containsExactly(small, small, small, large, large, large);
      assertThat(upstream.faults()).isEmpty();
    }
  }
}
