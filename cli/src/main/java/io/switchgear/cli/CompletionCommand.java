// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli;

import io.switchgear.cli.console.Terminal;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code switchgear completion}: prints the script with which a shell completes our words. */
@Command(
    name = "completion",
    mixinStandardHelpOptions = true,
    description = "Prints the completion script for bash and zsh.",
    footer = {
      "",
      "Example:",
      "  source <(switchgear completion)",
      "",
      "Every new shell has it with this line in ~/.bashrc or ~/.zshrc."
    })
final class CompletionCommand implements Runnable {
  private final Terminal terminal;

  @Spec private CommandSpec spec = CommandSpec.create();

  CompletionCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public void run() {
    terminal.out().print(AutoComplete.bash("switchgear", spec.root().commandLine()));
  }
}
