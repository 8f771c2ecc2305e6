// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.scenario;

import io.switchgear.config.Durations;
import io.switchgear.config.YamlEntry;
import io.switchgear.lab.scenario.Workload.Bursts;
import io.switchgear.lab.scenario.Workload.Humans;
import io.switchgear.lab.scenario.Workload.KeyPlan;
import io.switchgear.lab.scenario.Workload.Loop;
import io.switchgear.lab.scenario.Workload.Pattern;
import io.switchgear.lab.scenario.Workload.Steady;
import io.switchgear.lab.scenario.Workload.Stream;
import io.switchgear.lab.scenario.Workload.Times;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads who calls and when. */
final class WorkloadReader {
  private static final List<String> PATTERNS = List.of("rate", "burst", "users", "times", "file");
  private static final List<String> STREAM =
      List.of(
          "rate", "even", "burst", "every", "users", "think", "times", "file", "from", "until",
          "method");
  private static final int MOST = 1_000_000;
  private static final int MOST_KEYS = 100_000;
  private static final List<String> METHODS =
      List.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE");

  private final Duration duration;

  WorkloadReader(Duration duration) {
    this.duration = duration;
  }

  Workload read(Fields file) {
    List<Stream> streams = new ArrayList<>();
    List<YamlEntry> items = file.items("arrivals");
    if (items.isEmpty()) {
      file.problem("'arrivals' is missing");
    }
    items.forEach(item -> stream(Fields.of(item, STREAM)).ifPresent(streams::add));
    KeyPlan keys = file.get("keys", WorkloadReader::keys, new KeyPlan(1, 1));
    return new Workload(streams, keys, file.find("humans", WorkloadReader::humans));
  }

  private Optional<Stream> stream(Fields fields) {
    Duration from = fields.get("from", YamlEntry::duration, Duration.ZERO);
    Duration until = fields.get("until", YamlEntry::duration, duration);
    String method = fields.get("method", entry -> entry.oneOf(METHODS), "GET");
    return fields
        .oneOf(PATTERNS)
        .flatMap(kind -> pattern(kind, fields))
        .map(pattern -> new Stream(pattern, from, until, method));
  }

  private static Optional<Pattern> pattern(String kind, Fields fields) {
    return switch (kind) {
      case "rate" -> {
        boolean even = fields.get("even", YamlEntry::bool, false);
        yield fields.find("rate", YamlEntry::perSecond).map(rate -> new Steady(rate, even));
      }
      case "burst" -> {
        Duration every = fields.need("every", WorkloadReader::interval).orElse(Duration.ofDays(1));
        yield fields.find("burst", it -> it.wholeNumber(1, MOST)).map(it -> new Bursts(it, every));
      }
      case "users" -> {
        Duration think = fields.get("think", YamlEntry::duration, Duration.ZERO);
        yield fields.find("users", it -> it.wholeNumber(1, MOST)).map(it -> new Loop(it, think));
      }
      case "times" -> Optional.of(new Times(times(fields.items("times"))));
      default -> fields.find("file", WorkloadReader::file).map(Times::new);
    };
  }

  private static Optional<Duration> interval(YamlEntry entry) {
    Optional<Duration> every = entry.duration();
    if (every.filter(Duration::isZero).isPresent()) {
      entry.problem("'" + entry.name() + "' must be above 0s");
      return Optional.empty();
    }
    return every;
  }

  private static List<Duration> times(List<YamlEntry> items) {
    return items.stream().flatMap(item -> item.duration().stream()).sorted().toList();
  }

  /** Seconds since the beginning, one number on each line. */
  private static Optional<List<Duration>> file(YamlEntry entry) {
    Optional<String> name = entry.text();
    if (name.isEmpty()) {
      return Optional.empty();
    }
    List<Duration> times = new ArrayList<>();
    try {
      for (String line : Files.readAllLines(Path.of(name.get()))) {
        if (!line.isBlank()) {
          times.add(Duration.ofNanos(Math.round(Double.parseDouble(line.strip()) * 1e9)));
        }
      }
    } catch (IOException | InvalidPathException e) {
      entry.problem("the file '" + name.get() + "' can't be read");
    } catch (NumberFormatException e) {
      entry.problem("line " + (times.size() + 1) + " of '" + name.get() + "' isn't a number");
    }
    return Optional.of(times.stream().sorted().toList());
  }

  private static Optional<KeyPlan> keys(YamlEntry entry) {
    if (!entry.isMapping()) {
      return entry.wholeNumber(1, MOST_KEYS).map(count -> new KeyPlan(count, 1.0 / count));
    }
    Fields fields = Fields.of(entry, List.of("count", "first"));
    return fields
        .need("count", it -> it.wholeNumber(1, MOST_KEYS))
        .map(count -> new KeyPlan(count, fields.get("first", YamlEntry::share, 1.0 / count)));
  }

  private static Optional<Humans> humans(YamlEntry entry) {
    Fields fields = Fields.of(entry, List.of("share", "after", "times"));
    double share = fields.get("share", YamlEntry::share, 1.0);
    int times = fields.get("times", it -> it.wholeNumber(1, 100), 3);
    return fields
        .need("after", WorkloadReader::range)
        .map(range -> new Humans(share, range.get(0), range.get(1), times));
  }

  private static Optional<List<Duration>> range(YamlEntry entry) {
    Optional<String> text = entry.text();
    Optional<List<Duration>> range = text.flatMap(WorkloadReader::range);
    if (text.isPresent() && range.isEmpty()) {
      entry.problem("'" + entry.name() + "' must be a range such as 5s-20s");
    }
    return range;
  }

  private static Optional<List<Duration>> range(String text) {
    int dash = text.indexOf('-');
    Optional<Duration> least = Durations.parse(dash < 0 ? text : text.substring(0, dash));
    Optional<Duration> most = Durations.parse(text.substring(dash + 1));
    return least
        .flatMap(it -> most.map(end -> List.of(it, end)))
        .filter(it -> it.get(0).compareTo(it.get(1)) <= 0);
  }
}
