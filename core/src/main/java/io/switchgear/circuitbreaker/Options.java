// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import io.switchgear.core.RandomSource;
import io.switchgear.core.Throttled;
import io.switchgear.core.TimeSource;
import io.switchgear.core.Verdicts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The values of {@link CircuitBreakerConfig}, copied before each change. */
final class Options {
  private static final List<TripRule> DEFAULT_RULES = List.of(TripRule.consecutiveFailures(5));

  String name = "";
  @Nullable List<TripRule> tripRules;
  @Nullable Proportional proportional;
  CoolDown coolDown = CoolDown.fixed(Duration.ofSeconds(30));
  Duration trustedWait = Duration.ZERO;
  Duration ramp = Duration.ZERO;
  @Nullable HealthProbe probe;
  Duration probeInterval = Duration.ZERO;
  int trialCalls = 1;

  /** 0 means as many as trial calls. */
  int successThreshold;

  @Nullable Duration trialTimeout;
  Throttled throttled = Throttled.PACE;
  Duration holdFor = Duration.ofHours(1);
  boolean countCalls = true;
  Verdicts<? super @Nullable Object> verdicts = Verdicts.standard();
  TimeSource time = TimeSource.system();
  RandomSource random = RandomSource.system();

  List<TripRule> tripRules() {
    if (tripRules != null) {
      return tripRules;
    }
    return proportional == null ? DEFAULT_RULES : List.of();
  }

  List<TripRule> evidenceRules() {
    if (proportional == null) {
      return tripRules();
    }
    List<TripRule> all = new ArrayList<>(tripRules());
    all.add(proportional.rule());
    return all;
  }

  Options copy() {
    Options copy = new Options();
    copy.name = name;
    copy.tripRules = tripRules;
    copy.proportional = proportional;
    copy.coolDown = coolDown;
    copy.trustedWait = trustedWait;
    copy.ramp = ramp;
    copy.probe = probe;
    copy.probeInterval = probeInterval;
    copy.trialCalls = trialCalls;
    copy.successThreshold = successThreshold;
    copy.trialTimeout = trialTimeout;
    copy.throttled = throttled;
    copy.holdFor = holdFor;
    copy.countCalls = countCalls;
    copy.verdicts = verdicts;
    copy.time = time;
    copy.random = random;
    return copy;
  }
}
