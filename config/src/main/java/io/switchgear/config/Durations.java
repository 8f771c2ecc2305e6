// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Durations as people write them: whole numbers with units (d, h, m, s, ms), the largest first.
 *
 * <p><b>Thread safety:</b> safe; it has no state.
 */
public final class Durations {
  /** Twelve digits of any unit neither overflow nor make sense. */
  static final Pattern FORM =
      Pattern.compile(
          "(?=.)(?:(?<d>[0-9]{1,12})d)?(?:(?<h>[0-9]{1,12})h)?(?:(?<m>[0-9]{1,12})m(?!s))?"
              + "(?:(?<s>[0-9]{1,12})s)?(?:(?<ms>[0-9]{1,12})ms)?");

  private Durations() {}

  /**
   * Reads a duration.
   *
   * @param text such as {@code 30s}, {@code 1m30s} or {@code 200ms}
   * @return the duration; empty when the text isn't one
   */
  public static Optional<Duration> parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    return Optional.of(
        Duration.ofDays(part(matcher, "d"))
            .plusHours(part(matcher, "h"))
            .plusMinutes(part(matcher, "m"))
            .plusSeconds(part(matcher, "s"))
            .plusMillis(part(matcher, "ms")));
  }

  private static long part(Matcher matcher, String unit) {
    String digits = matcher.group(unit);
    return digits == null ? 0 : Long.parseLong(digits);
  }

  /**
   * Writes a duration in the same form; parts under a millisecond are left out.
   *
   * @param duration zero or more
   * @return such as {@code 1m30s}
   */
  public static String format(Duration duration) {
    String text =
        part(duration.toDays(), "d")
            + part(duration.toHoursPart(), "h")
            + part(duration.toMinutesPart(), "m")
            + part(duration.toSecondsPart(), "s")
            + part(duration.toMillisPart(), "ms");
    return text.isEmpty() ? "0s" : text;
  }

  private static String part(long number, String unit) {
    return number == 0 ? "" : number + unit;
  }
}
