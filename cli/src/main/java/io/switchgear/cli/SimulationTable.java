// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli;

import io.switchgear.lab.scenario.Scenario;
import io.switchgear.lab.simulate.Estimate;
import io.switchgear.lab.simulate.Experiment;
import io.switchgear.lab.simulate.Measure;
import java.util.List;
import java.util.Locale;

/** The clients of an experiment side by side. */
final class SimulationTable {
  private static final int LEAST_WIDTH = 12;
  private static final int LABEL_WIDTH = 22;

  private final Experiment experiment;
  private final String plusMinus;

  /**
   * A table.
   *
   * @param experiment what it shows
   * @param unicode whether characters beyond ASCII come out as they are
   */
  SimulationTable(Experiment experiment, boolean unicode) {
    this.experiment = experiment;
    this.plusMinus = unicode ? "\u00b1" : "+-";
  }

  String text() {
    StringBuilder text = new StringBuilder();
    Scenario.About about = experiment.scenario().about();
    text.append(about.name()).append(": ").append(Errors.oneLine(about.title())).append('\n');
    if (!about.source().isEmpty()) {
      text.append("source: ").append(Errors.oneLine(about.source())).append('\n');
    }
    text.append(seeds()).append("\n\n");
    row(text, "", experiment.clients().stream().map(Experiment.Client::name).toList());
    for (Measure measure : Measure.values()) {
      row(text, measure.label(), cells(measure));
    }
    return text.toString();
  }

  private String seeds() {
    return experiment.runs() == 1
        ? "seed " + experiment.seed()
        : "seeds %d to %d; mean %s 95 %% confidence"
            .formatted(experiment.seed(), experiment.seed() + experiment.runs() - 1, plusMinus);
  }

  private List<String> cells(Measure measure) {
    return experiment.clients().stream()
        .map(client -> cell(measure, client.estimate(measure)))
        .toList();
  }

  private String cell(Measure measure, Estimate estimate) {
    if (estimate.runs() == 0) {
      return measure == Measure.TIME_TO_RECOVER ? "never" : "-";
    }
    String number = number(measure, estimate.mean());
    return experiment.runs() == 1
        ? number
        : number + " " + plusMinus + " " + number(measure, estimate.margin());
  }

  private static String number(Measure measure, double value) {
    return String.format(Locale.ROOT, "%,." + measure.decimals() + "f", value);
  }

  private void row(StringBuilder text, String label, List<String> cells) {
    StringBuilder row = new StringBuilder(String.format("%-" + LABEL_WIDTH + "s", label));
    for (int i = 0; i < cells.size(); i++) {
      int width = width(experiment.clients().get(i).name());
      row.append(String.format("  %" + width + "s", cells.get(i)));
    }
    text.append(row.toString().stripTrailing()).append('\n');
  }

  private int width(String name) {
    return Math.max(name.length(), experiment.runs() == 1 ? LEAST_WIDTH : LEAST_WIDTH + 9);
  }
}
