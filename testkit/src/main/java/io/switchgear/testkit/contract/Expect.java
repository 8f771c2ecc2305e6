// SPDX-License-Identifier: Apache-2.0
package io.switchgear.testkit.contract;

import io.switchgear.core.CallRejectedException;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The few assertions that the checks need, without a library that users would get with them. */
final class Expect {
  private static final int MOST_LOOKS = 300_000_000;

  private Expect() {}

  static void that(boolean holds, String otherwise) {
    if (!holds) {
      throw new AssertionError(otherwise);
    }
  }

  static void equal(@Nullable Object actual, @Nullable Object expected, String what) {
    that(Objects.equals(actual, expected), what + " should be " + expected + ", but is " + actual);
  }

  static void same(@Nullable Object actual, @Nullable Object expected, String what) {
    that(actual == expected, what + " should be the same " + expected + ", but is " + actual);
  }

  /** Waits for another thread, which is about to do what is waited for. */
  static void soon(BooleanSupplier condition, String otherwise) {
    for (int look = 0; look < MOST_LOOKS && !condition.getAsBoolean(); look++) {
      Thread.onSpinWait();
    }
    that(condition.getAsBoolean(), otherwise);
  }

  /** A refusal is ours, cheap, and says when to come again. */
  static void refusal(@Nullable Throwable error) {
    if (!(error instanceof CallRejectedException refusal)) {
      throw new AssertionError(
          "a refusal should be a CallRejectedException, but is " + error, error);
    }
    that(!refusal.name().isBlank(), "a refusal should name the policy");
    that(!refusal.retryAfter().isNegative(), "a retry-after must not be negative");
    that(refusal.getStackTrace().length == 0, "a refusal should have no stack trace");
  }
}
