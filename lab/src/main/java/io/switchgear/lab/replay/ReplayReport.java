// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.replay;

import io.switchgear.lab.report.Chart;
import io.switchgear.lab.report.Chart.Look;
import io.switchgear.lab.report.Page;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A replay as a page. */
final class ReplayReport {
  private static final int MAX_MARKS = 200;
  private static final int MAX_ROWS = 500;

  private final ReplayResult result;
  private final Page page = new Page("What circuits would have done");

  private ReplayReport(ReplayResult result) {
    this.result = result;
  }

  static String html(ReplayResult result) {
    ReplayReport report = new ReplayReport(result);
    report.summary();
    report.chart();
    report.variants();
    report.trips();
    report.page.heading("What this can't know");
    result.unknowns().forEach(report.page::text);
    return report.page.html();
  }

  private void summary() {
    Outcomes calls = result.calls();
    Outcomes rejected = result.rejected();
    page.text(
        "%s calls, from %s to %s UTC."
            .formatted(number(calls.total()), ReplayText.date(start()), ReplayText.date(end())));
    page.table(
        List.of("calls", "failed or throttled", "fine", "the caller's own errors"),
        List.of(row("in the log", calls), row("rejected", rejected)));
  }

  private static List<String> row(String name, Outcomes outcomes) {
    return List.of(
        name, number(outcomes.failed()), number(outcomes.fine()), number(outcomes.neither()));
  }

  private void chart() {
    History history = result.history();
    Chart chart =
        new Chart("Calls a minute", history.seconds())
            .line("calls", Look.FAINT, history.callsPerMinute())
            .line("failed", Look.BAD, history.failedPerMinute())
            .line("rejected", Look.HELD, history.rejectedPerMinute());
    int marks = 0;
    for (CircuitAccount circuit : result.circuits()) {
      for (Trip trip : circuit.trips()) {
        if (marks++ < MAX_MARKS) {
          chart.mark(Duration.between(start(), trip.at()).toMillis() / 1_000.0, Look.BAD);
        }
      }
    }
    page.chart(chart);
  }

  private void variants() {
    List<List<String>> rows = new ArrayList<>();
    for (VariantResult variant : result.variants()) {
      rows.add(
          List.of(
              variant.name(),
              number(variant.trips()),
              number(variant.suspected()),
              number(variant.rejected().failed()),
              number(variant.rejected().fine())));
    }
    page.heading("What if");
    page.table(List.of("settings", "trips", "look false", "saved", "wrong"), rows);
  }

  private void trips() {
    List<List<String>> rows = new ArrayList<>();
    for (CircuitAccount circuit : result.circuits()) {
      for (Trip trip : circuit.trips()) {
        if (rows.size() < MAX_ROWS) {
          rows.add(trip(circuit, trip));
        }
      }
    }
    page.details(
        "Trips (%d)".formatted(result.variants().get(0).trips()),
        List.of("circuit", "tripped", "closed after", "saved", "wrong", "evidence", "looks false"),
        rows);
  }

  private List<String> trip(CircuitAccount circuit, Trip trip) {
    return List.of(
        circuit.id().toString(),
        ReplayText.date(trip.at()),
        trip.closedAt().isPresent() ? ReplayText.duration(trip.lasted(end())) : "not in the log",
        number(trip.rejected().failed()),
        number(trip.rejected().fine()),
        trip.evidence(),
        trip.suspicion().orElse(""));
  }

  private Instant start() {
    return result.log().start().orElse(Instant.EPOCH);
  }

  private Instant end() {
    return result.log().end().orElse(Instant.EPOCH);
  }

  private static String number(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }
}
