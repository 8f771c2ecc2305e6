// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.report;

import io.switchgear.lab.report.Chart.Look;
import io.switchgear.lab.scenario.Scenario;
import io.switchgear.lab.simulate.Estimate;
import io.switchgear.lab.simulate.Experiment;
import io.switchgear.lab.simulate.Measure;
import io.switchgear.lab.simulate.Timeline;
import io.switchgear.lab.simulate.Timeline.Mark;
import io.switchgear.lab.simulate.Timeline.Track;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** A simulation as a page: the measures side by side, and what happened to each client when. */
public final class SimulationReport {
  /** More points than a wide screen has don't show. */
  private static final int MOST_POINTS = 900;

  private static final int MOST_DECISIONS = 200;

  private final Experiment experiment;
  private final Page page;
  private double queueTop;

  private SimulationReport(Experiment experiment) {
    this.experiment = experiment;
    this.page = new Page(experiment.scenario().about().title());
  }

  /**
   * The page.
   *
   * @param experiment what was simulated; the charts show the run with its first seed
   * @return HTML that needs nothing else
   */
  public static String html(Experiment experiment) {
    SimulationReport report = new SimulationReport(experiment);
    report.write();
    return report.page.html();
  }

  private void write() {
    Scenario scenario = experiment.scenario();
    String source = scenario.about().source();
    page.text(
        scenario.about().name()
            + (source.isEmpty() ? "" : ", source: " + source)
            + ". Seed "
            + experiment.seed()
            + (experiment.runs() == 1
                ? "."
                : ", " + experiment.runs() + " runs; means with 95 % confidence."));
    measures();
    for (Experiment.Client client : experiment.clients()) {
      queueTop = Math.max(queueTop, client.estimate(Measure.QUEUE_PEAK).mean());
    }
    experiment.clients().forEach(this::client);
  }

  private void measures() {
    List<String> head =
        Stream.concat(Stream.of(""), experiment.clients().stream().map(Experiment.Client::name))
            .toList();
    List<List<String>> rows = new ArrayList<>();
    for (Measure measure : Measure.values()) {
      List<String> row = new ArrayList<>(List.of(measure.label()));
      experiment.clients().forEach(client -> row.add(cell(measure, client.estimate(measure))));
      rows.add(row);
    }
    page.table(head, rows);
  }

  private static String cell(Measure measure, Estimate estimate) {
    if (estimate.runs() == 0) {
      return measure == Measure.TIME_TO_RECOVER ? "never" : "–";
    }
    String mean = number(estimate.mean(), measure.decimals());
    return estimate.margin() == 0
        ? mean
        : mean + " ± " + number(estimate.margin(), measure.decimals());
  }

  private static String number(double value, int decimals) {
    return String.format(Locale.ROOT, "%,." + decimals + "f", value);
  }

  private void client(Experiment.Client client) {
    Timeline timeline = client.timeline();
    Points points = new Points(timeline, MOST_POINTS);
    page.heading(client.name());
    Chart rates =
        chart("Calls a second", points, timeline)
            .line("wanted", Look.FAINT, points.perSecond(Track.ARRIVED))
            .line("upstream calls", Look.PLAIN, points.perSecond(Track.SENT))
            .line("wasted", Look.BAD, points.perSecond(Track.WASTED))
            .line("refused by the client", Look.HELD, points.perSecond(Track.REFUSED))
            .line("successes", Look.GOOD, points.perSecond(Track.SUCCEEDED));
    page.chart(rates);
    if (queueTop > 0) {
      page.chart(
          chart("Work that waits", points, timeline)
              .top(queueTop)
              .line("waiting", Look.PLAIN, points.most(Track.WAITING)));
    }
    if (!timeline.marks().isEmpty()) {
      page.chart(
          chart("Circuits that aren't closed", points, timeline)
              .line("not closed", Look.HELD, points.most(Track.OPEN)));
      decisions(timeline.marks());
    }
  }

  private Chart chart(String title, Points points, Timeline timeline) {
    Scenario.Span span = experiment.scenario().span();
    Chart chart = new Chart(title, points.seconds());
    if (span.troubleFrom().compareTo(span.troubleUntil()) < 0) {
      chart.band(span.troubleFrom().toMillis() / 1e3, span.troubleUntil().toMillis() / 1e3);
    }
    timeline.marks().stream()
        .filter(Mark::trip)
        .forEach(mark -> chart.mark(mark.atSeconds(), mark.suspect() ? Look.BAD : Look.HELD));
    return chart;
  }

  private void decisions(List<Mark> marks) {
    List<List<String>> rows =
        marks.stream()
            .limit(MOST_DECISIONS)
            .map(
                mark ->
                    List.of(
                        clock(mark.atSeconds()),
                        mark.text() + (mark.suspect() ? " (suspect)" : "")))
            .toList();
    String summary =
        rows.size() < marks.size()
            ? "The first " + rows.size() + " decisions"
            : "All " + rows.size() + " decisions";
    page.details(summary, List.of("at", "decision"), rows);
  }

  private static String clock(double seconds) {
    Duration time = Duration.ofMillis(Math.round(seconds * 1e3));
    return String.format(
        Locale.ROOT,
        "%d:%02d:%02d.%03d",
        time.toHours(),
        time.toMinutesPart(),
        time.toSecondsPart(),
        time.toMillisPart());
  }
}
