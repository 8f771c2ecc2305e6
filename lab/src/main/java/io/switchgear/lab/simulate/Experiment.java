// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.simulate;

import io.switchgear.lab.scenario.Scenario;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * A scenario played with one seed or with several in a row.
 *
 * @param scenario the scenario
 * @param seed the first seed
 * @param runs how many seeds, counted up from the first
 * @param clients what became of each client
 */
public record Experiment(Scenario scenario, long seed, int runs, List<Client> clients) {

  /** Copies the list. */
  public Experiment {
    clients = List.copyOf(clients);
  }

  /**
   * Plays a scenario.
   *
   * @param scenario the scenario
   * @param seed the first seed
   * @param runs how many seeds, 1 or more
   * @return what came of it
   */
  public static Experiment run(Scenario scenario, long seed, int runs) {
    List<List<ClientResult>> all = new ArrayList<>();
    for (int i = 0; i < runs; i++) {
      all.add(Simulation.run(scenario, seed + i));
    }
    List<Client> clients = new ArrayList<>();
    for (int i = 0; i < scenario.clients().size(); i++) {
      int index = i;
      clients.add(client(all.stream().map(results -> results.get(index)).toList()));
    }
    return new Experiment(scenario, seed, runs, clients);
  }

  private static Client client(List<ClientResult> results) {
    Map<Measure, Estimate> estimates = new EnumMap<>(Measure.class);
    for (Measure measure : Measure.values()) {
      estimates.put(
          measure, Estimate.of(results.stream().map(result -> result.value(measure)).toList()));
    }
    ClientResult first = results.get(0);
    return new Client(first.name(), estimates, first.timeline());
  }

  /**
   * What became of a client.
   *
   * @param name its name
   * @param estimates all measures
   * @param timeline what happened when in the run with the first seed
   */
  public record Client(String name, Map<Measure, Estimate> estimates, Timeline timeline) {
    /** Copies the estimates. */
    public Client {
      estimates = Collections.unmodifiableMap(new EnumMap<>(estimates));
    }

    /**
     * A measure.
     *
     * @param measure which
     * @return what the runs say
     */
    public Estimate estimate(Measure measure) {
      return estimates.getOrDefault(measure, new Estimate(Double.NaN, 0, 0));
    }
  }
}
