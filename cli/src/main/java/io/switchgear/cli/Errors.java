// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli;

import java.io.PrintWriter;
import java.io.StringWriter;

/** Exceptions in words. */
final class Errors {
  private Errors() {}

  /** The class and the message, in one line. */
  static String describe(Throwable thrown) {
    String message = thrown.getMessage();
    String name = thrown.getClass().getName();
    return message == null ? name : name + ": " + oneLine(message);
  }

  /** The text with each run of line breaks and other control characters as one space. */
  static String oneLine(String text) {
    return text.strip().replaceAll("\\p{Cntrl}+", " ");
  }

  static String trace(Throwable thrown) {
    var trace = new StringWriter();
    thrown.printStackTrace(new PrintWriter(trace, true));
    return trace.toString();
  }
}
