// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** How a gateway stops. */
class StopIT {

  @Test
  void close_withIdleKeepAliveConnections_isQuick() {
    try (Upstream upstream = Upstream.thatAnswers()) {
      RunningGateway gateway =
          RunningGateway.start(
              GatewayOptions.standard().stopTimeout(Duration.ofMinutes(2)), upstream.uri());
      gateway.get("/erp/x");

      assertThat(gateway.gateway().close().orTimeout(30, TimeUnit.SECONDS))
          .succeedsWithin(Duration.ofSeconds(30));
    }
  }
}
