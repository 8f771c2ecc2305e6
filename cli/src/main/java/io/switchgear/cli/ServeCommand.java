// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli;

import io.switchgear.cli.console.StopSignal;
import io.switchgear.cli.console.Terminal;
import io.switchgear.config.ConfigException;
import io.switchgear.config.SwitchgearConfig;
import io.switchgear.gateway.Gateway;
import io.switchgear.gateway.GatewayOptions;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code switchgear serve}: runs the gateway until it is told to stop. */
@Command(
    name = "serve",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Runs the gateway: http://HOST:PORT/<dependency>/<path> goes to the url of that dependency,"
          + " with the protection that the file says. Ctrl-C or SIGTERM stops it in order: calls"
          + " under way are finished, the exit code is 0.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  switchgear serve --config gear.yaml",
      "  switchgear serve --config gear.yaml --listen 0.0.0.0:8000",
      "  switchgear serve --config gear.yaml --admin 127.0.0.1:9000"
    })
final class ServeCommand implements Callable<Integer> {
  private final Terminal terminal;
  private final StopSignal stop;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      required = true,
      description = "The settings, as YAML. No default.")
  private Path config = Path.of("");

  @Option(
      names = "--listen",
      paramLabel = "HOST:PORT",
      converter = AddressConverter.class,
      description = "Where requests are taken; port 0 is any free one. Default: as the file says.")
  private @Nullable InetSocketAddress listen;

  @Option(
      names = "--admin",
      paramLabel = "HOST:PORT",
      converter = AddressConverter.class,
      description = "Where the admin API is, on this machine only. Default: as the file says.")
  private @Nullable InetSocketAddress admin;

  ServeCommand(Terminal terminal, StopSignal stop) {
    this.terminal = terminal;
    this.stop = stop;
  }

  @Override
  public Integer call() throws InterruptedException {
    SwitchgearConfig settings = settings();
    GatewayOptions options = GatewayOptions.standard().reloadFrom(this::load);
    Gateway gateway = Waiting.forStart(Gateway.start(settings, options));
    try {
      terminal
          .out()
          .println(
              "Ready: gateway %s, admin %s (dependencies: %s)"
                  .formatted(
                      url(settings.tls().isPresent() ? "https" : "http", gateway.dataAddress()),
                      url("http", gateway.adminAddress()),
                      String.join(", ", settings.dependencies().keySet())));
      stop.await();
    } finally {
      gateway.close().join();
    }
    return 0;
  }

  private SwitchgearConfig settings() {
    try {
      return load();
    } catch (ConfigException e) {
      throw CommandFailedException.of(e);
    }
  }

  private SwitchgearConfig load() {
    SwitchgearConfig settings = SwitchgearConfig.load(config);
    settings = listen == null ? settings : settings.listen(listen);
    return admin == null ? settings : settings.admin(admin);
  }

  private static String url(String scheme, InetSocketAddress address) {
    String host = address.getHostString();
    return scheme
        + "://"
        + (host.contains(":") ? "[" + host + "]" : host)
        + ":"
        + address.getPort();
  }
}
