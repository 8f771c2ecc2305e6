// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.scenario;

import io.switchgear.config.YamlEntry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * An incident to simulate: the same calls and the same upstream for each of several clients.
 *
 * <p>{@code docs/guides/simulate.md} describes the file.
 *
 * <p><b>Thread safety:</b> immutable.
 *
 * @param about what it is and where it comes from
 * @param span how long it lasts, and when the trouble is
 * @param workload the calls
 * @param upstream what the upstream does, phase after phase; the last one stays
 * @param clients the clients, one after the other in worlds of their own
 */
public record Scenario(
    About about,
    Span span,
    Workload workload,
    List<UpstreamPhase> upstream,
    List<ClientPlan> clients) {

  /** Copies the lists. */
  public Scenario {
    upstream = List.copyOf(upstream);
    clients = List.copyOf(clients);
  }

  /**
   * Reads a file. <b>Blocking:</b> reads the file.
   *
   * @param file a YAML file
   * @return the scenario, with the file's name unless it has one of its own
   * @throws io.switchgear.config.ConfigException when the file can't be read or anything in it is
   *     wrong; it lists all errors at once
   */
  public static Scenario load(Path file) {
    String name = file.getFileName().toString().replaceFirst("\\.ya?ml$", "");
    return YamlEntry.load(file, entry -> new ScenarioReader(name).read(entry));
  }

  /**
   * Reads a text.
   *
   * @param name what errors call the text, and the name of the scenario
   * @param yaml the text
   * @return the scenario
   * @throws io.switchgear.config.ConfigException when anything in it is wrong
   */
  public static Scenario parse(String name, String yaml) {
    return YamlEntry.parse(name, yaml, entry -> new ScenarioReader(name).read(entry));
  }

  /**
   * The same incident for other clients.
   *
   * @param others the clients
   * @return a copy with these clients
   */
  public Scenario clients(List<ClientPlan> others) {
    return new Scenario(about, span, workload, upstream, others);
  }

  /**
   * What a scenario is.
   *
   * @param name its name
   * @param title one line
   * @param source where its numbers come from
   */
  public record About(String name, String title, String source) {}

  /**
   * The time of a scenario.
   *
   * @param duration how long it lasts, up to 7 days
   * @param troubleFrom when the trouble begins
   * @param troubleUntil when it ends
   * @param fullPerSecond the rate at which work is done when all is well; zero for that from before
   *     the trouble
   */
  public record Span(
      Duration duration, Duration troubleFrom, Duration troubleUntil, double fullPerSecond) {}
}
