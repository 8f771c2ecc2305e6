// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import io.switchgear.circuitbreaker.CircuitBreakerConfig;
import io.switchgear.circuitbreaker.CoolDown;
import io.switchgear.circuitbreaker.Proportional;
import io.switchgear.circuitbreaker.SlowCallRate;
import io.switchgear.circuitbreaker.TripRule;
import io.switchgear.pipeline.Records;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Reads the settings of a breaker. The ranges are those of the breaker's own settings. */
final class BreakerReader {
  private static final int MAX_TRIALS = 1_000;
  private static final int MAX_MIN_CALLS = 1_000_000;
  private static final int MAX_MULTIPLIER = 100;

  private static final Key<List<TripRule>> TRIP =
      Key.of("trip", TripRuleReader.RULES, "what opens the circuit; of several rules, any of them")
          .standardWords("`{ consecutiveFailures: 5 }`; with `proportional` nothing");

  private static final Key<Duration> FIRST =
      Key.of("first", Kinds.duration(Kinds.LONGEST), "the first one").required();

  private static final Key<Duration> MAX =
      Key.of(
              "max",
              Kinds.duration(Kinds.LONGEST),
              "the longest one; each time that the circuit opens again it stays open longer, up to"
                  + " this")
          .standardWords("as `first`");

  private static final Key<Double> MULTIPLIER =
      Key.of(
              "multiplier",
              Kinds.number(1, MAX_MULTIPLIER),
              "the factor from one to the next; needs `max`")
          .standard(2);

  private static final Key<Double> JITTER =
      Key.of(
              "jitter",
              Kinds.share(),
              "the largest share that is added by chance, so that many instances don't try again"
                  + " at the same moment")
          .standardWords("none");

  private static final Key<Duration> HEALTHY_STRETCH =
      Key.of(
              "healthyStretch",
              Kinds.duration(Kinds.LONGEST),
              "how long the circuit must have been closed for the next cool-down to be the first"
                  + " again")
          .standard("5m");

  private static final Key<CoolDown> COOL_DOWN =
      Key.of(
              "coolDown",
              new EitherKind<>(
                  FIRST.kind().to(it -> Optional.of(CoolDown.fixed(it))),
                  new SectionKind(
                          "coolDown", Keys.of(FIRST, MAX, MULTIPLIER, JITTER, HEALTHY_STRETCH))
                      .to(BreakerReader::coolDown)),
              "how long it stays open before trial calls begin")
          .standard("30s");

  private static final Key<Duration> TRUST_RETRY_AFTER =
      Key.of(
              "trustRetryAfter",
              Kinds.duration(Kinds.LONGEST),
              "keeps it open for as long as the answer that opened it asked for, up to this, when"
                  + " that is longer than the cool-down")
          .standardWords("the cool-down decides");

  private static final Key<Integer> TRIAL_CALLS =
      Key.of(
              "trialCalls",
              Kinds.wholeNumber(1, MAX_TRIALS),
              "how many trial calls may run at the same time")
          .standard(1);

  private static final Key<Integer> SUCCESS_THRESHOLD =
      Key.of(
              "successThreshold",
              Kinds.wholeNumber(1, MAX_TRIALS),
              "how many of them must pass for the circuit to close; one that fails opens it again")
          .standardWords("as `trialCalls`");

  private static final Key<Duration> TRIAL_TIMEOUT =
      Key.of(
              "trialTimeout",
              Kinds.duration(Kinds.LONGEST),
              "after this long, a trial call counts as failed")
          .standardWords("the cool-down, at least `30s`");

  private static final Key<Duration> RAMP =
      Key.of(
              "ramp",
              Kinds.duration(Kinds.LONGEST),
              "how long it takes, after the circuit has closed, until all calls are let through"
                  + " again; their share grows from a tenth")
          .standardWords("all at once");

  private static final Key<Duration> WINDOW =
      Key.of("window", Kinds.duration(Kinds.LONGEST), "how far back calls are looked at")
          .required();

  private static final Key<Double> TOLERATING =
      Key.of(
              "tolerating",
              Kinds.share(0, 0.9, "10%"),
              "the share of failures up to which nothing is rejected")
          .standard("10%");

  private static final Key<Integer> MIN_CALLS =
      Key.of(
              "minCalls",
              Kinds.wholeNumber(1, MAX_MIN_CALLS),
              "the number of calls in the window below which nothing is rejected")
          .standard(20);

