// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.tune;

import io.switchgear.config.SwitchgearConfig;
import io.switchgear.lab.log.CallLog;
import io.switchgear.lab.replay.Grid;
import io.switchgear.lab.replay.Outcomes;
import io.switchgear.lab.replay.Replay;
import io.switchgear.lab.replay.ReplayConfig;
import io.switchgear.lab.replay.ReplayResult;
import io.switchgear.lab.replay.Variant;
import io.switchgear.lab.replay.VariantResult;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Chooses a rule and a cool-down: of many that are replayed, the one that did best in the first
 * part of the log; what it did in the rest says how good it is.
 */
final class BreakerAdvisor {
  /** A good call that is rejected costs as much as two failures that are saved. */
  private static final int COST_OF_WRONG = 2;

  private static final long LEAST_FAILURES = 10;
  private static final long LEAST_CALLS = 100;
  private static final long SPARSE_MILLIS = TimeUnit.MINUTES.toMillis(1);
  private static final long TOO_SPARSE_MILLIS = TimeUnit.HOURS.toMillis(1);

  private final Survey survey;
  private final boolean sparse;
  private final List<Candidate> candidates = new ArrayList<>();

  BreakerAdvisor(Survey survey) {
    this.survey = survey;
    this.sparse = survey.spacingMillis() > SPARSE_MILLIS;
    String rules =
        sparse
            ? "consecutiveFailures=2,3,5,10"
            : "consecutiveFailures=3,5,10;failures=5/1m;failureRate=50%/20,20%/50;auto";
    for (Variant rule : Grid.parse(rules).variants()) {
      for (Variant coolDown : Grid.parse("coolDown=" + coolDowns()).variants()) {
        candidates.add(new Candidate(rule, coolDown));
      }
    }
  }

  /** With long times between calls, a shorter cool-down makes each call a trial. */
  private String coolDowns() {
    if (!sparse) {
      return "5s,10s,30s,1m,5m";
    }
    long minutes = Math.max(1, TimeUnit.MILLISECONDS.toMinutes(survey.spacingMillis()));
    return "%dm,%dm,%dm".formatted(minutes, 3 * minutes, 10 * minutes);
  }

  /** Advice on the breaker; what is read is the log from its start to its end. */
  Advice advise(CallLog log, SwitchgearConfig base, Instant split) {
    if (survey.calls() < LEAST_CALLS) {
      return none("the log has %d calls, fewer than %d".formatted(survey.calls(), LEAST_CALLS));
    }
    long failures = survey.failures() + survey.throttled();
    if (failures < LEAST_FAILURES) {
      return none(
          "%d of %,d calls failed, too few to learn from".formatted(failures, survey.calls()));
    }
    if (survey.spacingMillis() > TOO_SPARSE_MILLIS) {
      return none(
          "the calls to a target are %s apart: hardly one would come during a cool-down"
              .formatted(Advisors.text(survey.spacingMillis())));
    }
    ReplayResult result =
        Replay.run(
            log,
            ReplayConfig.of(base.dependencies().values())
                .variants(candidates.stream().map(Candidate::variant).toList())
                .split(split));
    return judged(result);
  }

  private Advice judged(ReplayResult result) {
    List<VariantResult> results = result.variants().subList(1, result.variants().size());
    long best =
        results.stream().mapToLong(it -> score(it.rejections().beforeSplit())).max().orElse(0);
    if (best <= 0) {
      return none(
          "none of %d rules and cool-downs saves more than it costs in the first part of the log"
              .formatted(results.size()));
    }
    // Of those that are as good, the one that trips least often.
    VariantResult chosen =
        results.stream()
            .filter(it -> score(it.rejections().beforeSplit()) >= 0.95 * best)
            .min(Comparator.comparingLong(VariantResult::trips))
            .orElseThrow();
    Candidate candidate = candidates.get(results.indexOf(chosen));
    Outcomes before = chosen.rejections().beforeSplit();
    Outcomes after = chosen.rejections().afterSplit();
    String evidence =
        "best of %d in the first part of the log: %,d saved, %,d wrong; in the rest: %,d saved, %,d"
            .formatted(
                results.size(), before.failed(), before.fine(), after.failed(), after.fine());
    return new Advice(
        "breaker", candidate.yaml(), evidence + " wrong" + outages(), confidence(chosen));
  }

  private String outages() {
    long count = survey.outageMillis().getTotalCount();
    return (count == 0
            ? ""
            : "; %,d times a target failed on end, for %s at the median"
                .formatted(count, Advisors.text(survey.outageMillis().getValueAtPercentile(50))))
        + (sparse
            ? "; calls are %s apart, so only rules on failures in a row were tried"
                .formatted(Advisors.text(survey.spacingMillis()))
            : "");
  }

  private Confidence confidence(VariantResult chosen) {
    long after = score(chosen.rejections().afterSplit());
    if (after <= 0) {
      return Confidence.LOW;
    }
    return survey.outageMillis().getTotalCount() >= 3 && chosen.suspected() == 0
        ? Confidence.HIGH
        : Confidence.MEDIUM;
  }

  private static long score(Outcomes rejected) {
    return rejected.failed() - COST_OF_WRONG * rejected.fine();
  }

  private static Advice none(String reason) {
    return Advice.none("breaker", reason);
  }

  /** A rule with a cool-down. */
  private record Candidate(Variant rule, Variant coolDown) {
    Variant variant() {
      return Grid.both(rule, coolDown);
    }

    String yaml() {
      String trip = rule.name().equals("auto") ? "auto" : "{ " + rule.name() + " }";
      return "{ trip: %s, %s }".formatted(trip, coolDown.name());
    }
  }
}
