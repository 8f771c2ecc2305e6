// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli.demo;

import io.switchgear.cli.console.Terminal;
import java.io.PrintWriter;
import java.net.URI;
import java.util.List;

/** Draws the play on a screen, each moment over the one before. */
final class LiveView implements DemoView {
  private static final String HIDE_CURSOR = "\u001b[?25l";
  private static final String SHOW_CURSOR = "\u001b[?25h";
  private static final String ERASE_LINE_END = "\u001b[K";
  private static final String ERASE_BELOW = "\u001b[J";

  private final PrintWriter out;
  private final Ink ink;
  private final DemoPlan plan;
  private final Board board;

  /** How many lines the next drawing covers. */
  private int drawn;

  LiveView(Terminal terminal, DemoPlan plan) {
    this.out = terminal.out();
    this.ink = new Ink(terminal);
    this.plan = plan;
    this.board = new Board(ink, plan);
  }

  @Override
  public void open(String yaml, URI admin) {
    out.print(HIDE_CURSOR);
    draw(Prologue.lines(plan, yaml, admin));
    // What was said stays above the board.
    drawn = 0;
    out.println();
    out.flush();
  }

  @Override
  public void show(Moment moment) {
    draw(board.draw(moment));
  }

  @Override
  public void end(Summary summary) {
    out.println();
    Epilogue.lines(ink, summary).forEach(out::println);
  }

  private void draw(List<String> lines) {
    var frame = new StringBuilder();
    if (drawn > 0) {
      frame.append("\u001b[").append(drawn).append("A\r");
    }
    for (String line : lines) {
      frame.append(line).append(ERASE_LINE_END).append('\n');
    }
    out.print(frame.append(ERASE_BELOW));
    out.flush();
    drawn = lines.size();
  }

  @Override
  public void close() {
    out.print(SHOW_CURSOR);
    out.flush();
  }
}
