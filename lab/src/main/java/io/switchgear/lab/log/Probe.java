// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.log;

/** A sink for the question whether a parser understands a line. */
final class Probe implements Sink {
  private boolean malformed;
  private boolean understood;

  /** Whether the line is one of the parser's format. */
  static boolean reads(CallParser.LineParser parser, String line) {
    Probe probe = new Probe();
    try {
      parser.parse(line, probe);
    } catch (MalformedException e) {
      return false;
    }
    return probe.understood && !probe.malformed;
  }

  @Override
  public void call(LoggedCall call) {
    understood = true;
  }

  @Override
  public void noCall() {
    understood = true;
  }

  @Override
  public void malformed(long line, String reason) {
    malformed = true;
  }
}
