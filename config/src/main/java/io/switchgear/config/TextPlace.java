// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

/** A place in a text: line and column in code points, both from 1. */
record TextPlace(int line, int column) {

  /** The place that follows a text. */
  static TextPlace after(String text) {
    int line = 1;
    int column = 1;
    for (int codePoint : text.codePoints().toArray()) {
      boolean newLine = codePoint == '\n';
      line += newLine ? 1 : 0;
      column = newLine ? 1 : column + 1;
    }
    return new TextPlace(line, column);
  }
}
