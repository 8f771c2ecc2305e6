// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli.demo;

import io.switchgear.cli.demo.Ink.Color;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/** Draws a moment as lines for a screen of 80 columns and 24 rows. */
final class Board {
  private static final int WIDTH = 78;
  private static final int LABEL = 20;
  private static final int COLUMN = 29;
  private static final int BAR = 18;
  private static final int SENTENCE_LINES = 3;

  private final Ink ink;
  private final DemoPlan plan;
  private final Narrator narrator;
  private final List<String> lines = new ArrayList<>();

  Board(Ink ink, DemoPlan plan) {
    this.ink = ink;
    this.plan = plan;
    this.narrator = new Narrator(plan);
  }

  /** The same number of lines for each moment. */
  List<String> draw(Moment moment) {
    lines.clear();
    title(moment);
    circuits(moment);
    rates(moment);
    skyline(moment);
    sentence(moment);
    return List.copyOf(lines);
  }

  private void title(Moment moment) {
    String name = "Switchgear demo: an API cuts its limit without a word";
    String clock = Text.clock(moment.elapsed());
    String gap = " ".repeat(WIDTH - name.length() - clock.length());
    lines.add(ink.paint(Color.BOLD, name) + gap + ink.paint(Color.DIM, clock));
    lines.add("");
    String known = Text.count(plan.knownLimit().requests());
    boolean isCut = moment.act() == Moment.Act.CUT;
    String limit =
        isCut
            ? "The API allows each key %d calls a minute, no longer %s"
                .formatted(plan.cutLimit().requests(), known)
            : "The API allows each key %s calls a minute".formatted(known);
    lines.add(ink.paint(isCut ? Color.RED : Color.GREEN, limit));
    lines.add("");
  }

  private void circuits(Moment moment) {
    lines.add(
        " ".repeat(LABEL)
            + ink.paint(Color.BOLD, pad("without Switchgear", COLUMN))
            + ink.paint(Color.BOLD, "with Switchgear"));
    for (Customer customer : Customer.values()) {
      CircuitWatch.Circuit circuit = moment.circuit(customer);
      lines.add(
          pad(customer.key() + "'s circuit", LABEL)
              + ink.paint(Color.DIM, pad("none", COLUMN))
              + state(circuit));
    }
    lines.add("");
  }

  private String state(CircuitWatch.Circuit circuit) {
    if (!circuit.isOpen()) {
      return ink.paint(Color.GREEN, ink.dot() + " closed");
    }
    long seconds = circuit.untilTrial().plus(Duration.ofMillis(999)).toSeconds();
    return ink.paint(Color.RED, ink.dot() + " OPEN")
        + (seconds > 0 ? ", trial call in %d s".formatted(seconds) : ", trial call");
  }

  private void rates(Moment moment) {
    long fullSpeed = 1_000 / plan.latency().toMillis() * plan.workers();
    row(moment, "acme posted/s", Color.GREEN, fullSpeed, lane -> lane.perSecond().acmePosted());
    row(moment, "globex posted/s", Color.GREEN, 8, lane -> lane.perSecond().globexPosted());
    row(moment, "answered 429/s", Color.RED, 32, lane -> lane.perSecond().throttled());
    row(moment, "refused here/s", Color.YELLOW, 64, lane -> lane.perSecond().rejected());
    row(moment, "documents waiting", Color.CYAN, 1_200, LaneMoment::waiting);
    row(moment, "workers stuck", Color.RED, plan.workers(), LaneMoment::pausing);
    lines.add("");
  }

  private void row(
      Moment moment, String label, Color color, long max, ToLongFunction<LaneMoment> value) {
    lines.add(
        pad(label, LABEL)
            + cell(color, value.applyAsLong(moment.without()), max)
            + cell(color, value.applyAsLong(moment.with()), max));
  }

  private String cell(Color color, long value, long max) {
    String bar = ink.bar(value, max, BAR);
    String number = (bar.isEmpty() ? "" : " ") + Text.count(value);
    String gap = " ".repeat(Math.max(1, COLUMN - bar.length() - number.length()));
    return ink.paint(color, bar) + number + gap;
  }

  private void skyline(Moment moment) {
    lines.add("acme's documents posted, second by second");
    lines.add("  without " + skyline(moment.without()));
    lines.add("  with    " + skyline(moment.with()));
    lines.add(ink.paint(Color.DIM, marks(moment)));
  }

  private String skyline(LaneMoment lane) {
    long fullSpeed = 1_000 / plan.latency().toMillis() * plan.workers();
    return ink.paint(Color.GREEN, ink.skyline(lane.history(), fullSpeed));
  }

  private String marks(Moment moment) {
    var marks = new StringBuilder("          ");
    if (moment.act() != Moment.Act.HEALTHY) {
      marks.append(" ".repeat((int) plan.cutAfter().toSeconds())).append("^ limit cut");
    }
    if (moment.act() == Moment.Act.LIFTED) {
      long column = 10 + plan.liftAfter().toSeconds();
      marks.append(" ".repeat((int) Math.max(1, column - marks.length()))).append("^ limit back");
    }
    return marks.toString();
  }

  private void sentence(Moment moment) {
    lines.add("");
    List<String> sentence = Text.wrap(narrator.sentence(moment), WIDTH);
    for (int i = 0; i < SENTENCE_LINES; i++) {
      lines.add(i < sentence.size() ? ink.paint(Color.BOLD, sentence.get(i)) : "");
    }
  }

  private static String pad(String text, int width) {
    return text + " ".repeat(Math.max(1, width - text.length()));
  }
}
