// SPDX-License-Identifier: Apache-2.0
package io.switchgear.examples.invoicepipeline;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The program's lines: what came of the calls to the accounting API, for each customer.
 *
 * <p><b>Thread safety:</b> none.
 */
final class Progress {
  private static final List<Reply.Kind> COLUMNS =
      List.of(Reply.Kind.ACCEPTED, Reply.Kind.THROTTLED, Reply.Kind.REFUSED_HERE);
  private static final String COUNTS = " | %6s %4s %6s";
  private static final String CIRCUIT = " %-9s";

  private final Poster poster;
  private final Tally tally;
  private final Backlog backlog;
  private final Map<Customer, List<Long>> before = new HashMap<>();

  Progress(Poster poster, Tally tally, Backlog backlog) {
    this.poster = poster;
    this.tally = tally;
    this.backlog = backlog;
  }

  /** What the columns are; each customer has its own, and each line is about one second. */
  String heading() {
    StringBuilder names = new StringBuilder("      documents    ");
    StringBuilder columns = new StringBuilder(" time    due   back");
    for (Customer customer : Customer.ALL) {
      String cells = COUNTS.formatted("posted", "429", "unsent") + circuit(customer, "circuit");
      names.append(("%-" + cells.length() + "s").formatted(" | " + customer));
      columns.append(cells);
    }
    return names.toString().stripTrailing() + System.lineSeparator() + columns;
  }

  /** What happened since the line before. */
  String line(long second) {
    Backlog.Counts counts = backlog.counts();
    StringBuilder line = new StringBuilder();
    line.append("%3d s %6d %6d".formatted(second, counts.due(), counts.putBack()));
    for (Customer customer : Customer.ALL) {
      List<Long> now = totals(customer);
      List<Long> last = before.getOrDefault(customer, List.of(0L, 0L, 0L));
      before.put(customer, now);
      line.append(
          COUNTS.formatted(
              now.get(0) - last.get(0), now.get(1) - last.get(1), now.get(2) - last.get(2)));
      line.append(circuit(customer, poster.circuitOf(customer)));
    }
    long failed = tally.of(Reply.Kind.FAILED);
    return (failed == 0 ? line : line.append(" | ").append(failed).append(" failed"))
        .toString()
        .stripTrailing();
  }

  /** A cell about a circuit, unless circuits can't be seen from here. */
  private String circuit(Customer customer, String text) {
    return poster.circuitOf(customer).isEmpty() ? "" : CIRCUIT.formatted(text);
  }

  /** What happened all in all. */
  String summary(long seconds) {
    long posted = 0;
    StringBuilder customers = new StringBuilder();
    for (Customer customer : Customer.ALL) {
      List<Long> totals = totals(customer);
      posted += totals.get(0);
      customers.append(
          "%n  %-8s %d posted, %d answered with 429, %d not sent because the circuit was open"
              .formatted(customer, totals.get(0), totals.get(1), totals.get(2)));
    }
    return "Posted %d documents in %d s, set %d aside; %d calls failed."
            .formatted(posted, seconds, tally.of(Reply.Kind.UNUSABLE), tally.of(Reply.Kind.FAILED))
        + customers;
  }

  private List<Long> totals(Customer customer) {
    return COLUMNS.stream().map(kind -> tally.of(Step.POST, customer, kind)).toList();
  }
}
