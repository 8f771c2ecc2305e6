// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

/** Text from outside as it may appear within a message of one line. */
final class Printable {
  private static final int LONGEST_QUOTE = 60;

  private Printable() {}

  /** The text with every character that could disturb a line or a terminal replaced. */
  static String of(String text) {
    StringBuilder clean = new StringBuilder(text.length());
    text.codePoints().map(Printable::shown).forEach(clean::appendCodePoint);
    return clean.toString();
  }

  /** The text in quotes, cut when it is long. */
  static String quoted(String text) {
    boolean cut = text.codePointCount(0, text.length()) > LONGEST_QUOTE;
    String start = cut ? text.substring(0, text.offsetByCodePoints(0, LONGEST_QUOTE)) + "…" : text;
    return "'" + of(start) + "'";
  }

  private static int shown(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.PRIVATE_USE,
          Character.SURROGATE,
          Character.UNASSIGNED ->
          '\ufffd';
      default -> codePoint;
    };
  }
}
