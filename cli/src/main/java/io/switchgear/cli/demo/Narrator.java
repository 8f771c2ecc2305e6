// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli.demo;

/** Says in a sentence what is going on. */
final class Narrator {
  private final DemoPlan plan;

  Narrator(DemoPlan plan) {
    this.plan = plan;
  }

  /** One or two sentences on the moment, of at most 150 characters. */
  String sentence(Moment moment) {
    return switch (moment.act()) {
      case HEALTHY ->
          "All is well: each pipeline has %d workers, and the API takes every document."
              .formatted(plan.workers());
      case CUT -> cut(moment);
      case LIFTED -> lifted(moment);
    };
  }

  private String cut(Moment moment) {
    CircuitWatch.Circuit acme = moment.acme();
    if (!acme.isOpen()) {
      return "The API has cut its limit for each key to a fiftieth, and told nobody.";
    }
    if (acme.trials() == 0) {
      return "After 5 answers 429 in a row acme's circuit is open: no call leaves, its documents"
          + " wait here, and globex goes on.";
    }
    return "One trial call in each cool-down of %s asks about the limit. Without, %d of %d"
            .formatted(Text.seconds(plan.coolDown()), moment.without().pausing(), plan.workers())
        + " workers sleep, and globex waits too.";
  }

  private String lifted(Moment moment) {
    boolean stuck = moment.without().pausing() > plan.workers() / 2;
    if (moment.acme().isOpen()) {
      return "The limit is back to what it was, and again nobody was told. The next trial call will"
          + " find out.";
    }
    if (stuck) {
      return "The trial call passed: acme's circuit is closed and its backlog is posted at full"
          + " speed. Without, the workers still sleep.";
    }
    if (moment.with().waiting() > plan.workers()) {
      return "Both pipelines work off what has waited.";
    }
    return moment.without().waiting() > plan.workers()
        ? "With Switchgear all is posted. Without, the backlog is still worked off."
        : "Both pipelines have caught up.";
  }
}
