// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.log;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Times and statuses as numbers. */
final class Numbers {
  private static final int LONGEST = 40;
  private static final int NANO_DIGITS = 9;

  /** A date after the year 2190 is a mistake in the log, and so is a call of a year. */
  private static final long MAX_EPOCH_NANOS = TimeUnit.DAYS.toNanos(220L * 365);

  private static final long MAX_DURATION_NANOS = TimeUnit.DAYS.toNanos(366);

  private static final Map<String, Long> UNITS =
      Map.of(
          "ns", 1L,
          "us", 1_000L,
          "µs", 1_000L,
          "ms", 1_000_000L,
          "s", 1_000_000_000L,
          "m", 60_000_000_000L);

  private Numbers() {}

  /** A duration in nanoseconds; the text may have a unit of its own. */
  static long durationNanos(String text, TimeUnit unit) throws MalformedException {
    int end = text.length();
    while (end > 0 && Character.isLetter(text.charAt(end - 1))) {
      end--;
    }
    Long own =
        end == text.length() ? Long.valueOf(unit.toNanos(1)) : UNITS.get(text.substring(end));
    if (own == null) {
      throw notANumber();
    }
    return nanos(text.substring(0, end).strip(), own, MAX_DURATION_NANOS);
  }

  /** The sum of durations, if it is one, too. */
  static long sum(long nanos, long moreNanos) throws MalformedException {
    if (nanos + moreNanos > MAX_DURATION_NANOS) {
      throw new MalformedException("a time is out of range");
    }
    return nanos + moreNanos;
  }

  private static long nanos(String number, long unitNanos, long maxNanos)
      throws MalformedException {
    if (number.isEmpty() || number.length() > LONGEST) {
      throw notANumber();
    }
    BigDecimal value;
    try {
      value = new BigDecimal(number);
    } catch (NumberFormatException e) {
      throw new MalformedException("a time isn't a number", e);
    }
    // Too many digits before the point to be worth multiplying out, or to be possible at all.
    if (value.signum() < 0 || value.precision() - value.scale() > 20) {
      throw new MalformedException("a time is out of range");
    }
    BigDecimal nanos = value.multiply(BigDecimal.valueOf(unitNanos));
    if (nanos.compareTo(BigDecimal.valueOf(maxNanos)) > 0) {
      throw new MalformedException("a time is out of range");
    }
    return nanos.setScale(0, RoundingMode.DOWN).longValueExact();
  }

  /** Seconds with at most a few decimals, the usual form in access logs, without an object made. */
  static long secondsToNanos(String text) throws MalformedException {
    long whole = 0;
    long fraction = 0;
    int decimals = -1;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '.' && decimals < 0 && i > 0) {
        decimals = 0;
      } else if (c < '0' || c > '9' || i > 12 || decimals == NANO_DIGITS) {
        return durationNanos(text, TimeUnit.SECONDS);
      } else if (decimals < 0) {
        whole = whole * 10 + (c - '0');
      } else {
        fraction = fraction * 10 + (c - '0');
        decimals++;
      }
    }
    if (text.isEmpty() || decimals == 0) {
      throw notANumber();
    }
    for (int i = Math.max(0, decimals); i < NANO_DIGITS; i++) {
      fraction *= 10;
    }
    return whole > TimeUnit.NANOSECONDS.toSeconds(MAX_DURATION_NANOS)
        ? durationNanos(text, TimeUnit.SECONDS)
        : TimeUnit.SECONDS.toNanos(whole) + fraction;
  }

  /** Nanoseconds since 1970 from a number whose unit its size shows. */
  static long epochNanos(String text) throws MalformedException {
    int point = text.indexOf('.');
    int digits = point < 0 ? text.length() : point;
    if (digits <= 11) {
      return epochNanos(text, TimeUnit.SECONDS);
    }
    if (digits <= 14) {
      return epochNanos(text, TimeUnit.MILLISECONDS);
    }
    return epochNanos(text, digits <= 17 ? TimeUnit.MICROSECONDS : TimeUnit.NANOSECONDS);
  }

  /** Nanoseconds since 1970. */
  static long epochNanos(String text, TimeUnit unit) throws MalformedException {
    return nanos(text, unit.toNanos(1), MAX_EPOCH_NANOS);
  }

  static long checkedEpochNanos(long seconds, int nanoOfSecond) throws MalformedException {
    if (seconds < 0 || seconds > TimeUnit.NANOSECONDS.toSeconds(MAX_EPOCH_NANOS)) {
      throw new MalformedException("a date is out of range");
    }
    return TimeUnit.SECONDS.toNanos(seconds) + nanoOfSecond;
  }

  /** A status of HTTP; 0 when the text is none. */
  static int status(String text) {
    if (text.length() != 3) {
      return 0;
    }
    int status = 0;
    for (int i = 0; i < 3; i++) {
      char c = text.charAt(i);
      if (c < '0' || c > '9') {
        return 0;
      }
      status = status * 10 + (c - '0');
    }
    return status < 100 ? 0 : status;
  }

  private static MalformedException notANumber() {
    return new MalformedException("a time isn't a number");
  }
}
