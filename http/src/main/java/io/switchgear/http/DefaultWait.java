// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * How long a dependency wants no call when it doesn't say so, as its documentation has it.
 *
 * @param duration so long; null for a date
 * @param zone the zone of the date
 * @param monthly the first of the next month; otherwise the next midnight
 */
record DefaultWait(@Nullable Duration duration, ZoneId zone, boolean monthly) {

  /** The wait that begins now; above zero. */
  Duration from(Instant now) {
    if (duration != null) {
      return duration;
    }
    LocalDate today = now.atZone(zone).toLocalDate();
    LocalDate then = monthly ? today.withDayOfMonth(1).plusMonths(1) : today.plusDays(1);
    return Duration.between(now, then.atStartOfDay(zone).toInstant());
  }

  @Override
  public String toString() {
    if (duration != null) {
      return duration.toString();
    }
    return (monthly ? "next month, " : "midnight, ") + zone;
  }
}
