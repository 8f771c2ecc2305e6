// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.switchgear.config.SwitchgearConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;

/** Addresses on which a gateway can't start. */
class StartIT {
  private static final String IN_USE =
      "another server of this process or another process uses the port.";

  @Test
  void start_portInUse_isOneSentence() throws IOException {
    try (ServerSocket taken = onAnyPort()) {
      assertStart("127.0.0.1", taken.getLocalPort(), "127.0.0.1", 0)
          .hasMessage(
              "Cannot listen on 127.0.0.1:%d (setting 'listen'): %s"
                  .formatted(taken.getLocalPort(), IN_USE));
    }
  }

  @Test
  void start_oneAddressForBoth_isRefused() throws IOException {
    int port = freePort();

    assertStart("127.0.0.1", port, "127.0.0.1", port)
        .hasMessage(
            "The settings 'listen' and 'admin' must not be the same address, but both are"
                + " 127.0.0.1:%d.",
            port);
  }

  @Test
  void start_oneAddressByTwoNames_isRefused() throws IOException {
    int port = freePort();

    assertStart("127.0.0.1", port, "localhost", port)
        .hasMessage("Cannot listen on localhost:%d (setting 'admin'): %s".formatted(port, IN_USE));
  }

  @Test
  void start_adminWithinAllInterfaces_isRefused() throws IOException {
    int port = freePort();

    assertStart("0.0.0.0", port, "127.0.0.1", port)
        .hasMessage("Cannot listen on 127.0.0.1:%d (setting 'admin'): %s".formatted(port, IN_USE));
  }

  private static AbstractThrowableAssert<?, ?> assertStart(
      String listen, int listenPort, String admin, int adminPort) {
    SwitchgearConfig config =
        SwitchgearConfig.parse(
                "test.yaml", "version: 1\ndependencies: { erp: { url: 'http://erp.example' } }\n")
            .listen(InetSocketAddress.createUnresolved(listen, listenPort))
            .admin(InetSocketAddress.createUnresolved(admin, adminPort));
    return assertThatThrownBy(
            () -> Gateway.start(config, GatewayOptions.standard()).get(30, TimeUnit.SECONDS))
        .cause()
        .isInstanceOf(GatewayStartException.class);
  }

  private static int freePort() throws IOException {
    try (ServerSocket free = onAnyPort()) {
      assertThat(free.getLocalPort()).isPositive();
      return free.getLocalPort();
    }
  }

  private static ServerSocket onAnyPort() throws IOException {
    return new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
  }
}
