// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.log;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What reading a log has brought.
 *
 * <p><b>Thread safety:</b> immutable.
 *
 * @param format what it was read as
 * @param counts how many there were of what
 * @param firstMalformed the first lines that weren't understood
 * @param start when the first call began; empty without a call
 * @param end when the last call to end ended; empty without a call
 */
public record LogSummary(
    LogFormat format,
    Counts counts,
    List<Malformed> firstMalformed,
    Optional<Instant> start,
    Optional<Instant> end) {

  /**
   * Numbers of calls and lines.
   *
   * @param calls how many calls
   * @param timed how many of them have a duration
   * @param noCalls how many lines were well formed but told of no call
   * @param malformed how many lines weren't understood
   * @param late how many calls stood so far behind later ones that they couldn't be put in order,
   *     and are taken as begun later than they did
   */
  public record Counts(long calls, long timed, long noCalls, long malformed, long late) {}

  /**
   * A line that wasn't understood.
   *
   * @param line its number, from 1
   * @param reason why, without its text
   */
  public record Malformed(long line, String reason) {}
}
