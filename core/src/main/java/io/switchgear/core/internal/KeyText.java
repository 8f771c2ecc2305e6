// SPDX-License-Identifier: Apache-2.0
package io.switchgear.core.internal;

import java.util.Objects;

/** What a key is called in messages and transitions: one line of at most 256 characters. */
public final class KeyText {
  private static final char CUT = '…';
  private static final char UNPRINTABLE = '\uFFFD';

  private KeyText() {}

  /**
   * The key's text. One that can't be printed must neither replace a rejection nor stop a
   * transition. Whoever sends the key may have chosen it, so one that is longer is cut, with a … in
   * the end, and control characters and ends of lines are replaced.
   *
   * @param key the key
   * @return its text, or the name of its class when it has none
   */
  public static String of(Object key) {
    String name = key.getClass().getName();
    try {
      return inOneLine(Objects.requireNonNullElse(key.toString(), name));
    } catch (RuntimeException | Error e) {
      return name;
    }
  }

  private static String inOneLine(String text) {
    boolean fits = text.length() <= Arguments.MAX_TEXT_LENGTH;
    if (fits && text.chars().noneMatch(Arguments::isControl)) {
      return text;
    }
    String start = fits ? text : text.substring(0, end(text)) + CUT;
    StringBuilder line = new StringBuilder(start);
    for (int i = 0; i < line.length(); i++) {
      if (Arguments.isControl(line.charAt(i))) {
        line.setCharAt(i, UNPRINTABLE);
      }
    }
    return line.toString();
  }

  /** Where to cut a long text, without parting what two chars stand for. */
  private static int end(String text) {
    int end = Arguments.MAX_TEXT_LENGTH - 1;
    return Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end;
  }
}
