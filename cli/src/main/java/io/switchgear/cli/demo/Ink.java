// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli.demo;

import io.switchgear.cli.console.Terminal;
import java.util.List;

/**
 * Draws with characters, in what colors and characters the terminal has.
 *
 * <p><b>Thread safety:</b> immutable.
 */
final class Ink {
  private static final String UNICODE_STEPS = "▁▂▃▄▅▆▇█";
  private static final String ASCII_STEPS = "_.-=+*%#";

  private final boolean colored;
  private final boolean unicode;

  Ink(Terminal terminal) {
    this.colored = terminal.hasColors();
    this.unicode = terminal.hasUnicode();
  }

  /** A color, by its ANSI code. */
  enum Color {
    BOLD("1"),
    DIM("2"),
    RED("31"),
    GREEN("32"),
    YELLOW("33"),
    CYAN("36");

    private final String code;

    Color(String code) {
      this.code = code;
    }
  }

  String paint(Color color, String text) {
    return colored && !text.isBlank() ? "\u001b[" + color.code + "m" + text + "\u001b[0m" : text;
  }

  String dot() {
    return unicode ? "●" : "*";
  }

  /** A bar as wide as its share of the greatest value, at least one character if it isn't zero. */
  String bar(long value, long max, int width) {
    long length = Math.min(width, Math.round((double) value * width / max));
    if (value > 0) {
      length = Math.max(1, length);
    }
    return (unicode ? "█" : "#").repeat((int) length);
  }

  /** A character for each value, the higher the greater. */
  String skyline(List<Long> values, long max) {
    String steps = unicode ? UNICODE_STEPS : ASCII_STEPS;
    var line = new StringBuilder();
    for (long value : values) {
      long step = Math.round((double) value * (steps.length() - 1) / max);
      line.append(steps.charAt((int) Math.min(steps.length() - 1, step)));
    }
    return line.toString();
  }
}
