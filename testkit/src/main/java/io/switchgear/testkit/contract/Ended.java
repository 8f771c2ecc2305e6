// SPDX-License-Identifier: Apache-2.0
package io.switchgear.testkit.contract;

import org.jspecify.annotations.Nullable;

/**
 * How a call ended.
 *
 * @param value what it returned; null when it failed
 * @param error what it threw; null when it returned
 * @param interrupted whether its thread was interrupted afterwards
 */
record Ended(@Nullable Object value, @Nullable Throwable error, boolean interrupted) {

  void with(@Nullable Object expected) {
    if (error != null) {
      throw new AssertionError("the call should return " + expected + ", but fails", error);
    }
    Expect.same(value, expected, "the result");
  }

  void withError(Throwable expected) {
    if (error != null && error != expected) {
      throw new AssertionError("the error should be the call's own " + expected, error);
    }
    Expect.same(error, expected, "the error");
  }

  /** With a result or with an error, but of nobody else. */
  void withOneOf(@Nullable Object result, Throwable own) {
    if (error == null) {
      Expect.same(value, result, "the result");
    } else {
      withError(own);
    }
  }

  /** A caller must learn of an interrupt, by the exception or by the flag. */
  void withInterrupt() {
    boolean thrown = error instanceof InterruptedException;
    Expect.that(thrown || interrupted, "the interrupt is lost; the call ended with " + this);
    Expect.that(!(thrown && interrupted), "the interrupt should be reported once, not twice");
  }
}
