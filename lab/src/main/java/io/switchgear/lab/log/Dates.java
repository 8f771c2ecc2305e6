// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.log;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalQueries;
import java.util.Locale;

/** Dates as logs write them. Not safe for use by several threads: remembers the day before. */
final class Dates {
  private static final String MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec";
  private static final int SECONDS_PER_DAY = 86_400;
  private static final int LONGEST = 50;

  /** {@code 2026-01-31T23:59:59.123Z}, also with a space, an offset without a colon, or none. */
  private static final DateTimeFormatter ISO =
      new DateTimeFormatterBuilder()
          .parseCaseInsensitive()
          .append(DateTimeFormatter.ISO_LOCAL_DATE)
          .appendPattern("['T'][ ]")
          .append(DateTimeFormatter.ISO_LOCAL_TIME)
          .appendPattern("[ ]")
          .optionalStart()
          .appendOffset("+HH:MM", "Z")
          .optionalEnd()
          .optionalStart()
          .appendOffset("+HHMM", "Z")
          .optionalEnd()
          .toFormatter(Locale.ROOT);

  private final ZoneId zone;
  private String day = "";
  private long dayOfEpoch;

  /** Reads dates that have no zone as of this one. */
  Dates(ZoneId zone) {
    this.zone = zone;
  }

  /** A date in any of the forms of this class, or a number. */
  long anyNanos(String text) throws MalformedException {
    if (text.isEmpty() || text.length() > LONGEST) {
      throw new MalformedException("no date");
    }
    if (text.indexOf('/') == 2) {
      return accessNanos(text);
    }
    if (text.charAt(0) < '0' || text.charAt(0) > '9') {
      throw new MalformedException("a date isn't one");
    }
    boolean iso = text.length() > 10 && text.charAt(4) == '-' && text.charAt(7) == '-';
    return iso ? isoNanos(text) : Numbers.epochNanos(text);
  }

  private long isoNanos(String text) throws MalformedException {
    try {
      TemporalAccessor date = ISO.parse(text.replace(',', '.'));
      ZoneOffset offset = date.query(TemporalQueries.offset());
      LocalDateTime local = LocalDateTime.of(LocalDate.from(date), LocalTime.from(date));
      long seconds =
          offset == null ? local.atZone(zone).toEpochSecond() : local.toEpochSecond(offset);
      return Numbers.checkedEpochNanos(seconds, date.get(ChronoField.NANO_OF_SECOND));
    } catch (DateTimeException e) {
      throw new MalformedException("a date isn't one", e);
    }
  }

  /** {@code 31/Jan/2026:23:59:59}, then a fraction, or not, and an offset, or not. */
  long accessNanos(String text) throws MalformedException {
    if (text.length() < 20
        || text.charAt(11) != ':'
        || text.charAt(14) != ':'
        || text.charAt(17) != ':') {
      throw new MalformedException("a date isn't like 31/Jan/2026:23:59:59 +0000");
    }
    long seconds =
        dayOf(text) * SECONDS_PER_DAY
            + number(text, 12, 24) * 3_600L
            + number(text, 15, 60) * 60L
            + number(text, 18, 61);
    int end = 20;
    long fraction = 0;
    if (text.length() > end && text.charAt(end) == '.') {
      end = text.indexOf(' ') < 0 ? text.length() : text.indexOf(' ');
      fraction = Numbers.secondsToNanos("0" + text.substring(20, end));
    }
    seconds -= offsetSeconds(text, end, seconds);
    return Numbers.checkedEpochNanos(seconds, (int) fraction);
  }

  private long dayOf(String text) throws MalformedException {
    if (!text.startsWith(day) || day.isEmpty()) {
      int month = MONTHS.indexOf(text.substring(3, 6));
      if (month % 3 != 0 || text.charAt(2) != '/' || text.charAt(6) != '/') {
        throw new MalformedException("a date isn't like 31/Jan/2026:23:59:59 +0000");
      }
      int year = number(text, 7, 100) * 100 + number(text, 9, 100);
      try {
        dayOfEpoch = LocalDate.of(year, month / 3 + 1, number(text, 0, 32)).toEpochDay();
      } catch (DateTimeException e) {
        throw new MalformedException("there is no such day", e);
      }
      day = text.substring(0, 11);
    }
    return dayOfEpoch;
  }

  private long offsetSeconds(String text, int end, long localSeconds) throws MalformedException {
    if (end == text.length()) {
      LocalDateTime local = LocalDateTime.ofEpochSecond(localSeconds, 0, ZoneOffset.UTC);
      return zone.getRules().getOffset(local).getTotalSeconds();
    }
    boolean valid = text.length() == end + 6 && text.charAt(end) == ' ';
    char sign = valid ? text.charAt(end + 1) : ' ';
    if (sign != '+' && sign != '-') {
      throw new MalformedException("a date has no offset such as +0000");
    }
    long offset = number(text, end + 2, 24) * 3_600L + number(text, end + 4, 60) * 60L;
    return sign == '+' ? offset : -offset;
  }

  /** Two digits. */
  private static int number(String text, int at, int bound) throws MalformedException {
    int tens = text.charAt(at) - '0';
    int ones = text.charAt(at + 1) - '0';
    int number = tens * 10 + ones;
    if (tens < 0 || tens > 9 || ones < 0 || ones > 9 || number >= bound) {
      throw new MalformedException("a date isn't one");
    }
    return number;
  }
}
