// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli;

import io.switchgear.cli.console.Terminal;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code switchgear} without a subcommand: shows the help. */
@Command(
    name = "switchgear",
    mixinStandardHelpOptions = true,
    versionProvider = RootCommand.Version.class,
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "Protects a system from the APIs that it doesn't control: circuit breakers per key, timeouts"
          + " and limits, for programs in any language.",
      ""
    },
    commandListHeading = "%nCommands:%n",
    footer = {
      "",
      "Examples:",
      "  switchgear demo                        # see it at work, takes 40 seconds",
      "  switchgear serve --config gear.yaml    # run the gateway",
      "  switchgear stub --port 8090 --limit 200/min",
      "  switchgear replay access.log --config gear.yaml",
      "  switchgear simulate crm-bot            # an incident, clients side by side",
      "",
      "'switchgear COMMAND --help' explains a command. Exit codes: 0 success, 2 wrong",
      "arguments, configuration or surroundings, 70 a mistake of ours."
    })
final class RootCommand implements Runnable {
  private final Terminal terminal;

  @Spec private CommandSpec spec = CommandSpec.create();

  RootCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public void run() {
    spec.commandLine().usage(terminal.out(), spec.commandLine().getColorScheme());
  }

  /** The version that the jar says it has, and the Java that runs it. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = RootCommand.class.getPackage().getImplementationVersion();
      return new String[] {
        "switchgear " + (version == null ? "(unpackaged)" : version),
        "Java " + Runtime.version(),
        "picocli " + CommandLine.VERSION
      };
    }
  }
}
