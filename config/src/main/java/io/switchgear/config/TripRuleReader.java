// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import io.switchgear.circuitbreaker.ConsecutiveFailures;
import io.switchgear.circuitbreaker.SlowCallRate;
import io.switchgear.circuitbreaker.TripRule;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the rules that open a circuit. The ranges are those of the rules themselves. */
final class TripRuleReader {
  private static final int MAX_FAILURES = 1_000;
  private static final int MAX_LAST_CALLS = 4_096;
  private static final int MAX_MIN_CALLS = 1_000_000;
  private static final int MAX_RULES = 10;

  /** For calls of a time there is no window that has to be full. */
  private static final int TIMED_MIN_CALLS = 20;

  private static final Key<Integer> FAILURES =
      Key.of("failures", Kinds.wholeNumber(1, MAX_FAILURES), "how many failures").required();

  private static final Key<Duration> ROW_WITHIN =
      Key.of(
              "within",
              Kinds.duration(Kinds.LONGEST),
              "the longest time from the first to the last of them")
          .standardWords("any time");

  private static final Key<Duration> WITHIN =
      Key.of("within", Kinds.duration(Kinds.LONGEST), "the time that slides along").required();

  private static final Key<Double> RATE =
      Key.of("rate", Kinds.share(), "the share that opens the circuit").required();

  private static final Key<Integer> LAST_CALLS =
      Key.of(
          "lastCalls", Kinds.wholeNumber(1, MAX_LAST_CALLS), "how many of the latest calls count");

  private static final Key<Duration> WINDOW =
      Key.of("window", Kinds.duration(Kinds.LONGEST), "how far back calls count");

  private static final Key<Integer> MIN_CALLS =
      Key.of(
              "minCalls",
              Kinds.wholeNumber(1, MAX_MIN_CALLS),
              "how many calls there must be at least; at most `lastCalls`")
          .standardWords("as `lastCalls`; with `window` `" + TIMED_MIN_CALLS + "`");

  private static final Key<Duration> SLOWER_THAN =
      Key.of("slowerThan", Kinds.duration(Kinds.LONGEST), "how long a call takes that is slow")
          .required();

  private static final Key<Integer> SLOW_LAST_CALLS = LAST_CALLS.required();

  private static final Key<Integer> SLOW_MIN_CALLS =
      Key.of(
              "minCalls",
              Kinds.wholeNumber(1, MAX_LAST_CALLS),
              "how many calls there must be at least; at most `lastCalls`")
          .standardWords("as `lastCalls`");

  private static final Key<Boolean> COUNT_IN_FLIGHT =
      Key.of("countInFlight", Kinds.BOOLEAN, "whether calls that still run count once they're slow")
          .standard(true);

  private static final Key<Boolean> COUNT_IGNORED =
      Key.of(
              "countIgnored",
              Kinds.BOOLEAN,
              "whether slow calls count whose caller gave up or whose result is ignored")
          .standard(true);

  private static final Key<TripRule> CONSECUTIVE_FAILURES =
      Key.of(
          "consecutiveFailures",
          new EitherKind<>(
              FAILURES.kind().to(it -> Optional.of(TripRule.consecutiveFailures(it))),
              new SectionKind("consecutiveFailures", Keys.of(FAILURES, ROW_WITHIN))
                  .to(TripRuleReader::consecutiveFailures)),
          "so many failures in a row");

  private static final Key<TripRule> FAILURE_COUNT =
      Key.of(
          "failures",
          new SectionKind("failures", Keys.of(FAILURES, WITHIN)).to(TripRuleReader::failures),
          "so many failures in a sliding time, whatever successes lie between");

  private static final Key<TripRule> FAILURE_RATE =
      Key.of(
          "failureRate",
          new SectionKind("failureRate", Keys.of(RATE, LAST_CALLS, WINDOW, MIN_CALLS))
              .to(TripRuleReader::failureRate),
          "the share of failures among the last calls, or among the calls of the last while");

