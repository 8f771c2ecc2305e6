// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli.demo;

import io.switchgear.cli.console.Terminal;
import java.io.PrintWriter;
import java.net.URI;
import java.time.Duration;

/** Tells the play in lines: one for each new sentence, one for each second. */
final class PlainView implements DemoView {
  private static final Duration PERIOD = Duration.ofSeconds(1);

  private final PrintWriter out;
  private final Ink ink;
  private final DemoPlan plan;
  private final Narrator narrator;
  private String told = "";
  private Duration next = Duration.ZERO;

  PlainView(Terminal terminal, DemoPlan plan) {
    this.out = terminal.out();
    this.ink = new Ink(terminal);
    this.plan = plan;
    this.narrator = new Narrator(plan);
  }

  @Override
  public void open(String yaml, URI admin) {
    Prologue.lines(plan, yaml, admin).forEach(out::println);
    out.println();
  }

  @Override
  public void show(Moment moment) {
    String sentence = narrator.sentence(moment);
    String gist = gist(sentence);
    if (!gist.equals(told)) {
      told = gist;
      out.println(Text.clock(moment.elapsed()) + " * " + sentence);
    }
    if (moment.elapsed().compareTo(next) >= 0) {
      next = next.plus(PERIOD);
      out.println(Text.clock(moment.elapsed()) + "   " + numbers(moment));
    }
  }

  /** The sentence without its numbers, which alone are no news. */
  private static String gist(String sentence) {
    return sentence.replaceAll("[0-9]+", "");
  }

  private String numbers(Moment moment) {
    LaneMeter.Totals without = moment.without().perSecond();
    LaneMeter.Totals with = moment.with().perSecond();
    return ("without: %d/s posted, %d/s 429, %d of %d workers stuck, %d waiting"
            + " | with: %d/s posted, %d/s 429, %d/s refused here, %d waiting, circuit %s")
        .formatted(
            without.acmePosted() + without.globexPosted(),
            without.throttled(),
            moment.without().pausing(),
            plan.workers(),
            moment.without().waiting(),
            with.acmePosted() + with.globexPosted(),
            with.throttled(),
            with.rejected(),
            moment.with().waiting(),
            moment.acme().isOpen() ? "open" : "closed");
  }

  @Override
  public void end(Summary summary) {
    out.println();
    Epilogue.lines(ink, summary).forEach(out::println);
  }

  @Override
  public void close() {
    out.flush();
  }
}
