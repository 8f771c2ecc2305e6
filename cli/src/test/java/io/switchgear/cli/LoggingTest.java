// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;

class LoggingTest {
  @Test
  void record_plain_isOneLine() {
    LogRecord record = record(Level.INFO, "circuit erp: closed\nto open");

    assertThat(new Logging.OneLine(false).format(record))
        .isEqualTo(
            "2026-01-01T12:00:00.120Z INFO circuit erp: closed to open" + System.lineSeparator());
  }

  @Test
  void record_withException_namesItInTheSameLine() {
    LogRecord record = record(Level.SEVERE, "no luck");
    record.setThrown(new IllegalStateException("why\nnot"));

    assertThat(new Logging.OneLine(false).format(record))
        .isEqualTo(
            "2026-01-01T12:00:00.120Z ERROR no luck: java.lang.IllegalStateException: why not"
                + System.lineSeparator());
  }

  @Test
  void record_withExceptionAndTraces_showsTheTrace() {
    LogRecord record = record(Level.WARNING, "no luck");
    record.setThrown(new IllegalStateException("why"));

    assertThat(new Logging.OneLine(true).format(record))
        .contains(" WARN no luck: ")
        .contains("at " + LoggingTest.class.getName());
  }

  private static LogRecord record(Level level, String message) {
    var record = new LogRecord(level, message);
    record.setInstant(Instant.parse("2026-01-01T12:00:00.12Z"));
    return record;
  }
}
