// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.replay;

import io.switchgear.config.Durations;
import io.switchgear.lab.log.LogSummary;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** A replay in words, for a terminal. */
final class ReplayText {
  private static final int MAX_CIRCUITS = 20;
  private static final int MAX_TRIPS = 5;
  private static final int WIDTH = 78;
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

  private final ReplayResult result;
  private final StringBuilder text = new StringBuilder();

  private ReplayText(ReplayResult result) {
    this.result = result;
  }

  static String of(ReplayResult result) {
    ReplayText text = new ReplayText(result);
    text.log();
    text.totals();
    text.circuits();
    text.variants();
    text.unknowns();
    return text.text.toString();
  }

  private void log() {
    LogSummary log = result.log();
    LogSummary.Counts counts = log.counts();
    String times =
        date(log.start().orElse(Instant.EPOCH)) + " to " + date(log.end().orElse(Instant.EPOCH));
    line("log", "%s calls, %s UTC, read as %s", number(counts.calls()), times, log.format().id());
    if (counts.noCalls() > 0) {
      line("", "%s lines tell of no call to an upstream", number(counts.noCalls()));
    }
    if (counts.malformed() > 0) {
      line("", "%s lines weren't understood:", number(counts.malformed()));
      log.firstMalformed().forEach(it -> line("", "  line %d: %s", it.line(), it.reason()));
    }
    if (result.counts().runs() > 1) {
      line("", "%d runs with long pauses between them", result.counts().runs());
    }
    if (result.counts().unassigned() > 0) {
      line(
          "",
          "%s calls went to targets that are none of the dependencies",
          number(result.counts().unassigned()));
    }
  }

  private void totals() {
    Outcomes calls = result.calls();
    line(
        "calls",
        "%s fine, %s failed or throttled, %s the caller's own errors",
        number(calls.fine()),
        number(calls.failed()),
        number(calls.neither()));
    VariantResult all = result.variants().get(0);
    Outcomes rejected = all.rejected();
    line(
        "saved",
        "%s calls, which were rejected and really failed (%s of all failed ones)",
        number(rejected.failed()),
        percent(rejected.failed(), calls.failed()));
    line(
        "wrong",
        "%s calls, which were rejected and were really fine (%s of all fine ones)",
        number(rejected.fine()),
        percent(rejected.fine(), calls.fine()));
    long circuits = result.circuits().stream().filter(it -> it.tripCount() > 0).count();
    line(
        "trips",
        "%s, of %s of %s circuits; %s look false",
        number(all.trips()),
        number(circuits),
        number(result.circuits().size()),
        number(all.suspected()));
  }

  private void circuits() {
    List<CircuitAccount> tripped =
        result.circuits().stream()
            .filter(circuit -> circuit.tripCount() > 0)
            .sorted(Comparator.comparingLong(it -> -it.rejected().total()))
            .toList();
    tripped.stream().limit(MAX_CIRCUITS).forEach(this::circuit);
    more(tripped.size() - MAX_CIRCUITS, "\n%s more circuits tripped%n");
  }

  private void circuit(CircuitAccount circuit) {
    text.append(
        "%n%s%n  %s of %s calls failed; %s saved, %s wrongly rejected; %s%n"
            .formatted(
                circuit.id(),
                number(circuit.calls().failed()),
                number(circuit.calls().total()),
                number(circuit.rejected().failed()),
                number(circuit.rejected().fine()),
                circuit.tripCount() == 1 ? "1 trip" : number(circuit.tripCount()) + " trips"));
    circuit.trips().stream().limit(MAX_TRIPS).forEach(this::trip);
    more(circuit.tripCount() - MAX_TRIPS, "  %s more trips%n");
  }

  private void trip(Trip trip) {
    Instant end = result.log().end().orElse(Instant.EPOCH);
    String lasted =
        trip.closedAt().isPresent()
            ? "closed after " + duration(trip.lasted(end))
            : "not closed in the log";
    text.append(
        "  %s  %s; %s saved, %s wrongly rejected%s%n"
            .formatted(
                date(trip.at()),
                lasted,
                number(trip.rejected().failed()),
                number(trip.rejected().fine()),
                trip.reopenings() == 0 ? "" : ", reopened %d×".formatted(trip.reopenings())));
    text.append("      %s%n".formatted(trip.evidence()));
    trip.suspicion().ifPresent(why -> text.append("      looks false: %s%n".formatted(why)));
  }

  private void more(long count, String format) {
    if (count > 0) {
      text.append(format.formatted(number(count)));
    }
  }

  private void variants() {
    if (result.variants().size() < 2) {
      return;
    }
    text.append(
        "%n%-46s %7s %7s %7s %7s%n".formatted("what if", "trips", "false?", "saved", "wrong"));
    for (VariantResult variant : result.variants()) {
      text.append(
          "%-46s %7s %7s %7s %7s%n"
              .formatted(
                  variant.name(),
                  number(variant.trips()),
                  number(variant.suspected()),
                  number(variant.rejected().failed()),
                  number(variant.rejected().fine())));
    }
  }

  private void unknowns() {
    text.append("%nWhat this can't know:%n".formatted());
    result.unknowns().forEach(unknown -> text.append(wrapped("* " + unknown)));
  }

  private static String wrapped(String paragraph) {
    StringBuilder lines = new StringBuilder();
    StringBuilder line = new StringBuilder();
    for (String word : paragraph.split(" ", -1)) {
      if (line.length() + 1 + word.length() > WIDTH) {
        lines.append(line).append(System.lineSeparator());
        line.setLength(0);
        line.append(' ');
      }
      line.append(line.length() == 0 ? "" : " ").append(word);
    }
    return lines.append(line).append(System.lineSeparator()).toString();
  }

  private void line(String name, String format, Object... values) {
    text.append("%-6s %s%n".formatted(name, format.formatted(values)));
  }

  static String date(Instant instant) {
    return DATE.format(instant);
  }

  /** In seconds from a minute on. */
  static String duration(Duration duration) {
    boolean minutes = duration.compareTo(Duration.ofMinutes(1)) >= 0;
    return Durations.format(minutes ? Duration.ofSeconds(duration.toSeconds()) : duration);
  }

  private static String number(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  private static String percent(long part, long whole) {
    return whole == 0 ? "0 %" : String.format(Locale.ROOT, "%.1f %%", 100.0 * part / whole);
  }
}
