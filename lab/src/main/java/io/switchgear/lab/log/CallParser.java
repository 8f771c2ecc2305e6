// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.log;

import java.io.IOException;

/** Reads one format. */
interface CallParser {

  /** Hands over all that is in the text; throws only what reading the file throws. */
  void read(Lines lines, Sink sink) throws IOException;

  /** A parser that understands each line alone. */
  static CallParser ofLines(LineParser parser) {
    return (lines, sink) -> {
      for (String line = lines.next(); line != null; line = lines.next()) {
        if (line.isBlank()) {
          continue;
        }
        try {
          parser.parse(line, sink);
        } catch (MalformedException e) {
          sink.malformed(lines.number(), e.reason());
        }
      }
    };
  }

  /** Reads a line. */
  @FunctionalInterface
  interface LineParser {
    void parse(String line, Sink sink) throws MalformedException;
  }
}
