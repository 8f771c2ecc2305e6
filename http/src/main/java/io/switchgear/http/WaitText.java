// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads how long to wait from a text in one of the {@link WaitFormat}s.
 *
 * <p>A wait is never shorter than asked: fractions of a nanosecond are rounded up. What can't be a
 * wait (zero, negative, past, not a number, over {@link #LONGEST}) is none: -1, 0 and numbers of 13
 * digits are seen in practice, and waiting 0 s for them would mean not to wait at all.
 *
 * @param now the dependency's clock, as far as it is known
 * @param zone the zone of dates that name none
 */
record WaitText(Instant now, ZoneId zone) {
  /** More than this isn't a wait but a mistake, such as a point in time in place of a duration. */
  static final Duration LONGEST = Duration.ofDays(366);

  /** Numbers with at most 20 digits on either side, which bounds the work too. */
  private static final String DIGITS = "[0-9]{1,20}(?:\\.[0-9]{1,20})?";

  private static final Pattern NUMBER = Pattern.compile(DIGITS);

  /** 100 million seconds are three years: no wait, and in 1973 nobody sent such a header. */
  private static final BigDecimal LEAST_EPOCH_SECONDS = BigDecimal.valueOf(100_000_000L);

  private static final BigDecimal LEAST_EPOCH_MILLIS = BigDecimal.valueOf(100_000_000_000L);

  private static final BigDecimal MOST_EPOCH = BigDecimal.valueOf(1_000_000_000_000_000L);

  private static final Pattern PART =
      Pattern.compile(
          "(?<number>"
              + DIGITS
              + ")\\s{0,2}"
              + "(?<unit>milliseconds?|ms|seconds?|secs?|s|minutes?|mins?|m"
              + "|hours?|hrs?|h|days?|d|us|\u00b5s|ns)(?![A-Za-z])"
              + "|(?<number2>[0-9]{1,20})(?<unit2>[hm])(?=[0-9])",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern BETWEEN_PARTS = Pattern.compile("[\\s,]{0,3}(?:and\\s{1,2})?");

  private static final Pattern ASKS_TO_WAIT =
      Pattern.compile(
          "\\b(?:try again|retry|wait|available|resets?|come back)\\b[^.0-9]{0,30}?(?=[0-9])",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern DATE_TIME =
      Pattern.compile(
          "(?<date>[0-9]{4}-[0-9]{2}-[0-9]{2})[Tt ](?<time>[0-9]{2}:[0-9]{2}:[0-9]{2}"
              + "(?:\\.[0-9]{1,9})?)(?: ?(?<zone>[Zz]|UTC|GMT|[+-][0-9]{2}:?[0-9]{2}))?");

  private static final Pattern CLOCK =
      Pattern.compile(
          "\\b(?:after|at|until) {1,2}(?<hour>[0-9]{1,2}):(?<minute>[0-9]{2}) ?"
              + "(?<half>[AP]M)?(?: ?(?<zone>UTC|GMT))?",
          Pattern.CASE_INSENSITIVE);

  /** Sentences that name a time are short. */
  private static final int PROSE_LENGTH = 2_000;

  private static final int MAX_PARTS = 6;

  /** The wait that a text names, above zero and at most {@link #LONGEST}. */
  Optional<Duration> read(String text, WaitFormat format) {
    String value = text.strip();
    return switch (format) {
      case SECONDS -> number(value, 1_000_000_000L).or(() -> untilHttpDate(value));
      case MILLISECONDS -> number(value, 1_000_000L);
      case MINUTES -> number(value, 60_000_000_000L);
      case EPOCH -> epoch(value);
      case TIMESTAMP -> timestamp(value);
      case DURATION -> duration(value);
      case PROSE -> prose(value.length() > PROSE_LENGTH ? value.substring(0, PROSE_LENGTH) : value);
    };
  }

  /** The wait until a point in time, if it is one. */
  Optional<Duration> until(Instant then) {
    Duration wait;
    try {
      wait = Duration.between(now, then);
    } catch (ArithmeticException tooFar) {
      return Optional.empty();
    }
    boolean plausible = wait.compareTo(Duration.ZERO) > 0 && wait.compareTo(LONGEST) <= 0;
    return plausible ? Optional.of(wait) : Optional.empty();
  }

  /** So many nanoseconds, rounded up, if that can be a wait. */
  static Optional<Duration> nanos(BigDecimal exact) {
    BigDecimal nanos = exact.setScale(0, RoundingMode.CEILING);
    boolean plausible =
        nanos.signum() > 0 && nanos.compareTo(BigDecimal.valueOf(LONGEST.toNanos())) <= 0;
    return plausible ? Optional.of(Duration.ofNanos(nanos.longValueExact())) : Optional.empty();
  }

  static Optional<BigDecimal> number(String text) {
    return NUMBER.matcher(text).matches() ? Optional.of(new BigDecimal(text)) : Optional.empty();
  }

  private static Optional<Duration> number(String text, long unitNanos) {
    return number(text).flatMap(it -> nanos(it.multiply(BigDecimal.valueOf(unitNanos))));
  }

  private Optional<Duration> untilHttpDate(String text) {
    return HttpDate.parse(text, now).flatMap(this::until);
  }

  private Optional<Duration> epoch(String text) {
    return number(text).flatMap(this::epoch);
  }

  private Optional<Duration> epoch(BigDecimal number) {
    if (number.compareTo(LEAST_EPOCH_SECONDS) < 0) {
      return nanos(number.movePointRight(9));
    }
    if (number.compareTo(MOST_EPOCH) > 0) {
      return Optional.empty();
    }
    BigDecimal seconds =
        number.compareTo(LEAST_EPOCH_MILLIS) < 0 ? number : number.movePointLeft(3);
    BigDecimal nanos = seconds.movePointRight(9).setScale(0, RoundingMode.CEILING);
    return until(Instant.EPOCH.plus(ofNanos(nanos)));
  }

  private static Duration ofNanos(BigDecimal nanos) {
    BigDecimal[] parts = nanos.divideAndRemainder(BigDecimal.TEN.pow(9));
    return Duration.ofSeconds(parts[0].longValueExact(), parts[1].longValueExact());
  }

  private Optional<Duration> timestamp(String text) {
    Matcher date = DATE_TIME.matcher(text);
    return date.matches() ? instant(date).flatMap(this::until) : Optional.empty();
  }

  private static Optional<Duration> duration(String text) {
    Optional<Duration> bare = number(text, 1_000_000_000L);
    if (bare.isPresent()) {
      return bare;
    }
    Matcher part = PART.matcher(text);
    return sumOfParts(part, text, 0, true);
  }

  /** Adds up parts such as {@code 1m30.5s}; {@code whole} when nothing may follow them. */
  private static Optional<Duration> sumOfParts(
      Matcher part, String text, int start, boolean whole) {
    BigDecimal sum = BigDecimal.ZERO;
    int at = start;
    Matcher gap = BETWEEN_PARTS.matcher(text);
    for (int parts = 0; parts < MAX_PARTS; parts++) {
      int next = at;
      if (parts > 0 && gap.region(at, text.length()).lookingAt()) {
        next = gap.end();
      }
      if (!part.region(next, text.length()).lookingAt()) {
        break;
      }
      sum = sum.add(nanosOf(part));
      at = part.end();
    }
    return whole && at != text.length() ? Optional.empty() : nanos(sum);
  }

  private static BigDecimal nanosOf(Matcher part) {
    String number = part.group("number");
    String unit = part.group("unit");
    if (number == null || unit == null) {
      number = part.group("number2");
      unit = part.group("unit2");
    }
    return new BigDecimal(number).multiply(BigDecimal.valueOf(unitNanos(unit)));
  }

  private static long unitNanos(String unit) {
    String lower = unit.toLowerCase(Locale.ROOT);
    return switch (lower) {
      case "ns" -> 1L;
      case "us", "\u00b5s" -> 1_000L;
      case "ms" -> 1_000_000L;
      default ->
          switch (lower.charAt(0)) {
            case 'd' -> 86_400_000_000_000L;
            case 'h' -> 3_600_000_000_000L;
            case 'm' -> lower.startsWith("mil") ? 1_000_000L : 60_000_000_000L;
            default -> 1_000_000_000L;
          };
    };
  }

  private Optional<Duration> prose(String text) {
    Optional<Duration> latest = Optional.empty();
    Matcher date = DATE_TIME.matcher(text);
    while (date.find()) {
      latest = later(latest, instant(date).flatMap(this::until));
    }
    if (latest.isPresent()) {
      return latest;
    }
    Matcher clock = CLOCK.matcher(text);
    return (clock.find() ? nextTime(clock) : latest).or(() -> relative(text));
  }

  private static Optional<Duration> relative(String text) {
    Matcher asks = ASKS_TO_WAIT.matcher(text);
    Matcher part = PART.matcher(text);
    while (asks.find()) {
      Optional<Duration> wait = sumOfParts(part, text, asks.end(), false);
      if (wait.isPresent()) {
        return wait;
      }
    }
    return Optional.empty();
  }

  static Optional<Duration> later(Optional<Duration> one, Optional<Duration> other) {
    if (one.isEmpty() || other.isEmpty()) {
      return one.or(() -> other);
    }
    return one.get().compareTo(other.get()) >= 0 ? one : other;
  }

  private Optional<Instant> instant(Matcher date) {
    try {
      var local = LocalDateTime.parse(date.group("date") + "T" + date.group("time"));
      return Optional.of(local.atZone(zone(date.group("zone"))).toInstant());
    } catch (DateTimeException noSuchDate) {
      return Optional.empty();
    }
  }

  private ZoneId zone(String name) {
    if (name == null) {
      return zone;
    }
    boolean utc = name.equalsIgnoreCase("Z") || name.equals("UTC") || name.equals("GMT");
    return utc ? ZoneOffset.UTC : ZoneOffset.of(name);
  }

  /** The next time that a clock shows this. */
  private Optional<Duration> nextTime(Matcher clock) {
    int hour = Integer.parseInt(clock.group("hour"));
    String half = clock.group("half");
    if (half != null) {
      hour = hour % 12 + (half.equalsIgnoreCase("PM") ? 12 : 0);
    }
    try {
      LocalTime time = LocalTime.of(hour, Integer.parseInt(clock.group("minute")));
      ZonedDateTime here = now.atZone(clock.group("zone") == null ? zone : ZoneOffset.UTC);
      ZonedDateTime today = here.with(time);
      return until((today.isAfter(here) ? today : here.plusDays(1).with(time)).toInstant());
    } catch (DateTimeException noSuchTime) {
      return Optional.empty();
    }
  }
}
