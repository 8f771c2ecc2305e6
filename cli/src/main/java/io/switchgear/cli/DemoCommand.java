// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli;

import io.switchgear.cli.console.StopSignal;
import io.switchgear.cli.console.Terminal;
import io.switchgear.cli.demo.Demo;
import io.switchgear.cli.demo.DemoPlan;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code switchgear demo}: shows what a circuit breaker is good for. */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    description = {
      "Plays an incident twice, side by side, without Switchgear and with it: an API cuts its"
          + " limit, sixteen workers run into it, the limit comes back. Ends by itself within a"
          + " minute, with a summary.",
      ""
    },
    footer = {"", "Examples:", "  switchgear demo", "  switchgear demo --speed 4"})
final class DemoCommand implements Callable<Integer> {
  /** What a shell says of a program that Ctrl-C has ended: the story wasn't told to its end. */
  private static final int INTERRUPTED = 130;

  private final Terminal terminal;
  private final StopSignal stop;

  @Option(
      names = "--speed",
      paramLabel = "N",
      defaultValue = "1",
      description = "How many times faster it is played, 1 to 10. Default: 1.")
  private int speed;

  DemoCommand(Terminal terminal, StopSignal stop) {
    this.terminal = terminal;
    this.stop = stop;
  }

  @Override
  public Integer call() throws InterruptedException {
    Logging.warningsOnly();
    return new Demo(terminal, stop, plan()).run() ? 0 : INTERRUPTED;
  }

  private DemoPlan plan() {
    try {
      return DemoPlan.atSpeed(speed);
    } catch (IllegalArgumentException e) {
      throw new CommandFailedException("--" + e.getMessage());
    }
  }
}
