// SPDX-License-Identifier: Apache-2.0
package io.switchgear.testkit.contract;

import io.switchgear.core.Assessment;
import io.switchgear.core.Verdict;
import io.switchgear.core.Verdicts;
import org.jspecify.annotations.Nullable;

/** Hooks that a policy may be given. */
final class Hooks {
  private Hooks() {}

  /** Verdicts that find no fault with the dependency, so that no circuit opens. */
  static Assessment ignoringErrors(@Nullable Object result, @Nullable Throwable error) {
    return error == null ? Assessment.of(Verdict.SUCCESS) : Assessment.of(Verdict.IGNORED);
  }

  /** Verdicts that throw, for each call the same. */
  static Verdicts<@Nullable Object> throwing(Throwable error) {
    return (result, failure) -> {
      throw unchecked(error);
    };
  }

  static Runnable thrower(Throwable error) {
    return () -> {
      throw unchecked(error);
    };
  }

  /** The error to be thrown; throws it itself when it isn't an exception. */
  static RuntimeException unchecked(Throwable error) {
    if (error instanceof Error defect) {
      throw defect;
    }
    return (RuntimeException) error;
  }
}
