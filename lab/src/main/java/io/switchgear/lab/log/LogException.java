// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.log;

/** A log can't be read at all; the message says why in one line, and what to do. */
public final class LogException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  LogException(String message) {
    super(message);
  }
}
