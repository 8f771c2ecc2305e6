// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.scenario;

import io.switchgear.config.YamlEntry;
import io.switchgear.lab.scenario.UpstreamBehavior.Capacity;
import io.switchgear.lab.scenario.UpstreamBehavior.Faults;
import io.switchgear.lab.scenario.UpstreamBehavior.Overload;
import io.switchgear.lab.scenario.UpstreamBehavior.Reach;
import io.switchgear.lab.scenario.UpstreamBehavior.Shards;
import io.switchgear.lab.scenario.UpstreamBehavior.Throttling;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads what an upstream does: settings, and phases whose settings are in their place. */
final class UpstreamReader {
  private static final int MOST_SERVERS = 1_000_000;
  private static final int MOST_PHASES = 1_000;
  private static final List<String> BEHAVIOR =
      List.of(
          "latency",
          "servers",
          "queue",
          "warmUp",
          "errorRate",
          "errorStatus",
          "hangRate",
          "reach",
          "shards",
          "failingShards",
          "limit",
          "overload");
  private static final String PHASES = "phases";
  private static final String FOR = "for";

  private UpstreamReader() {}

  static List<UpstreamPhase> read(YamlEntry upstream) {
    Fields fields = Fields.of(upstream, plus(PHASES));
    UpstreamBehavior base = behavior(fields, UpstreamBehavior.STANDARD);
    List<YamlEntry> items = fields.items(PHASES);
    if (items.size() > MOST_PHASES) {
      fields.problem("'phases' must have at most " + MOST_PHASES + " items");
    }
    List<UpstreamPhase> phases = new ArrayList<>();
    for (YamlEntry item : items) {
      Fields phase = Fields.of(item, plus(FOR));
      Optional<Duration> length = phase.find(FOR, YamlEntry::duration);
      if (!phase.has(FOR) && phases.size() < items.size() - 1) {
        phase.problem("a phase needs 'for', unless it is the last one");
      }
      phases.add(new UpstreamPhase(length.orElse(Duration.ofDays(366)), behavior(phase, base)));
    }
    return phases.isEmpty() ? List.of(new UpstreamPhase(Duration.ofDays(366), base)) : phases;
  }

  private static List<String> plus(String key) {
    return Stream.concat(Stream.of(key), BEHAVIOR.stream()).toList();
  }

  private static UpstreamBehavior behavior(Fields fields, UpstreamBehavior base) {
    UpstreamBehavior behavior =
        base.service(fields.get("latency", UpstreamReader::service, base.service()))
            .capacity(capacity(fields, base.capacity()))
            .faults(faults(fields, base.faults()));
    if (fields.has("limit")) {
      behavior =
          fields
              .find("limit", UpstreamReader::throttling)
              .map(behavior::throttling)
              .orElse(behavior);
    }
    return fields
        .find("overload", UpstreamReader::overload)
        .map(behavior::overload)
        .orElse(behavior);
  }

  private static Optional<ServiceTime> service(YamlEntry entry) {
    Optional<String> text = entry.text();
    Optional<ServiceTime> service = text.flatMap(ServiceTime::parse);
    if (text.isPresent() && service.isEmpty()) {
      entry.problem("'" + entry.name() + "' must be " + ServiceTime.FORM);
    }
    return service;
  }

  private static Capacity capacity(Fields fields, Capacity base) {
    return base.servers(
            fields.get("servers", it -> it.wholeNumber(0, MOST_SERVERS), base.servers()))
        .queue(fields.get("queue", it -> it.wholeNumber(0, MOST_SERVERS), base.queue()))
        .warmUp(fields.get("warmUp", YamlEntry::duration, base.warmUp()));
  }

  private static Faults faults(Fields fields, Faults base) {
    int shards = fields.get("shards", it -> it.wholeNumber(1, 1_000), base.shards().count());
    int failing =
        fields.get("failingShards", it -> it.wholeNumber(0, 1_000), base.shards().failing());
    return base.errorShare(fields.get("errorRate", YamlEntry::share, base.errorShare()))
        .errorStatus(fields.get("errorStatus", it -> it.wholeNumber(400, 599), base.errorStatus()))
        .hangShare(fields.get("hangRate", YamlEntry::share, base.hangShare()))
        .reach(fields.get("reach", UpstreamReader::reach, base.reach()))
        .shards(new Shards(shards, failing));
  }

  private static Optional<Reach> reach(YamlEntry entry) {
    return entry
        .oneOf(List.of("up", "refused", "dropped"))
        .map(word -> Reach.valueOf(word.toUpperCase(Locale.ROOT)));
  }

  private static Optional<Throttling> throttling(YamlEntry entry) {
    Fields fields = Fields.of(entry, List.of("rate", "retryAfter", "status", "countsRefused"));
    boolean retryAfter = fields.get("retryAfter", YamlEntry::bool, true);
    int status = fields.get("status", it -> it.wholeNumber(400, 599), 429);
    boolean counts = fields.get("countsRefused", YamlEntry::bool, false);
    return fields
        .need("rate", YamlEntry::rateLimit)
        .map(limit -> new Throttling(limit, retryAfter, status, counts));
  }

  private static Optional<Overload> overload(YamlEntry entry) {
    Fields fields = Fields.of(entry, List.of("above", "below", "errorRate", "slowdown"));
    double above = fields.need("above", YamlEntry::perSecond).orElse(1.0);
    double below = fields.need("below", YamlEntry::perSecond).orElse(1.0);
    if (below > above) {
      fields.problem("'below' must not be more than 'above'");
    }
    double errors = fields.get("errorRate", YamlEntry::share, 0.0);
    int slowdown = fields.get("slowdown", it -> it.wholeNumber(1, 1_000), 1);
    return Optional.of(new Overload(above, below, errors, slowdown));
  }
}
