// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.scenario;

import io.switchgear.config.YamlEntry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads a scenario. */
final class ScenarioReader {
  private static final Duration LONGEST = Duration.ofDays(7);
  private static final int MOST_CLIENTS = 20;
  private static final List<String> KEYS =
      List.of(
          "title",
          "source",
          "duration",
          "trouble",
          "keys",
          "arrivals",
          "humans",
          "upstream",
          "clients");

  private final String name;

  ScenarioReader(String name) {
    this.name = name;
  }

  Scenario read(YamlEntry file) {
    Fields fields = Fields.of(file, KEYS);
    Scenario.About about =
        new Scenario.About(
            name,
            fields.get("title", YamlEntry::text, name),
            fields.get("source", YamlEntry::text, ""));
    Duration duration = fields.need("duration", YamlEntry::duration).orElse(Duration.ofHours(1));
    if (duration.isZero() || duration.compareTo(LONGEST) > 0) {
      fields.problem("'duration' must be above 0s and at most 7d");
    }
    Scenario.Span span = span(fields, duration);
    Workload workload = new WorkloadReader(duration).read(fields);
    List<UpstreamPhase> upstream =
        fields.need("upstream", entry -> Optional.of(UpstreamReader.read(entry))).orElse(List.of());
    return new Scenario(about, span, workload, upstream, clients(fields));
  }

  private static Scenario.Span span(Fields file, Duration duration) {
    if (!file.has("trouble")) {
      return new Scenario.Span(duration, duration, duration, 0);
    }
    Fields trouble =
        file.get(
            "trouble",
            entry -> Optional.of(Fields.of(entry, List.of("from", "until", "fullRate"))),
            file);
    Duration from = trouble.get("from", YamlEntry::duration, Duration.ZERO);
    Duration until = trouble.get("until", YamlEntry::duration, duration);
    if (until.compareTo(from) <= 0 || until.compareTo(duration) > 0) {
      trouble.problem("'until' must be after 'from' and within the duration");
    }
    double full = trouble.get("fullRate", YamlEntry::perSecond, 0.0);
    return new Scenario.Span(duration, from, until, full);
  }

  private static List<ClientPlan> clients(Fields file) {
    List<YamlEntry> items = file.items("clients");
    if (items.isEmpty() || items.size() > MOST_CLIENTS) {
      file.problem("'clients' must have from 1 to " + MOST_CLIENTS + " items");
    }
    List<ClientPlan> clients = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (YamlEntry item : items) {
      ClientReader.read(item).ifPresent(clients::add);
    }
    for (ClientPlan client : clients) {
      if (!names.add(client.name())) {
        file.problem("there are two clients named '" + client.name() + "'");
      }
    }
    return clients;
  }
}
