// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.config.SwitchgearConfig;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An admin address that others reach, too. */
class AdminTokenIT {
  private static final String TOKEN = "3f1b9c7d55aa0e42";

  private final Upstream upstream = Upstream.thatAnswers();
  private final RunningGateway gateway =
      RunningGateway.start(
          GatewayOptions.standard(),
          """
          version: 1
          listen: 127.0.0.1:0
          admin: { address: 0.0.0.0:0, token: %s }
          dependencies: { erp: { url: %s } }
          """
              .formatted(TOKEN, upstream.uri()));

  @AfterEach
  void stop() {
    gateway.close();
    upstream.close();
  }

  private HttpResponse<String> get(String path, @Nullable String authorization) {
    HttpRequest.Builder request = HttpRequest.newBuilder(gateway.adminUri(path));
    return gateway.send(
        authorization == null ? request : request.header("Authorization", authorization));
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(
      strings = {"Bearer", "Bearer 3f1b9c7d55aa0e43", "Basic 3f1b9c7d55aa0e42", TOKEN, "Bearer  "})
  void requestWithoutTheToken_isRefusedAndDoesNothing(@Nullable String authorization) {
    HttpResponse<String> refusal = get("/api/v1/circuits", authorization);
    HttpRequest.Builder order =
        HttpRequest.newBuilder(gateway.adminUri("/api/v1/circuits/erp/force-open"))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString("{\"reason\":\"x\"}"));

    assertThat(refusal.statusCode()).isEqualTo(401);
    assertThat(refusal.headers().firstValue("WWW-Authenticate")).contains("Bearer");
    assertThat(refusal.body()).doesNotContain("erp").doesNotContain(TOKEN);
    assertThat(get("/metrics", authorization).statusCode()).isEqualTo(401);
    assertThat(gateway.send(order).statusCode()).isEqualTo(401);
    assertThat(get("/api/v1/circuits/erp", "Bearer " + TOKEN).body()).contains("\"closed\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Bearer " + TOKEN, "bearer  " + TOKEN})
  void requestWithTheToken_isAnswered(String authorization) {
    assertThat(get("/api/v1/circuits", authorization).statusCode()).isEqualTo(200);
    assertThat(get("/metrics", authorization).body()).contains("switchgear_circuit_keys");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/health/live", "/health/ready"})
  void health_needsNoToken(String path) {
    assertThat(get(path, null).statusCode()).isEqualTo(200);
  }

  @Test
  void token_isShownNowhere() {
    assertThat(
            SwitchgearConfig.parse(
                    "t",
                    "version: 1\nadmin: { address: 127.0.0.1:1, token: "
                        + TOKEN
                        + " }\ndependencies: { a: { url: http://a.example } }\n")
                .toString())
        .doesNotContain(TOKEN);
  }
}
