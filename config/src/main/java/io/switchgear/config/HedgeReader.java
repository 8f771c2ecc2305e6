// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import io.switchgear.core.AttemptBudget;
import io.switchgear.hedge.Hedge;
import io.switchgear.hedge.HedgeConfig;
import io.switchgear.http.HttpVerdicts;
import java.time.Duration;
import java.util.Set;

/** Reads when a second attempt overtakes a slow one. The ranges are those of the hedge's own. */
final class HedgeReader {
  private static final int BUDGET_PERCENT = 5;

  private static final Key<Duration> AFTER =
      Key.of(
              "after",
              Kinds.duration(Kinds.LONGEST),
              "another attempt begins when the latest one has run as long as this")
          .standardWords("learned, as `afterSlowest` says");

  private static final Key<Double> AFTER_SLOWEST =
      Key.of(
              "afterSlowest",
              Kinds.share(0.001, 0.5, "5%"),
              "another attempt begins when the first one is among this share of the slowest; in"
                  + " place of `after`")
          .standard("5%");

  private static final Key<Duration> INITIAL_DELAY =
      Key.of(
              "initialDelay",
              Kinds.duration(Kinds.LONGEST),
              "when another attempt begins as long as too few calls are known; not with `after`")
          .standard("1s");

  private static final Key<Integer> MAX_ATTEMPTS =
      Key.of(
              "maxAttempts",
              Kinds.wholeNumber(2, 10),
              "how many attempts are made at most, the first included")
          .standard(2);

  private static final Key<AttemptBudget> BUDGET = BudgetReader.key("hedgeBudget", BUDGET_PERCENT);

  private static final Key<Set<String>> METHODS =
      Key.of(
              "methods",
              Methods.kind(0),
              "the methods whose calls are hedged; calls with a header `Idempotency-Key` are in any"
                  + " case")
          .standard(Methods.shown(Methods.SAFE));

  static final SectionKind SECTION =
      new SectionKind(
          "hedge", Keys.of(AFTER, AFTER_SLOWEST, INITIAL_DELAY, MAX_ATTEMPTS, BUDGET, METHODS));

  private HedgeReader() {}

  static RequestHedgeConfig read(Section section, String name, HttpVerdicts verdicts) {
    HedgeConfig policy = Hedge.named(name).verdicts(verdicts);
    if (section.setting(AFTER).isPresent()) {
      section.refuse(AFTER_SLOWEST, "can't be there together with 'after'");
      section.refuse(INITIAL_DELAY, "is for a delay that is learned, not for 'after'");
    }
    policy = section.change(policy, AFTER, HedgeConfig::after);
    policy = section.change(policy, AFTER_SLOWEST, HedgeConfig::afterSlowest);
    policy = section.change(policy, INITIAL_DELAY, HedgeConfig::initialDelay);
    policy = section.change(policy, MAX_ATTEMPTS, HedgeConfig::maxAttempts);
    policy = section.change(policy, BUDGET, HedgeConfig::budget);
    return new RequestHedgeConfig(policy, section.get(METHODS).orElse(Methods.SAFE));
  }
}