  private static final Key<Proportional> PROPORTIONAL =
      Key.of(
              "proportional",
              new SectionKind("proportional", Keys.of(WINDOW, TOLERATING, MIN_CALLS))
                  .to(BreakerReader::proportional),
              "for partial outages: the closed circuit rejects about the failing share of the"
                  + " calls, in place of opening")
          .standardWords("off");

  private static final Key<HealthProbeConfig> HEALTH_PROBE =
      Key.of(
              "healthProbe",
              HealthProbeReader.KIND,
              "asks the dependency while the circuit is open: as soon as it is healthy, trial calls"
                  + " begin")
          .standardWords("the cool-down alone decides");

  private static final Key<Duration> HOLD_FOR =
      Key.of("holdFor", Kinds.duration(Kinds.LONGEST), "how long a hold lasts that named no time")
          .standard("1h");

  private static final Key<Records> RECORDS =
      Key.of(
              "records",
              Kinds.oneOf(Records.values()),
              "whose results the circuit learns: those of each attempt of a call that is retried,"
                  + " or the one that the call ends with")
          .standard("attempt");

  static final SectionKind SECTION =
      new SectionKind(
          "breaker",
          Keys.of(
              TRIP,
              COOL_DOWN,
              TRUST_RETRY_AFTER,
              TRIAL_CALLS,
              SUCCESS_THRESHOLD,
              TRIAL_TIMEOUT,
              RAMP,
              HEALTH_PROBE,
              PROPORTIONAL,
              HOLD_FOR,
              RECORDS));

  private BreakerReader() {}

  /** The settings with all that the section says; errors leave a setting as it was. */
  static CircuitBreakerConfig read(Section section, CircuitBreakerConfig start) {
    CircuitBreakerConfig config = tripOn(section, start);
    config = section.change(config, PROPORTIONAL, CircuitBreakerConfig::proportional);
    config = section.change(config, COOL_DOWN, CircuitBreakerConfig::coolDown);
    config = section.change(config, TRUST_RETRY_AFTER, CircuitBreakerConfig::trustRetryAfter);
    config = section.change(config, TRIAL_CALLS, CircuitBreakerConfig::trialCalls);
    config = section.change(config, SUCCESS_THRESHOLD, CircuitBreakerConfig::successThreshold);
    config = section.change(config, TRIAL_TIMEOUT, CircuitBreakerConfig::trialTimeout);
    config = section.change(config, RAMP, CircuitBreakerConfig::ramp);
    return section.change(config, HOLD_FOR, CircuitBreakerConfig::holdFor);
  }

  static Optional<HealthProbeConfig> healthProbe(Section section) {
    return section.get(HEALTH_PROBE);
  }

  static Records records(Section section) {
    return section.get(RECORDS).orElse(Records.ATTEMPT);
  }

  private static CircuitBreakerConfig tripOn(Section section, CircuitBreakerConfig start) {
    List<TripRule> rules = section.get(TRIP).orElse(List.of());
    if (rules.stream().filter(SlowCallRate.class::isInstance).count() > 1) {
      section.wrong(TRIP, "can have one 'slowCallRate', not several");
      return start;
    }
    return rules.isEmpty()
        ? start
        : start.tripOn(rules.get(0), rules.stream().skip(1).toArray(TripRule[]::new));
  }

  private static Optional<CoolDown> coolDown(Section section) {
    Optional<Duration> first = section.get(FIRST);
    Optional<Duration> max = section.get(MAX);
    if (section.setting(MAX).isEmpty()) {
      section.refuse(MULTIPLIER, "needs a 'max', up to which it grows");
    }
    if (first.isEmpty()) {
      return Optional.empty();
    }
    if (max.filter(it -> it.compareTo(first.get()) < 0).isPresent()) {
      section.wrong(MAX, "must be at least 'first'");
      return Optional.empty();
    }
    CoolDown coolDown =
        max.map(most -> CoolDown.growing(first.get(), most))
            .orElseGet(() -> CoolDown.fixed(first.get()));
    coolDown = section.change(coolDown, MULTIPLIER, CoolDown::multiplier);
    coolDown = section.change(coolDown, JITTER, CoolDown::jitter);
    return Optional.of(section.change(coolDown, HEALTHY_STRETCH, CoolDown::healthyStretch));
  }

  private static Optional<Proportional> proportional(Section section) {
    // Without a window the file is refused; what else is wrong with the section is told as well.
    Proportional mode = Proportional.over(section.get(WINDOW).orElse(Kinds.LONGEST));
    mode = section.change(mode, TOLERATING, Proportional::tolerating);
    return Optional.of(section.change(mode, MIN_CALLS, Proportional::minCalls));
  }
}
