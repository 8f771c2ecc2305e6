// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.stub;

import io.switchgear.config.Durations;
import io.switchgear.config.YamlEntry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Reads a schedule: settings that override those given, and phases that override both.
 *
 * <pre>{@code
 * latency: 20ms-80ms
 * phases:
 *   - for: 20s
 *     limit: 600/min
 *   - limit: 200/min
 * }</pre>
 */
final class ScheduleReader {
  private static final String PHASES = "phases";
  private static final String FOR = "for";

  private ScheduleReader() {}

  /** The settings with those of the file over them. */
  static StubConfig read(YamlEntry file, StubConfig given) {
    List<YamlEntry> entries = file.entries(keysAnd(PHASES));
    StubBehavior base = behavior(entries, given.phases().get(0).behavior());
    return entries.stream()
        .filter(entry -> entry.name().equals(PHASES))
        .findFirst()
        .flatMap(phases -> phases(phases, base))
        .map(given::phases)
        .orElseGet(() -> given.behavior(base));
  }

  private static Optional<List<StubPhase>> phases(YamlEntry list, StubBehavior base) {
    List<YamlEntry> items = list.items();
    if (items.isEmpty() || items.size() > StubConfig.MAX_PHASES) {
      list.problem("'phases' must have from 1 to " + StubConfig.MAX_PHASES + " items");
      return Optional.empty();
    }
    List<StubPhase> phases = new ArrayList<>();
    for (YamlEntry item : items) {
      phases.add(phase(item, base, phases.size() == items.size() - 1));
    }
    return Optional.of(phases);
  }

  private static StubPhase phase(YamlEntry item, StubBehavior base, boolean last) {
    List<YamlEntry> entries = item.entries(keysAnd(FOR));
    StubBehavior behavior = behavior(entries, base);
    Optional<YamlEntry> duration =
        entries.stream().filter(entry -> entry.name().equals(FOR)).findFirst();
    if (duration.isEmpty() && !last) {
      item.problem("a phase needs 'for', unless it is the last one");
    }
    return duration
        .flatMap(ScheduleReader::duration)
        .map(time -> new StubPhase(time, behavior))
        .orElseGet(() -> StubPhase.last(behavior));
  }

  private static Optional<Duration> duration(YamlEntry entry) {
    Optional<String> text = entry.text();
    Optional<Duration> duration = text.flatMap(Durations::parse).filter(StubPhase::isInRange);
    if (text.isPresent() && duration.isEmpty()) {
      entry.problem("'for' must be a duration from 1ms to 1d, such as 30s");
    }
    return duration;
  }

  private static StubBehavior behavior(List<YamlEntry> entries, StubBehavior base) {
    StubBehavior behavior = base;
    for (YamlEntry entry : entries) {
      if (StubSetting.keys().contains(entry.name())) {
        behavior = with(entry, behavior);
      }
    }
    return behavior;
  }

  private static StubBehavior with(YamlEntry entry, StubBehavior behavior) {
    Optional<String> text = entry.text();
    try {
      return text.isPresent() ? behavior.set(entry.name(), text.get()) : behavior;
    } catch (IllegalArgumentException e) {
      entry.problem(String.valueOf(e.getMessage()));
      return behavior;
    }
  }

  private static List<String> keysAnd(String key) {
    return Stream.concat(Stream.of(key), StubSetting.keys().stream()).toList();
  }
}
