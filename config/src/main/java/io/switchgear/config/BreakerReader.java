// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import io.switchgear.circuitbreaker.CircuitBreakerConfig;
import io.switchgear.circuitbreaker.ConsecutiveFailures;
import io.switchgear.circuitbreaker.TripRule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the breaker of a dependency. The ranges are those of the breaker's own settings. */
final class BreakerReader {
  static final Keys KEYS =
      Keys.of("trip", "coolDown", "trialCalls", "successThreshold", "trialTimeout");

  static final Keys RULES =
      Keys.of("consecutiveFailures", "failureRate").later("failures", "slowCallRate", "auto");

  static final Keys CONSECUTIVE_KEYS = Keys.of("failures", "within");

  static final Keys RATE_KEYS = Keys.of("rate", "lastCalls", "minCalls");

  private static final Duration MAX_DURATION = Duration.ofDays(366);
  private static final int MAX_TRIALS = 1_000;
  private static final int MAX_FAILURES = 1_000;
  private static final int MAX_LAST_CALLS = 4_096;
  private static final int MAX_RULES = 10;

  private BreakerReader() {}

  /** The settings with all that the section says; errors leave a setting as it was. */
  static CircuitBreakerConfig read(Setting breaker, CircuitBreakerConfig start) {
    return breaker.section(KEYS).map(section -> read(section, start)).orElse(start);
  }

  private static CircuitBreakerConfig read(Section section, CircuitBreakerConfig start) {
    CircuitBreakerConfig config = section.get("trip").map(it -> trip(it, start)).orElse(start);
    for (Setting setting : section.settings()) {
      config = with(setting, config).orElse(config);
    }
    return config;
  }

  private static Optional<CircuitBreakerConfig> with(Setting setting, CircuitBreakerConfig config) {
    return switch (setting.name()) {
      case "coolDown" -> setting.duration(MAX_DURATION).map(config::coolDown);
      case "trialCalls" -> setting.wholeNumber(1, MAX_TRIALS).map(config::trialCalls);
      case "successThreshold" -> setting.wholeNumber(1, MAX_TRIALS).map(config::successThreshold);
      case "trialTimeout" -> setting.duration(MAX_DURATION).map(config::trialTimeout);
      default -> Optional.empty();
    };
  }

  private static CircuitBreakerConfig trip(Setting trip, CircuitBreakerConfig config) {
    List<Setting> items = trip.items();
    if (items.isEmpty() || items.size() > MAX_RULES) {
      trip.problem(trip.shownName() + " must have 1 to " + MAX_RULES + " rules");
      return config;
    }
    List<TripRule> rules = new ArrayList<>();
    items.forEach(item -> rule(item).ifPresent(rules::add));
    return rules.isEmpty()
        ? config
        : config.tripOn(rules.get(0), rules.stream().skip(1).toArray(TripRule[]::new));
  }

  private static Optional<TripRule> rule(Setting item) {
    Optional<Section> section = item.section(RULES);
    if (section.isEmpty() || section.get().hadProblems()) {
      return Optional.empty();
    }
    List<Setting> rules = section.get().settings();
    if (rules.size() != 1) {
      item.problem(
          item.shownName() + " must have exactly one rule; a list of rules trips on any of them");
      return Optional.empty();
    }
    Setting rule = rules.get(0);
    return rule.name().equals("failureRate") ? failureRate(rule) : consecutiveFailures(rule);
  }

  private static Optional<TripRule> consecutiveFailures(Setting rule) {
    if (!rule.isSection()) {
      return rule.wholeNumber(1, MAX_FAILURES).map(TripRule::consecutiveFailures);
    }
    Optional<Section> section = rule.section(CONSECUTIVE_KEYS);
    Optional<Duration> within =
        section.flatMap(it -> it.get("within")).flatMap(it -> it.duration(MAX_DURATION));
    Optional<ConsecutiveFailures> failures =
        section
            .flatMap(it -> it.require("failures"))
            .flatMap(it -> it.wholeNumber(1, MAX_FAILURES))
            .map(TripRule::consecutiveFailures);
    return failures.map(it -> within.map(it::within).orElse(it));
  }

  private static Optional<TripRule> failureRate(Setting rule) {
    Optional<Section> section = rule.section(RATE_KEYS);
    Optional<Double> rate = section.flatMap(it -> it.require("rate")).flatMap(Setting::share);
    Optional<Integer> lastCalls =
        section
            .flatMap(it -> it.require("lastCalls"))
            .flatMap(it -> it.wholeNumber(1, MAX_LAST_CALLS));
    int most = lastCalls.orElse(MAX_LAST_CALLS);
    int minCalls =
        section
            .flatMap(it -> it.get("minCalls"))
            .flatMap(it -> it.wholeNumber(1, most))
            .orElse(most);
    return rate.flatMap(it -> lastCalls.map(last -> TripRule.failureRate(it, last, minCalls)));
  }
}
