// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli.demo;

import io.switchgear.cli.demo.Ink.Color;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** What is said after the play: the two pipelines side by side. */
final class Epilogue {
  private static final String WITHOUT = "  %-44s %10s";
  private static final String WITH = "%18s";

  private final Ink ink;
  private final Summary summary;
  private final List<String> lines = new ArrayList<>();

  private Epilogue(Ink ink, Summary summary) {
    this.ink = ink;
    this.summary = summary;
  }

  static List<String> lines(Ink ink, Summary summary) {
    return new Epilogue(ink, summary).write();
  }

  private List<String> write() {
    lines.add(
        ink.paint(
            Color.BOLD,
            WITHOUT.formatted("What came of it", "without") + WITH.formatted("with Switchgear")));
    lines.add("");
    row("calls that reached the API", lane -> Text.count(lane.received()));
    row("  of them wasted: answered 429", lane -> count(lane, Reply.Kind.THROTTLED));
    row("calls refused here, at no cost to the API", lane -> count(lane, Reply.Kind.REJECTED));
    row("documents posted for acme", lane -> posted(lane, Customer.ACME));
    row("documents posted for globex", lane -> posted(lane, Customer.GLOBEX));
    row(
        "longest wait of a document of globex",
        lane -> Text.seconds(lane.tally().longestWait(Customer.GLOBEX)));
    row("all workers stuck for", lane -> Text.seconds(lane.meter().stuck()));
    row("most documents waiting", lane -> Text.count(lane.meter().waitingMost()));
    row(
        "back to full speed after the limit was back",
        lane -> lane.meter().fullSpeedAfterLift().map(Text::seconds).orElse("never"));
    Summary.CircuitResult circuit = summary.circuit();
    lines.add("");
    lines.add(
        "  acme's circuit opened %d ms after the first 429. It let one trial call pass"
            .formatted(circuit.tripTime().toMillis()));
    lines.add(
        "  in each cool-down, %d in all, and closed when one of them passed."
            .formatted(circuit.trials()));
    return lines;
  }

  private void row(String name, Function<Summary.LaneResult, String> value) {
    String with = WITH.formatted(value.apply(summary.with()));
    lines.add(
        WITHOUT.formatted(name, value.apply(summary.without())) + ink.paint(Color.GREEN, with));
  }

  private static String count(Summary.LaneResult lane, Reply.Kind kind) {
    return Text.count(lane.tally().count(kind));
  }

  private static String posted(Summary.LaneResult lane, Customer customer) {
    return Text.count(lane.tally().count(customer, Reply.Kind.POSTED));
  }
}
