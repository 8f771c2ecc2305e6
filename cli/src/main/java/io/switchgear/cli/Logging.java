// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli;

import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.logging.ConsoleHandler;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Writes the log as single lines to the standard error. */
final class Logging {
  private static final DateTimeFormatter TIME =
      new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

  /** Holds the configured loggers, which are forgotten when nothing refers to them. */
  private static final Logger ROOT = Logger.getLogger("");

  private static final Logger OURS = Logger.getLogger("io.switchgear");

  private Logging() {}

  /** Warnings of everything and notes of our own code go to the standard error from now on. */
  static void configure(boolean traces) {
    for (Handler handler : ROOT.getHandlers()) {
      ROOT.removeHandler(handler);
    }
    Handler handler = new ConsoleHandler();
    handler.setFormatter(new OneLine(traces));
    ROOT.addHandler(handler);
    ROOT.setLevel(Level.WARNING);
    OURS.setLevel(Level.INFO);
  }

  /** Only warnings from now on, for a command that tells its story in its own way. */
  static void warningsOnly() {
    OURS.setLevel(Level.WARNING);
  }

  /** A record as {@code time level message}. */
  static final class OneLine extends Formatter {
    private final boolean traces;

    OneLine(boolean traces) {
      this.traces = traces;
    }

    @Override
    public String format(LogRecord record) {
      var line = new StringBuilder();
      TIME.formatTo(record.getInstant(), line);
      line.append(' ').append(name(record.getLevel())).append(' ');
      line.append(Errors.oneLine(formatMessage(record)));
      Throwable thrown = record.getThrown();
      if (thrown != null) {
        line.append(": ").append(traces ? Errors.trace(thrown) : Errors.describe(thrown));
      }
      return line.append(System.lineSeparator()).toString();
    }

    private static String name(Level level) {
      if (level.intValue() >= Level.SEVERE.intValue()) {
        return "ERROR";
      }
      if (level.intValue() >= Level.WARNING.intValue()) {
        return "WARN";
      }
      return level.intValue() >= Level.INFO.intValue() ? "INFO" : "DEBUG";
    }
  }
}
