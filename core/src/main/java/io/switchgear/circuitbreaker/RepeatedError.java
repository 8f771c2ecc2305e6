// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import org.jspecify.annotations.Nullable;

/**
 * Logs an error that would be the same again and again once, until another one comes or it is over.
 * Two threads that meet the first one at the same time may both log it.
 */
final class RepeatedError {
  private static final System.Logger LOGGER = System.getLogger(CircuitBreaker.class.getName());

  private volatile @Nullable Kind latest;

  /** Errors are the same when they are of one class and from one place; a message may vary. */
  private record Kind(Class<?> type, @Nullable StackTraceElement place) {
    static Kind of(Throwable error) {
      StackTraceElement[] trace = error.getStackTrace();
      return new Kind(error.getClass(), trace.length == 0 ? null : trace[0]);
    }
  }

  void log(String message, Throwable error) {
    Kind kind = Kind.of(error);
    if (!kind.equals(latest)) {
      latest = kind;
      LOGGER.log(System.Logger.Level.ERROR, message + "; the same error isn't logged again", error);
    }
  }

  /** The next error is news, whichever it is. */
  void isOver() {
    latest = null;
  }
}
