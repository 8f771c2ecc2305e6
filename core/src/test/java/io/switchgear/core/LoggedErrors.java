// SPDX-License-Identifier: Apache-2.0
package io.switchgear.core;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What policies of a kind log while this is open, in place of the usual handlers. */
public final class LoggedErrors extends Handler implements AutoCloseable {
  private final Logger logger;
  private final List<String> lines = new ArrayList<>();

  public LoggedErrors(Class<?> policy) {
    logger = Logger.getLogger(policy.getName());
    logger.setUseParentHandlers(false);
    logger.addHandler(this);
  }

  /** Each with its message and that of the error, if there is one. */
  public List<String> lines() {
    return lines;
  }

  @Override
  public void publish(LogRecord line) {
    Throwable error = line.getThrown();
    lines.add(line.getMessage() + (error == null ? "" : ": " + error.getMessage()));
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    logger.removeHandler(this);
    logger.setUseParentHandlers(true);
  }
}
