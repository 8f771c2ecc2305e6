// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import io.switchgear.core.TimeSource;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Reads from a response's headers how long the dependency asks to wait.
 *
 * <p>A wait is never shorter than asked: fractions of a nanosecond are rounded up. What can't be a
 * wait (zero, negative, past, not a number, over {@link #LONGEST}) is none: -1, 0 and numbers of 13
 * digits are seen in practice, and waiting 0 s for them would mean not to wait at all.
 */
final class RetryAfterReader {
  /** More than this isn't a wait but a mistake, such as a point in time in place of a duration. */
  static final Duration LONGEST = Duration.ofDays(366);

  static final RetryAfterReader STANDARD =
      new RetryAfterReader(Duration.ofDays(1), TimeSource.system());

  private static final Duration SHORTEST_MAX = Duration.ofMillis(1);

  /** Numbers with at most 20 digits on either side, which bounds the work too. */
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,20}(?:\\.[0-9]{1,20})?");

  private final Duration max;
  private final TimeSource time;

  private RetryAfterReader(Duration max, TimeSource time) {
    this.max = max;
    this.time = time;
  }

  RetryAfterReader atMost(Duration max) {
    if (max.compareTo(SHORTEST_MAX) < 0 || max.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException("max must be from 1 ms to 366 days, but is " + max);
    }
    return new RetryAfterReader(max, time);
  }

  RetryAfterReader time(TimeSource time) {
    return new RetryAfterReader(max, time);
  }

  /** The wait, above zero and at most the maximum; empty when the response names none. */
  Optional<Duration> read(ResponseHead head) {
    return head.header("retry-after-ms")
        .flatMap(text -> number(text, Duration.ofMillis(1)))
        .or(() -> head.header("Retry-After").flatMap(text -> secondsOrDate(text, head)))
        .filter(wait -> wait.compareTo(Duration.ZERO) > 0 && wait.compareTo(LONGEST) <= 0)
        .map(wait -> wait.compareTo(max) > 0 ? max : wait);
  }

  private Optional<Duration> secondsOrDate(String text, ResponseHead head) {
    return number(text, Duration.ofSeconds(1)).or(() -> untilDate(text, head));
  }

  private static Optional<Duration> number(String text, Duration unit) {
    String digits = text.strip();
    if (!NUMBER.matcher(digits).matches()) {
      return Optional.empty();
    }
    BigDecimal nanos =
        new BigDecimal(digits)
            .multiply(BigDecimal.valueOf(unit.toNanos()))
            .setScale(0, RoundingMode.CEILING);
    boolean plausible = nanos.compareTo(BigDecimal.valueOf(LONGEST.toNanos())) <= 0;
    return plausible && nanos.signum() > 0
        ? Optional.of(Duration.ofNanos(nanos.longValueExact()))
        : Optional.empty();
  }

  /** Counted on the dependency's clock when the response shows it, so that skew cancels out. */
  private Optional<Duration> untilDate(String text, ResponseHead head) {
    Instant here = time.wallTime();
    Instant there = head.header("Date").flatMap(date -> HttpDate.parse(date, here)).orElse(here);
    return HttpDate.parse(text, there).map(until -> Duration.between(there, until));
  }
}
