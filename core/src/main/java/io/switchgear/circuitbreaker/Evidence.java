// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import org.jspecify.annotations.Nullable;

/**
 * What a trip rule remembers of one closed period of one circuit. Each kind is a pure function from
 * what is remembered and a result to what is remembered next, behind a compare-and-set of its own.
 * A period that is over may still be written to by calls that are late; nobody reads it any more.
 *
 * <p><b>Thread safety:</b> safe and lock-free.
 */
abstract class Evidence {
  /** Takes a result in; answers whether the rule says that the circuit opens. */
  abstract boolean record(boolean failure, long nowNanos);

  /** Whether results are judged by when they came; otherwise any time will do. */
  boolean readsTime() {
    return true;
  }

  /** Whether a success would change nothing, so that it needn't be recorded. */
  abstract boolean absorbsSuccess();

  /** Notes that a call begins; answers where, 1 or more, or 0 when that isn't noted. */
  int begin(long nowNanos) {
    return 0;
  }

  /**
   * Notes that a call ended that was noted when it began; answers whether the rule says that the
   * circuit opens. A call that doesn't count was cancelled or ignored.
   */
  boolean end(int slot, boolean counts, long nowNanos) {
    return false;
  }

  /** Whether the calls that still run say that the circuit opens. */
  boolean overdue(long nowNanos) {
    return false;
  }

  /** The share of calls to reject while the circuit is closed, from 0 to 1. */
  double rejectRatio(long nowNanos) {
    return 0;
  }

  /** What made it: tells whether it is that of the settings in force. */
  abstract Object source();

  /** What the next closed period begins with; null for nothing. */
  @Nullable Evidence carriedOver() {
    return null;
  }

  /** The numbers behind it, for people. */
  abstract String describe(long nowNanos);
}
