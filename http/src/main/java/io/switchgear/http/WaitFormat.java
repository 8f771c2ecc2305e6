// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

/**
 * The forms in which dependencies say how long to wait. None of them reads a zero, a negative
 * number, a time that has passed or more than 366 days: these mean that the wait isn't known.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public enum WaitFormat {
  /** Seconds, decimals included, or an HTTP-date: the {@code Retry-After} of RFC 9110. */
  SECONDS,

  /** Milliseconds, decimals included. */
  MILLISECONDS,

  /** Minutes, decimals included. */
  MINUTES,

  /**
   * A point in time as seconds or milliseconds since 1970, told apart by their size; a number below
   * 100 million is seconds from now, since some senders of such a header mean that.
   */
  EPOCH,

  /** A point in time as in RFC 3339, such as {@code 2026-08-21T12:40:59.123Z}. */
  TIMESTAMP,

  /** Numbers with units, such as {@code 6m0s}, {@code 120ms} or {@code 52.4s}; bare: seconds. */
  DURATION,

  /**
   * A sentence, such as "Please try again in 41.7s." or "Retry after 12:00AM GMT". A date in it
   * without a zone is in that of the hint.
   */
  PROSE
}
