// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import io.switchgear.core.AttemptBudget;
import java.util.Map;
import java.util.Optional;

/** Reads how many further attempts all calls together may make. */
final class BudgetReader {
  private static final int MOST_PER_SECOND = 1_000_000;

  private static final Key<Double> MIN_PER_SECOND =
      Key.of(
              "minPerSecond",
              Kinds.number(0, MOST_PER_SECOND),
              "how many a second are allowed however few calls there are")
          .standard(1);

  private BudgetReader() {}

  /**
   * The key of a budget.
   *
   * @param id what the reference page and the schema call its section
   * @param percent the percentage of calls that holds unless another one is named
   */
  static Key<AttemptBudget> key(String id, int percent) {
    Key<Double> ratio =
        Key.of("ratio", Kinds.share(), "the share of a further attempt that a call earns")
            .standard(percent + "%");
    Kind<AttemptBudget> unlimited =
        new ScalarKind<>(
            "unlimited or a mapping",
            "`unlimited`",
            Map.of("const", "unlimited"),
            scalar ->
                Optional.of(scalar.text())
                    .filter("unlimited"::equals)
                    .map(word -> AttemptBudget.unlimited()));
    Kind<AttemptBudget> section =
        new SectionKind(id, Keys.of(ratio, MIN_PER_SECOND))
            .to(it -> Optional.of(budget(it, ratio, percent / 100.0)));
    return Key.of(
            "budget",
            new EitherKind<>(unlimited, section),
            "how many further attempts all calls together may make, so that an outage isn't met"
                + " with a multiple of the load")
        .standard("{ ratio: " + percent + "%, minPerSecond: 1 }");
  }

  private static AttemptBudget budget(Section section, Key<Double> key, double standard) {
    AttemptBudget budget = AttemptBudget.ofCalls(section.get(key).orElse(standard));
    return section.change(budget, MIN_PER_SECOND, AttemptBudget::minPerSecond);
  }
}
