// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A pacer that learns from what a dependency says about its limit, before it is refused. */
class PacerIT {
  private static final String PACER =
      "rateLimit: { algorithm: adaptive, limit: 600/min, maxWait: 1s }";

  private static Upstream saying(int status, String left) {
    return Upstream.that(
        request ->
            request
                .response()
                .setStatusCode(status)
                .putHeader("X-RateLimit-Limit", "600")
                .putHeader("X-RateLimit-Remaining", left)
                .putHeader("X-RateLimit-Reset", "30")
                .end());
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 404, 500})
  void nothingLeft_holdsTheKeyBackUntilTheReset_andNoOther(int status) {
    try (Upstream upstream = saying(status, "0");
        RunningGateway gateway =
            RunningGateway.inFrontOf(upstream.uri(), "key: { header: X-Api-Key }", PACER)) {
      assertThat(gateway.getWithKey("/erp/x", "k1").statusCode()).isEqualTo(status);

      HttpResponse<String> refused = gateway.getWithKey("/erp/x", "k1");

      assertThat(refused.statusCode()).isEqualTo(429);
      assertThat(refused.headers().firstValue("Switchgear-Outcome"))
          .contains("rejected;reason=rate-limited");
      assertThat(refused.headers().firstValueAsLong("Retry-After").orElseThrow())
          .isBetween(1L, 30L);
      assertThat(gateway.getWithKey("/erp/x", "k2").statusCode()).isEqualTo(status);
      assertThat(upstream.received()).isEqualTo(2);
    }
  }

  @Test
  void somethingLeft_letsCallsThrough() {
    try (Upstream upstream = saying(200, "599");
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri(), PACER)) {
      for (int i = 0; i < 3; i++) {
        assertThat(gateway.get("/erp/x").statusCode()).isEqualTo(200);
      }
    }
  }
}
