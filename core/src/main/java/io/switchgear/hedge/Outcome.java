// SPDX-License-Identifier: Apache-2.0
package io.switchgear.hedge;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of an attempt.
 *
 * @param <T> what the call returns
 * @param value what it returned; null when it failed
 * @param error what it threw; null when it returned
 */
record Outcome<T extends @Nullable Object>(@Nullable T value, @Nullable Throwable error) {
  /** The most errors that one error carries; more would pile up in one that is thrown again. */
  private static final int MAX_SUPPRESSED = 9;

  static <T extends @Nullable Object> Outcome<T> failed(Throwable error) {
    return new Outcome<>(null, error);
  }

  /** This result after a hook has failed on it: its own error comes out if there is one. */
  Outcome<T> suppressing(Throwable hookError) {
    if (error == null) {
      return failed(hookError);
    }
    suppress(error, hookError);
    return this;
  }

  /** Adds an error to another; attempts may have thrown the same one. */
  static void suppress(Throwable error, Throwable other) {
    List<Throwable> known = List.of(error.getSuppressed());
    if (other != error && known.size() < MAX_SUPPRESSED && !known.contains(other)) {
      error.addSuppressed(other);
    }
  }
}
