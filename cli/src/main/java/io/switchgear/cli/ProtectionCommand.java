// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli;

import io.switchgear.cli.console.Terminal;
import io.switchgear.config.DependencyConfig;
import io.switchgear.config.SwitchgearConfig;
import io.switchgear.lab.scenario.ClientPlan;
import io.switchgear.lab.scenario.ClientPlan.Peer;
import io.switchgear.lab.scenario.Incidents;
import io.switchgear.lab.scenario.Scenario;
import io.switchgear.lab.simulate.Experiment;
import io.switchgear.lab.simulate.Measure;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;

/**
 * {@code switchgear protection}: writes docs/protection.md, with what became of the defaults of
 * this library and of others in each incident.
 */
@Command(name = "protection", hidden = true, description = "Writes docs/protection.md.")
final class ProtectionCommand implements Callable<Integer> {
  private static final List<Measure> SHOWN =
      List.of(
          Measure.WASTED_CALLS,
          Measure.TIME_TO_TRIP,
          Measure.FALSE_TRIPS,
          Measure.LOST_CALLS,
          Measure.TIME_TO_RECOVER,
          Measure.SUCCESSES);

  private final Terminal terminal;

  ProtectionCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    List<Experiment> experiments = new ArrayList<>();
    for (String name : Incidents.names()) {
      Scenario incident = Incidents.incident(name);
      terminal.err().println(name);
      experiments.add(Experiment.run(incident.clients(clients(incident)), 1, 1));
    }
    terminal.out().print(head());
    for (Measure measure : SHOWN) {
      terminal.out().println("\n## " + heading(measure) + "\n");
      table(measure, experiments);
    }
    return 0;
  }

  /** What people have to say about the numbers. */
  private static String head() {
    try (InputStream file = ProtectionCommand.class.getResourceAsStream("protection.txt")) {
      return new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String heading(Measure measure) {
    String label = measure.label();
    return label.substring(0, 1).toUpperCase(Locale.ROOT) + label.substring(1);
  }

  private void table(Measure measure, List<Experiment> experiments) {
    List<String> names =
        experiments.get(0).clients().stream().map(Experiment.Client::name).toList();
    terminal.out().println("| incident | " + String.join(" | ", names) + " |");
    terminal.out().println("| --- |" + " --: |".repeat(names.size()));
    for (Experiment experiment : experiments) {
      String cells =
          experiment.clients().stream()
              .map(client -> cell(measure, client))
              .collect(Collectors.joining(" | "));
      terminal.out().println("| " + experiment.scenario().about().name() + " | " + cells + " |");
    }
  }

  private static String cell(Measure measure, Experiment.Client client) {
    double value = client.estimate(measure).mean();
    if (Double.isNaN(value)) {
      return measure == Measure.TIME_TO_RECOVER ? "never" : "–";
    }
    return String.format(Locale.ROOT, "%,." + measure.decimals() + "f", value);
  }

  /** All get the workers and instances that the incident has for its last client. */
  private static List<ClientPlan> clients(Scenario incident) {
    ClientPlan like = incident.clients().get(incident.clients().size() - 1);
    List<ClientPlan> clients = new ArrayList<>();
    clients.add(like("defaults", new ClientPlan.Switchgear(dependency("")), like));
    clients.add(
        like("`auto`", new ClientPlan.Switchgear(dependency("breaker: { trip: auto }")), like));
    for (Peer.Model model : Peer.Model.values()) {
      clients.add(like(model.title(), new Peer(model), like));
    }
    return clients;
  }

  private static ClientPlan like(String name, ClientPlan.Habit habit, ClientPlan other) {
    return new ClientPlan(name, habit, other.instances(), other.pool(), other.fallback());
  }

  /** Throttled calls count as failures, as they do for the others. */
  private static DependencyConfig dependency(String settings) {
    String yaml =
        """
        version: 1
        dependencies:
          api:
            url: http://api.example
            throttled: trip
            %s
        """;
    return Objects.requireNonNull(
        SwitchgearConfig.parse("defaults", yaml.formatted(settings)).dependencies().get("api"));
  }
}
