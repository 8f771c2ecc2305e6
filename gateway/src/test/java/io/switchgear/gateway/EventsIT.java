// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What happens, as it happens. */
class EventsIT {
  @TempDir private Path folder;

  @Test
  void transitionsOrdersAndReloads_areToldInOrder() throws IOException {
    try (Upstream upstream =
        Upstream.that(request -> request.response().setStatusCode(503).end("down"))) {
      SettingsFolder settings = new SettingsFolder(folder);
      String keyed =
          ", key: { header: X-Api-Key }, breaker: { trip: { consecutiveFailures: 1 } } }";
      Path file = settings.dependencies("erp: { url: '" + upstream.uri() + "'" + keyed);
      try (RunningGateway gateway = RunningGateway.from(file);
          RawConnection client = listen(gateway)) {
        gateway.getWithKey("/erp/x", "secret-1");
        gateway.order(
            "/api/v1/circuits/erp/disable", "{\"by\":\"ana\",\"reason\":\"drill\",\"for\":\"1m\"}");
        gateway.reload();
        settings.whole("version: 2");
        gateway.reload();

        assertThat(client.readEvent("transition"))
            .contains("\"circuit\":\"erp\"", "\"key\":\"key-", "\"to\":\"open\"")
            .doesNotContain("secret-1");
        assertThat(client.readEvent("order"))
            .contains("\"action\":\"disable\"", "\"by\":\"ana\"", "\"forMs\":60000");
        assertThat(client.readEvent("transition")).contains("\"to\":\"disabled\"");
        assertThat(client.readEvent("reload")).contains("\"result\":\"success\"");
        assertThat(client.readEvent("reload")).contains("\"result\":\"failure\"", "gear.yaml:1:10");
      }
    }
  }

  @Test
  void readers_areBounded() throws IOException {
    try (Upstream upstream = Upstream.thatAnswers();
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri())) {
      RawConnection[] readers = new RawConnection[32];
      try {
        for (int i = 0; i < readers.length; i++) {
          readers[i] = listen(gateway);
        }
        try (RawConnection further = connect(gateway)) {
          assertThat(further.sendHead("GET /api/v1/events HTTP/1.1", "Host: localhost").readHead())
              .startsWith("HTTP/1.1 503");
        }
      } finally {
        for (RawConnection reader : readers) {
          if (reader != null) {
            reader.close();
          }
        }
      }
    }
  }

  private static RawConnection connect(RunningGateway gateway) throws IOException {
    return RawConnection.to(
        new InetSocketAddress(
            InetAddress.getLoopbackAddress(), gateway.gateway().adminAddress().getPort()));
  }

  private static RawConnection listen(RunningGateway gateway) throws IOException {
    RawConnection client = connect(gateway);
    assertThat(client.sendHead("GET /api/v1/events HTTP/1.1", "Host: localhost").readHead())
        .contains("200", "text/event-stream");
    return client;
  }
}
