// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli;

import io.switchgear.cli.console.Terminal;
import io.switchgear.lab.log.LogException;
import io.switchgear.lab.tune.TuneResult;
import io.switchgear.lab.tune.Tuner;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code switchgear tune}: proposes settings from a log. */
@Command(
    name = "tune",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Proposes a trip rule, a cool-down, a timeout and a rate limit from the calls of a log, with"
          + " the evidence for each number and how much it is worth, as a settings file. It says"
          + " so when the log can't support an answer.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  switchgear tune access.log.gz",
      "  switchgear tune results.jtl --dependency erp > gear.yaml",
      "  switchgear tune calls.json --field duration=took --duration-unit s",
      "",
      "'switchgear replay' shows what the proposal would have done."
    })
final class TuneCommand implements Callable<Integer> {
  private static final Pattern NAME = Pattern.compile("(?!\\.{1,2}$)[A-Za-z0-9._-]{1,64}");

  private final Terminal terminal;

  @Mixin private LogFlags log = new LogFlags();

  @Option(
      names = "--dependency",
      paramLabel = "NAME",
      description =
          "What the proposal calls the dependency. Default: as the only target of the log, or api.")
  private @Nullable String dependency;

  @Mixin private FormatFlag format = new FormatFlag();

  TuneCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    format.check();
    if (dependency != null && !NAME.matcher(dependency).matches()) {
      throw new CommandFailedException(
          "--dependency must be of letters, digits, dots, underscores and dashes, but is '"
              + dependency
              + "'");
    }
    try {
      TuneResult result = Tuner.run(log.log(), Optional.ofNullable(dependency));
      terminal.out().print(format.isJson() ? result.json() : result.text());
      return 0;
    } catch (LogException e) {
      throw new CommandFailedException(String.valueOf(e.getMessage()));
    }
  }
}
