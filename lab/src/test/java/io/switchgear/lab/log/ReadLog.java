// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.log;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A log that a test has read.
 *
 * @param calls its calls in order
 * @param summary what reading has brought
 */
record ReadLog(List<LoggedCall> calls, LogSummary summary) {

  static ReadLog of(String... lines) {
    return with(LogOptions.automatic(), lines);
  }

  static ReadLog with(LogOptions options, String... lines) {
    return bytes(options, String.join("\n", lines).getBytes(StandardCharsets.UTF_8));
  }

  static ReadLog bytes(LogOptions options, byte[] content) {
    try {
      Path file = Files.createTempFile("calls", ".log");
      try {
        Files.write(file, content);
        List<LoggedCall> calls = new ArrayList<>();
        LogSummary summary = CallLog.of(file, options).read(calls::add);
        return new ReadLog(calls, summary);
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The only call. */
  LoggedCall call() {
    if (calls.size() != 1) {
      throw new AssertionError("not one call but " + calls);
    }
    return calls.get(0);
  }
}
