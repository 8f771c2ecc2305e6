// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli;

import io.switchgear.cli.console.StopSignal;
import io.switchgear.cli.console.Terminal;
import io.switchgear.config.ConfigException;
import io.switchgear.lab.stub.StubConfig;
import io.switchgear.lab.stub.StubServer;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code switchgear stub}: runs an upstream that behaves as badly as it is told. */
@Command(
    name = "stub",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Runs an upstream that answers any request with JSON, and throttles, slows, errs, hangs,"
          + " cuts or refuses as it is told. GET /_stub/stats tells what it has received, POST"
          + " /_stub/config changes what it does.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  switchgear stub --port 8090 --limit 200/min",
      "  switchgear stub --port 8090 --latency 50ms-200ms --error-rate 10%%",
      "  switchgear stub --port 8090 --schedule outage.yaml"
    })
final class StubCommand implements Callable<Integer> {
  private final Terminal terminal;
  private final StopSignal stop;

  @Option(
      names = "--port",
      paramLabel = "N",
      defaultValue = "0",
      description = "The port on 127.0.0.1. Default: any free one.")
  private int port;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Where chance comes from. Default: 1.")
  private long seed;

  @Option(
      names = "--schedule",
      paramLabel = "FILE",
      description =
          "What to do for how long, as YAML; it wins over the options below. Default: no schedule.")
  private @Nullable Path schedule;

  @ArgGroup(validate = false, heading = "%nWhat it does to requests:%n")
  private StubFlags flags = new StubFlags();

  StubCommand(Terminal terminal, StopSignal stop) {
    this.terminal = terminal;
    this.stop = stop;
  }

  @Override
  public Integer call() throws InterruptedException {
    try (StubServer server =
        Waiting.forStart(
            StubServer.start(config()), reason -> reason.replace("setting 'port'", "--port"))) {
      terminal
          .out()
          .printf(
              "Ready: stub http://%s:%d, statistics http://%1$s:%2$d/_stub/stats%n",
              server.config().host(), server.port());
      new StubProgress(terminal, server::stats).show(stop);
    }
    return 0;
  }

  private StubConfig config() {
    try {
      StubConfig config = StubConfig.defaults().port(port).seed(seed).behavior(flags.behavior());
      return schedule == null ? config : config.schedule(schedule);
    } catch (ConfigException e) {
      throw CommandFailedException.of(e);
    } catch (IllegalArgumentException e) {
      throw new CommandFailedException("--" + e.getMessage());
    }
  }
}
