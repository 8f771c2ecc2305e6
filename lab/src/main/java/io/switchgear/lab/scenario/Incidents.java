// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.scenario;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/**
 * The incidents that come with the lab: what happened to others, with the numbers that they
 * published. Each file names its source.
 */
public final class Incidents {
  private static final String FOLDER = "/io/switchgear/lab/incidents/";
  private static final List<String> NAMES =
      List.of(
          "invoice-pipeline",
          "llm-providers",
          "shipping-and-payment",
          "crm-bot",
          "api-server",
          "retry-storm",
          "slow-start-after-failover",
          "partial-shard-outage",
          "flapping-dependency",
          "silent-limit-cut",
          "black-holed-connections",
          "own-network-down");

  private Incidents() {}

  /**
   * Their names.
   *
   * @return the names; unmodifiable
   */
  public static List<String> names() {
    return NAMES;
  }

  /**
   * An incident.
   *
   * @param name one of {@link #names}
   * @return the scenario
   * @throws IllegalArgumentException when there is none of that name
   */
  public static Scenario incident(String name) {
    return Scenario.parse(name, yaml(name));
  }

  /**
   * The file of an incident, to begin one of your own with.
   *
   * @param name one of {@link #names}
   * @return YAML
   * @throws IllegalArgumentException when there is none of that name
   */
  public static String yaml(String name) {
    if (!NAMES.contains(name)) {
      throw new IllegalArgumentException("there is no incident '" + name + "'");
    }
    try (InputStream file = Incidents.class.getResourceAsStream(FOLDER + name + ".yaml")) {
      return new String(Objects.requireNonNull(file, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
