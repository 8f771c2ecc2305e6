// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The three forms of a date in HTTP (RFC 9110, 5.6.7). The day of the week is not compared with the
 * date: it says nothing that the date doesn't.
 */
final class HttpDate {
  private static final String TIME = " (?<hour>[0-9]{2}):(?<minute>[0-9]{2}):(?<second>[0-9]{2})";

  private static final String MONTH = "(?<month>[A-Za-z]{3})";

  /** {@code Sun, 06 Nov 1994 08:49:37 GMT} and {@code Sunday, 06-Nov-94 08:49:37 GMT}. */
  private static final Pattern DAY_FIRST =
      Pattern.compile(
          "[A-Za-z]{3,9}, (?<day>[0-9]{1,2})[ -]"
              + MONTH
              + "[ -](?<year>[0-9]{4}|[0-9]{2})"
              + TIME
              + " (?:GMT|UTC)");

  /** {@code Sun Nov 6 08:49:37 1994}, where a day of one digit has a second space before it. */
  private static final Pattern MONTH_FIRST =
      Pattern.compile(
          "[A-Za-z]{3} " + MONTH + " {1,2}(?<day>[0-9]{1,2})" + TIME + " (?<year>[0-9]{4})");

  private static final List<String> MONTHS =
      List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");

  private static final int LONGEST_FORM = 40;

  private HttpDate() {}

  /**
   * The point in time that a text names.
   *
   * @param now what a year of two digits is understood from
   */
  static Optional<Instant> parse(String text, Instant now) {
    String date = text.strip();
    if (date.length() > LONGEST_FORM) {
      return Optional.empty();
    }
    Matcher dayFirst = DAY_FIRST.matcher(date);
    if (dayFirst.matches()) {
      return instant(dayFirst, now);
    }
    Matcher monthFirst = MONTH_FIRST.matcher(date);
    return monthFirst.matches() ? instant(monthFirst, now) : Optional.empty();
  }

  private static Optional<Instant> instant(Matcher fields, Instant now) {
    int month = MONTHS.indexOf(fields.group("month").toLowerCase(Locale.ROOT)) + 1;
    // A leap second is the first one of the next minute for everyone who counts without them.
    int second = number(fields, "second");
    int leap = second == 60 ? 1 : 0;
    try {
      LocalDateTime inYear =
          LocalDateTime.of(
                  number(fields, "year"),
                  month,
                  number(fields, "day"),
                  number(fields, "hour"),
                  number(fields, "minute"),
                  second - leap)
              .plusSeconds(leap);
      return Optional.of(fields.group("year").length() == 2 ? inCentury(inYear, now) : utc(inYear));
    } catch (DateTimeException noSuchDate) {
      return Optional.empty();
    }
  }

  private static int number(Matcher fields, String name) {
    return Integer.parseInt(fields.group(name));
  }

  /** A year of two digits is the latest one that isn't more than 50 years ahead. */
  private static Instant inCentury(LocalDateTime withShortYear, Instant now) {
    OffsetDateTime limit = now.atOffset(ZoneOffset.UTC).plusYears(50);
    int century = limit.getYear() / 100 * 100;
    Instant candidate = utc(withShortYear.plusYears(century));
    return candidate.isAfter(limit.toInstant())
        ? utc(withShortYear.plusYears(century - 100L))
        : candidate;
  }

  private static Instant utc(LocalDateTime date) {
    return date.toInstant(ZoneOffset.UTC);
  }
}