  private static final Key<TripRule> SLOW_CALL_RATE =
      Key.of(
          "slowCallRate",
          new SectionKind(
                  "slowCallRate",
                  Keys.of(
                      RATE,
                      SLOWER_THAN,
                      SLOW_LAST_CALLS,
                      SLOW_MIN_CALLS,
                      COUNT_IN_FLIGHT,
                      COUNT_IGNORED))
              .to(TripRuleReader::slowCallRate),
          "the share of slow calls among the last calls; a breaker can have one such rule");

  private static final Kind<TripRule> RULE =
      new EitherKind<>(
          new ScalarKind<>(
              "auto or a mapping with one rule",
              "`auto`",
              Map.of("const", "auto"),
              scalar ->
                  Optional.of(scalar.text()).filter("auto"::equals).map(auto -> TripRule.auto())),
          OneKeyKind.of(
              "trip",
              "must have exactly one rule; a list of rules trips on any of them",
              List.of(CONSECUTIVE_FAILURES, FAILURE_COUNT, FAILURE_RATE, SLOW_CALL_RATE)));

  /** One rule or several. */
  static final Kind<List<TripRule>> RULES = new ListKind<>(RULE, "rules", 1, MAX_RULES);

  private TripRuleReader() {}

  private static Optional<TripRule> consecutiveFailures(Section section) {
    Optional<ConsecutiveFailures> failures =
        section.get(FAILURES).map(TripRule::consecutiveFailures);
    return failures.map(it -> section.change(it, ROW_WITHIN, ConsecutiveFailures::within));
  }

  private static Optional<TripRule> failures(Section section) {
    Optional<Duration> within = section.get(WITHIN);
    return section
        .get(FAILURES)
        .flatMap(failures -> within.map(time -> TripRule.failures(failures, time)));
  }

  private static Optional<TripRule> failureRate(Section section) {
    Optional<Double> rate = section.get(RATE);
    if (section.setting(LAST_CALLS).isPresent() == section.setting(WINDOW).isPresent()) {
      section.problem("'failureRate' must have either 'lastCalls' or 'window'");
      return Optional.empty();
    }
    Optional<Duration> window = section.get(WINDOW);
    int minCalls = section.get(MIN_CALLS).orElse(TIMED_MIN_CALLS);
    return section.setting(WINDOW).isPresent()
        ? rate.flatMap(it -> window.map(time -> TripRule.failureRate(it, time, minCalls)))
        : section
            .get(LAST_CALLS)
            .flatMap(
                last -> {
                  int min = minCalls(section, last);
                  return rate.map(it -> TripRule.failureRate(it, last, min));
                });
  }

  private static int minCalls(Section section, int lastCalls) {
    return section
        .setting(MIN_CALLS)
        .flatMap(Kinds.wholeNumber(1, lastCalls)::read)
        .orElse(lastCalls);
  }

  private static Optional<TripRule> slowCallRate(Section section) {
    Optional<Double> rate = section.get(RATE);
    Optional<Duration> slowerThan = section.get(SLOWER_THAN);
    Optional<Integer> lastCalls = section.get(SLOW_LAST_CALLS);
    int minCalls = minCalls(section, lastCalls.orElse(MAX_LAST_CALLS));
    boolean inFlight = section.get(COUNT_IN_FLIGHT).orElse(true);
    boolean ignored = section.get(COUNT_IGNORED).orElse(true);
    if (rate.isEmpty() || slowerThan.isEmpty() || lastCalls.isEmpty()) {
      return Optional.empty();
    }
    SlowCallRate rule =
        TripRule.slowCallRate(
            rate.get(), slowerThan.get(), lastCalls.get(), Math.min(minCalls, lastCalls.get()));
    return Optional.of(rule.countInFlight(inFlight).countIgnored(ignored));
  }
}
