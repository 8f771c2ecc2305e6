// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli;

import io.switchgear.cli.console.Terminal;
import io.switchgear.config.ConfigException;
import io.switchgear.config.DependencyConfig;
import io.switchgear.config.Nearest;
import io.switchgear.config.SwitchgearConfig;
import io.switchgear.core.TimeSource;
import io.switchgear.lab.report.SimulationReport;
import io.switchgear.lab.scenario.ClientPlan;
import io.switchgear.lab.scenario.Incidents;
import io.switchgear.lab.scenario.Scenario;
import io.switchgear.lab.simulate.Experiment;
import io.switchgear.lab.simulate.Measure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code switchgear simulate}: plays an incident for several clients and compares them. */
@Command(
    name = "simulate",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Plays an incident on virtual time, with the policies that run in production, and shows how"
          + " its clients fare side by side. '--list' names the incidents that come with it; a file"
          + " describes one of your own.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  switchgear simulate --list",
      "  switchgear simulate invoice-pipeline",
      "  switchgear simulate crm-bot --vs switchgear.yaml --runs 20",
      "  switchgear simulate outage.yaml --out report"
    })
final class SimulateCommand implements Callable<Integer> {
  private static final int MOST_RUNS = 10_000;

  private final Terminal terminal;

  @Parameters(
      arity = "0..1",
      paramLabel = "NAME|FILE",
      description = "An incident that comes with it, or a file with one of your own.")
  private @Nullable String scenario;

  @Option(names = "--list", description = "Names the incidents. Default: plays one.")
  private boolean list;

  @Option(
      names = "--show",
      description = "Shows the file of an incident, to begin one of your own with. Default: plays.")
  private boolean show;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Where chance comes from. Default: 1.")
  private long seed = 1;

  @Option(
      names = "--runs",
      paramLabel = "N",
      defaultValue = "1",
      description = "How many seeds, counted up from the first; means are shown. Default: 1.")
  private int runs = 1;

  @Option(
      names = "--vs",
      paramLabel = "FILE",
      description = "Settings whose dependencies are clients too. Default: none.")
  private @Nullable Path rival;

  @Mixin private FormatFlag format = new FormatFlag();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where to write a report as a page with charts. Default: nowhere.")
  private @Nullable Path out;

  SimulateCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    check();
    if (list) {
      Incidents.names()
          .forEach(
              name ->
                  terminal
                      .out()
                      .printf("%-27s %s%n", name, Incidents.incident(name).about().title()));
      return 0;
    }
    if (show) {
      terminal.out().print(Incidents.yaml(incident()));
      return 0;
    }
    Scenario played = withRivals(scenario());
    long startNanos = TimeSource.system().nanoTime();
    Experiment experiment = Experiment.run(played, seed, runs);
    tellSpeed(experiment, (TimeSource.system().nanoTime() - startNanos) / 1e9);
    terminal
        .out()
        .print(
            format.isJson()
                ? SimulationJson.of(experiment)
                : new SimulationTable(experiment, terminal.hasUnicode()).text());
    if (out != null) {
      ReportFile.write(out, SimulationReport.html(experiment), terminal);
    }
    return 0;
  }

  /** Not where the results go, which are the same each time. */
  private void tellSpeed(Experiment experiment, double seconds) {
    double calls = 0;
    for (Experiment.Client client : experiment.clients()) {
      calls +=
          experiment.runs()
              * (client.estimate(Measure.UPSTREAM_CALLS).mean()
                  + client.estimate(Measure.REFUSALS).mean());
    }
    terminal
        .err()
        .printf(
            Locale.ROOT,
            "%,.0f calls in %.1f s, %.2f million a second%n",
            calls,
            seconds,
            calls / seconds / 1e6);
  }

  private void check() {
    format.check();
    if (runs < 1 || runs > MOST_RUNS) {
      throw new CommandFailedException(
          "--runs must be from 1 to " + MOST_RUNS + ", but is " + runs);
    }
    if (scenario == null && !list) {
      throw new CommandFailedException(
          "there must be the name of an incident or a file; --list shows the names");
    }
  }

  private String incident() {
    String name = String.valueOf(scenario);
    if (!Incidents.names().contains(name)) {
      String hint =
          Nearest.to(name, Incidents.names())
              .map("; did you mean '%s'?"::formatted)
              .orElse("; --list shows them");
      throw new CommandFailedException("there is no incident and no file '" + name + "'" + hint);
    }
    return name;
  }

  private Scenario scenario() {
    Path file = Path.of(String.valueOf(scenario));
    try {
      return Incidents.names().contains(String.valueOf(scenario)) || !Files.exists(file)
          ? Incidents.incident(incident())
          : Scenario.load(file);
    } catch (ConfigException e) {
      throw CommandFailedException.of(e);
    }
  }

  private Scenario withRivals(Scenario played) {
    if (rival == null) {
      return played;
    }
    List<ClientPlan> clients = new ArrayList<>(played.clients());
    ClientPlan like = like(clients);
    try {
      for (DependencyConfig dependency : SwitchgearConfig.load(rival).dependencies().values()) {
        clients.add(
            new ClientPlan(
                dependency.name() + " of " + rival.getFileName(),
                new ClientPlan.Switchgear(dependency),
                like.instances(),
                like.pool(),
                like.fallback()));
      }
    } catch (ConfigException e) {
      throw CommandFailedException.of(e);
    }
    return played.clients(clients);
  }

  /** The last client with policies: a rival has as many instances and workers. */
  private static ClientPlan like(List<ClientPlan> clients) {
    ClientPlan like = clients.get(0);
    for (ClientPlan client : clients) {
      if (client.habit() instanceof ClientPlan.Switchgear) {
        like = client;
      }
    }
    return like;
  }
}
