// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.scenario;

import io.switchgear.config.DependencyConfig;
import io.switchgear.config.YamlEntry;
import io.switchgear.lab.scenario.ClientPlan.Habit;
import io.switchgear.lab.scenario.ClientPlan.Naive;
import io.switchgear.lab.scenario.ClientPlan.Peer;
import io.switchgear.lab.scenario.ClientPlan.Pool;
import io.switchgear.lab.scenario.ClientPlan.Switchgear;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Reads a client. */
final class ClientReader {
  private static final int MOST = 1_000_000;
  private static final List<String> HABITS = List.of("naive", "dependency", "peer");
  private static final List<String> KEYS =
      List.of(
          "name",
          "naive",
          "dependency",
          "peer",
          "instances",
          "workers",
          "queue",
          "keeps",
          "work",
          "backlog",
          "fallback");

  private ClientReader() {}

  static Optional<ClientPlan> read(YamlEntry entry) {
    Fields fields = Fields.of(entry, KEYS);
    Optional<String> name = fields.need("name", YamlEntry::text);
    Optional<Habit> habit = fields.oneOf(HABITS).flatMap(kind -> habit(kind, fields));
    int instances = fields.get("instances", it -> it.wholeNumber(1, 10_000), 1);
    Optional<Pool> pool = pool(fields);
    Optional<Duration> fallback = fields.find("fallback", YamlEntry::duration);
    return name.flatMap(
        it -> habit.map(does -> new ClientPlan(it, does, instances, pool, fallback)));
  }

  private static Optional<Habit> habit(String kind, Fields fields) {
    return switch (kind) {
      case "naive" -> fields.find("naive", ClientReader::naive);
      case "peer" -> fields.find("peer", ClientReader::peer);
      default -> fields.find("dependency", ClientReader::dependency);
    };
  }

  private static Optional<Habit> peer(YamlEntry entry) {
    List<String> names =
        Arrays.stream(Peer.Model.values()).map(it -> it.name().toLowerCase(Locale.ROOT)).toList();
    return entry
        .oneOf(names)
        .map(word -> new Peer(Peer.Model.valueOf(word.toUpperCase(Locale.ROOT))));
  }

  private static Optional<Habit> dependency(YamlEntry entry) {
    Optional<DependencyConfig> config = entry.dependency();
    return config.map(Switchgear::new);
  }

  private static Optional<Pool> pool(Fields fields) {
    if (!fields.has("workers")) {
      List.of("queue", "keeps", "work", "backlog").stream()
          .filter(fields::has)
          .forEach(key -> fields.problem("'" + key + "' needs 'workers'"));
      return Optional.empty();
    }
    int queue = fields.get("queue", it -> it.wholeNumber(0, MOST), MOST);
    boolean keeps = fields.get("keeps", YamlEntry::bool, false);
    Duration work = fields.get("work", YamlEntry::duration, Duration.ZERO);
    int backlog = fields.get("backlog", it -> it.wholeNumber(0, MOST), 0);
    return fields
        .find("workers", it -> it.wholeNumber(1, MOST))
        .map(workers -> new Pool(workers, queue, keeps, work, backlog));
  }

  /** A word for one of the usual loops, or a mapping that changes its numbers. */
  private static Optional<Habit> naive(YamlEntry entry) {
    if (!entry.isMapping()) {
      return kind(entry).map(ClientReader::standard);
    }
    Fields fields = Fields.of(entry, List.of("kind", "attempts", "wait", "timeout", "dumps"));
    return fields
        .need("kind", ClientReader::kind)
        .map(ClientReader::standard)
        .map(
            it ->
                new Naive(
                    it.kind(),
                    fields.get("attempts", number -> number.wholeNumber(0, MOST), it.attempts()),
                    fields.get("wait", YamlEntry::duration, it.pause()),
                    fields.get("timeout", YamlEntry::duration, it.timeout()),
                    fields.get("dumps", YamlEntry::bool, it.dumps())));
  }

  private static Optional<Naive.Kind> kind(YamlEntry entry) {
    return entry
        .oneOf(List.of("none", "immediate", "fixed", "exponential"))
        .map(word -> Naive.Kind.valueOf(word.toUpperCase(Locale.ROOT)));
  }

  private static Naive standard(Naive.Kind kind) {
    Duration timeout = Duration.ofSeconds(30);
    return switch (kind) {
      case NONE -> new Naive(kind, 1, Duration.ZERO, timeout, false);
      case IMMEDIATE -> new Naive(kind, 3, Duration.ZERO, timeout, false);
      case FIXED -> new Naive(kind, 0, Duration.ofSeconds(60), timeout, false);
      case EXPONENTIAL -> new Naive(kind, 5, Duration.ofMillis(200), timeout, false);
    };
  }
}
