// SPDX-License-Identifier: Apache-2.0
package io.switchgear.core;

import java.util.Locale;

/**
 * Why one of our own policies refused a call.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public enum RejectionReason {
  /** The circuit is open. */
  OPEN,

  /** The circuit is half-open and all of its trial calls are taken. */
  TRIALS_TAKEN,

  /** An operator opened the circuit. */
  FORCED_OPEN,

  /** The circuit has just closed and doesn't let all calls through yet. */
  RAMPING,

  /** A share of the calls fails, and the closed circuit rejects about as many. */
  SHEDDING,

  /** The dependency asked for a pause that isn't over. */
  PACED,

  /** The dependency wants no call for hours, or until a person has helped (a hold). */
  HELD,

  /** As many calls run and wait as the bulkhead allows. */
  BULKHEAD_FULL,

  /** A call waited for its place in the bulkhead as long as it may. */
  BULKHEAD_TIMEOUT,

  /** The rate limit is used up. */
  RATE_LIMITED,

  /** The caller's deadline was over before the call could be made. */
  DEADLINE_OVER,

  /** The caller's thread was interrupted while the call waited to be made. */
  INTERRUPTED;

  /**
   * The reason as it appears in headers, metrics and JSON: lower case with dashes.
   *
   * @return for example {@code forced-open}
   */
  public String token() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
