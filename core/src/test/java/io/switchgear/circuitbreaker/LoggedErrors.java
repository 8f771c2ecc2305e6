// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What circuit breakers log while this is open, in place of the usual handlers. */
final class LoggedErrors extends Handler implements AutoCloseable {
  private static final Logger LOGGER = Logger.getLogger(CircuitBreaker.class.getName());

  private final List<String> lines = new ArrayList<>();

  LoggedErrors() {
    LOGGER.setUseParentHandlers(false);
    LOGGER.addHandler(this);
  }

  /** Each with its message and the error's. */
  List<String> lines() {
    return lines;
  }

  @Override
  public void publish(LogRecord line) {
    lines.add(line.getMessage() + ": " + line.getThrown().getMessage());
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    LOGGER.removeHandler(this);
    LOGGER.setUseParentHandlers(true);
  }
}
