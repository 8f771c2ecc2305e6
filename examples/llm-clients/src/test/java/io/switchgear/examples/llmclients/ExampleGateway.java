// SPDX-License-Identifier: Apache-2.0
package io.switchgear.examples.llmclients;

import io.switchgear.config.SwitchgearConfig;
import io.switchgear.gateway.Gateway;
import io.switchgear.gateway.GatewayOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The gateway with the example's settings, except for where the providers are. */
final class ExampleGateway implements AutoCloseable {
  private final Gateway gateway;

  private ExampleGateway(Gateway gateway) {
    this.gateway = gateway;
  }

  /**
   * Starts it on free ports.
   *
   * @param urls where dependencies are, by their names in the file
   */
  static ExampleGateway start(Map<String, String> urls) {
    StringBuilder yaml = new StringBuilder("listen: 127.0.0.1:0\nadmin: 127.0.0.1:0\n");
    String dependency = "";
    for (String line : read().split("\n", -1)) {
      if (line.matches(" {2}[a-z-]+:")) {
        dependency = line.strip().replace(":", "");
      }
      String url = urls.get(dependency);
      boolean replaced = url != null && line.startsWith("    url: ");
      yaml.append(replaced ? "    url: " + url : line).append('\n');
    }
    String whole = yaml.toString().replace("${STAND_IN_API_KEY}", "stand-in-key");
    SwitchgearConfig config = SwitchgearConfig.parse("switchgear.yaml", whole);
    return new ExampleGateway(Gateway.start(config, GatewayOptions.standard()).join());
  }

  private static String read() {
    try {
      return Files.readString(Path.of("switchgear.yaml"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String url(String path) {
    return "http://127.0.0.1:" + gateway.dataAddress().getPort() + path;
  }

  @Override
  public void close() {
    gateway.close().join();
  }
}
