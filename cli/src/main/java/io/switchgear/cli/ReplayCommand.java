// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli;

import io.switchgear.cli.console.Terminal;
import io.switchgear.config.ConfigException;
import io.switchgear.config.DependencyConfig;
import io.switchgear.config.Durations;
import io.switchgear.config.Nearest;
import io.switchgear.config.SwitchgearConfig;
import io.switchgear.lab.log.LogException;
import io.switchgear.lab.replay.Grid;
import io.switchgear.lab.replay.Replay;
import io.switchgear.lab.replay.ReplayConfig;
import io.switchgear.lab.replay.ReplayResult;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code switchgear replay}: says what settings would have done to the calls of a log. */
@Command(
    name = "replay",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Plays the calls of a log to the circuits of a settings file, at the times of the log: when"
          + " they would have tripped and why, which failures they would have saved, which good"
          + " calls they would have rejected, and what other thresholds would have done.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  switchgear replay access.log.gz --config gear.yaml",
      "  switchgear replay results.jtl --config gear.yaml --gap 1h --format json",
      "  switchgear replay calls.json --config gear.yaml --dependency erp \\",
      "      --field time=at --field key=tenant",
      "  switchgear replay access.log --config gear.yaml \\",
      "      --grid 'consecutiveFailures=3,5;failureRate=50%%/20;coolDown=10s,1m'"
    })
final class ReplayCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin private LogFlags log = new LogFlags();

  @Option(
      names = "--config",
      paramLabel = "FILE",
      required = true,
      description = "The settings, as YAML. No default.")
  private Path config = Path.of("");

  @Option(
      names = "--dependency",
      paramLabel = "NAME",
      description =
          "The dependency whose settings all targets of the log get. Default: the only one, or that"
              + " with the name or the host of the target.")
  private @Nullable String dependency;

  @Option(
      names = "--gap",
      paramLabel = "TIME",
      description =
          "Splits the log into runs at pauses longer than this, such as 1h; each begins with closed"
              + " circuits. Default: it is one run.")
  private @Nullable String gap;

  @Option(
      names = "--grid",
      paramLabel = "GRID",
      description =
          "What to compare with: each of these rules with each of these cool-downs, see the"
              + " example. Default: a few of each.")
  private @Nullable String grid;

  @Mixin private FormatFlag format = new FormatFlag();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where to write a report as a page with a chart. Default: nowhere.")
  private @Nullable Path out;

  ReplayCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    format.check();
    ReplayConfig replayed = ReplayConfig.of(dependencies()).variants(grid().variants());
    if (gap != null) {
      replayed = replayed.gap(gap(gap));
    }
    ReplayResult result = run(replayed);
    terminal.out().print(format.isJson() ? result.json() : result.text());
    if (out != null) {
      ReportFile.write(out, result.html(), terminal);
    }
    return 0;
  }

  private ReplayResult run(ReplayConfig replayed) {
    try {
      return Replay.run(log.log(), replayed);
    } catch (LogException e) {
      throw new CommandFailedException(String.valueOf(e.getMessage()));
    }
  }

  private Collection<DependencyConfig> dependencies() {
    Map<String, DependencyConfig> all;
    try {
      all = SwitchgearConfig.load(config).dependencies();
    } catch (ConfigException e) {
      throw CommandFailedException.of(e);
    }
    if (dependency == null) {
      return all.values();
    }
    DependencyConfig named = all.get(dependency);
    if (named == null) {
      throw new CommandFailedException(
          "--dependency: there is no '"
              + dependency
              + "' in "
              + config
              + Nearest.to(dependency, all.keySet())
                  .map("; did you mean '%s'?"::formatted)
                  .orElse("; it has " + String.join(", ", all.keySet())));
    }
    return List.of(named);
  }

  private Grid grid() {
    try {
      return grid == null ? Grid.standard() : Grid.parse(grid);
    } catch (IllegalArgumentException e) {
      throw new CommandFailedException("--grid " + e.getMessage());
    }
  }

  private static Duration gap(String text) {
    return Durations.parse(text)
        .filter(gap -> !gap.isZero())
        .orElseThrow(
            () ->
                new CommandFailedException(
                    "--gap must be a duration such as 1h, but is '" + text + "'"));
  }
}
