// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli.demo;

import io.switchgear.config.SwitchgearConfig;
import io.switchgear.gateway.Gateway;
import io.switchgear.gateway.GatewayOptions;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The gateway in front of an API, as a configuration file would make it. */
final class Guard implements AutoCloseable {
  private final String yaml;
  private final Gateway gateway;

  private Guard(String yaml, Gateway gateway) {
    this.yaml = yaml;
    this.gateway = gateway;
  }

  static Guard start(DemoPlan plan, URI api) {
    String yaml = yaml(plan, api);
    var options = GatewayOptions.standard().stopTimeout(Duration.ZERO);
    return new Guard(
        yaml, Gateway.start(SwitchgearConfig.parse("demo.yaml", yaml), options).join());
  }

  private static String yaml(DemoPlan plan, URI api) {
    return """
    version: 1
    listen: 127.0.0.1:0                # 0: any free port
    admin: 127.0.0.1:0
    dependencies:
      erp:
        url: %s
        key: { header: X-Api-Key }     # a circuit of its own for each API key
        throttled: trip                # a 429 counts as a failure
        breaker:
          trip: { consecutiveFailures: 5 }
          coolDown: %dms
          trialCalls: 1
    """
        .formatted(api, plan.coolDown().toMillis())
        .replace("000ms", "s");
  }

  /** The configuration that it runs with. */
  String yaml() {
    return yaml;
  }

  /** Where documents are posted. */
  URI documents() {
    return url(gateway.dataAddress()).resolve("/erp/documents");
  }

  URI admin() {
    return url(gateway.adminAddress());
  }

  /** How often the circuits went from one state to another, as {@code /metrics} tells it. */
  long transitions(HttpClient client, String from, String to) throws InterruptedException {
    var request = HttpRequest.newBuilder(admin().resolve("/metrics")).build();
    try {
      String metrics = client.send(request, BodyHandlers.ofString()).body();
      Pattern series =
          Pattern.compile(
              "switchgear_circuit_transitions_total\\{circuit=\"erp\",from=\"%s\",to=\"%s\"} (\\S+)"
                  .formatted(from, to));
      Matcher matcher = series.matcher(metrics);
      return matcher.find() ? Math.round(Double.parseDouble(matcher.group(1))) : 0;
    } catch (IOException e) {
      throw new IllegalStateException("The gateway's metrics can't be read", e);
    }
  }

  private static URI url(InetSocketAddress address) {
    return URI.create("http://" + address.getHostString() + ":" + address.getPort());
  }

  @Override
  public void close() {
    gateway.close().join();
  }
}
