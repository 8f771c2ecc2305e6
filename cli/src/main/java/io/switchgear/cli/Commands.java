// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli;

import io.switchgear.cli.console.StopSignal;
import io.switchgear.cli.console.Terminal;
import picocli.CommandLine;
import picocli.CommandLine.Help;

/** Puts the subcommands together. */
final class Commands {
  private Commands() {}

  static CommandLine create(Terminal terminal, StopSignal stop) {
    var commands =
        new CommandLine(new RootCommand(terminal))
            .addSubcommand(new ServeCommand(terminal, stop))
            .addSubcommand(new StubCommand(terminal, stop))
            .addSubcommand(new ExplainCommand(terminal))
            .addSubcommand(new ReplayCommand(terminal))
            .addSubcommand(new SimulateCommand(terminal))
            .addSubcommand(new TuneCommand(terminal))
            .addSubcommand(new DemoCommand(terminal, stop))
            .addSubcommand(new CompletionCommand(terminal))
            .addSubcommand(new ProtectionCommand(terminal))
            .addSubcommand(new TrainCommand());
    var failures = new Failures(terminal);
    Help.Ansi ansi = terminal.hasColors() ? Help.Ansi.ON : Help.Ansi.OFF;
    return commands
        .setOut(terminal.out())
        .setErr(terminal.err())
        .setColorScheme(Help.defaultColorScheme(ansi))
        .setUsageHelpAutoWidth(false)
        .setUsageHelpWidth(80)
        .setParameterExceptionHandler(failures)
        .setExecutionExceptionHandler(failures);
  }
}
