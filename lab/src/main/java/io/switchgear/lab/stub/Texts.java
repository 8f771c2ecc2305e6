// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.stub;

import io.switchgear.config.Durations;
import io.switchgear.config.Nearest;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The texts of durations, rates, shares and choices. A message says what the text must be; the
 * caller puts the name of the setting before it.
 */
final class Texts {
  private static final Pattern RATE = Pattern.compile("([0-9]{1,9})/([0-9a-z]+)");
  private static final Pattern UNIT = Pattern.compile("ms|s|m|min|h|d");
  private static final Pattern PERCENT = Pattern.compile("(\\d{1,3}(?:\\.\\d{1,6})?) ?%");
  private static final Pattern WHOLE_NUMBER = Pattern.compile("\\d{1,9}");
  private static final int MAX_SHOWN = 60;

  private Texts() {}

  /** A duration; zero may come without a unit, as the help of the command says it. */
  static Duration parseDuration(String text) {
    String duration = text.strip();
    return Durations.parse(duration.equals("0") ? "0s" : duration)
        .orElseThrow(
            () -> mustBe("a duration such as 200ms or 1s, or a range such as 1s-3s", text));
  }

  static StubRate parseRate(String text) {
    Matcher matcher = RATE.matcher(text);
    return Optional.of(matcher)
        .filter(Matcher::matches)
        .map(rate -> rate.group(2))
        .map(per -> UNIT.matcher(per).matches() ? "1" + per : per)
        .flatMap(per -> Durations.parse(per.replace("min", "m")))
        .map(per -> new StubRate(Integer.parseInt(matcher.group(1)), per))
        .orElseThrow(() -> mustBe("a rate such as 200/min or 10/s, or none", text));
  }

  static double parseRatio(String text) {
    Matcher matcher = PERCENT.matcher(text);
    if (!matcher.matches()) {
      throw mustBe("a share such as 5%", text);
    }
    BigDecimal ratio = new BigDecimal(matcher.group(1)).movePointLeft(2);
    if (ratio.compareTo(BigDecimal.ONE) > 0) {
      throw mustBe("from 0% to 100%", text);
    }
    return ratio.doubleValue();
  }

  static int parseInt(String text) {
    if (!WHOLE_NUMBER.matcher(text).matches()) {
      throw mustBe("a whole number", text);
    }
    return Integer.parseInt(text);
  }

  static boolean parseBoolean(String text) {
    return switch (text) {
      case "true" -> true;
      case "false" -> false;
      default -> throw mustBe("true or false", text);
    };
  }

  static <T> T choice(String text, List<T> choices, Function<T, String> name) {
    return choices.stream()
        .filter(choice -> name.apply(choice).equals(text))
        .findFirst()
        .orElseThrow(
            () -> mustBe(choices.stream().map(name).collect(Collectors.joining(" or ")), text));
  }

  /** A duration in its largest whole unit. */
  static String duration(Duration duration) {
    if (duration.isZero()) {
      return "0s";
    }
    Unit unit = Unit.largestIn(duration);
    return unit.countIn(duration) + unit.text;
  }

  /** One duration, or two joined by a dash. */
  static String durationRange(Duration least, Duration most) {
    return least.equals(most) ? duration(least) : duration(least) + "-" + duration(most);
  }

  /** The part of a rate after the slash. */
  static String period(Duration per) {
    Unit unit = Unit.largestIn(per);
    long count = unit.countIn(per);
    return count == 1 ? unit.periodText : count + unit.text;
  }

  static String ratio(double ratio) {
    BigDecimal percent = BigDecimal.valueOf(ratio).movePointRight(2).stripTrailingZeros();
    return percent.toPlainString() + "%";
  }

  static String unknownKey(String key, List<String> known) {
    String hint =
        Nearest.to(key, known)
            .map(nearest -> "did you mean '" + nearest + "'?")
            .orElseGet(() -> "valid here: " + String.join(", ", known));
    return "unknown key " + shown(key) + "; " + hint;
  }

  private static IllegalArgumentException mustBe(String what, String text) {
    return new IllegalArgumentException("must be " + what + ", but is " + shown(text));
  }

  /** A text of unknown origin: on one line and not too long. */
  private static String shown(String text) {
    String line = text.replaceAll("\\p{Cntrl}", "?");
    return "'" + (line.length() <= MAX_SHOWN ? line : line.substring(0, MAX_SHOWN) + "…") + "'";
  }

  /** The units of time, from the largest to the smallest. */
  private enum Unit {
    DAY("d", "d", Duration.ofDays(1)),
    HOUR("h", "h", Duration.ofHours(1)),
    MINUTE("m", "min", Duration.ofMinutes(1)),
    SECOND("s", "s", Duration.ofSeconds(1)),
    MILLISECOND("ms", "ms", Duration.ofMillis(1)),
    NANOSECOND("ns", "ns", Duration.ofNanos(1));

    private final String text;
    private final String periodText;
    private final Duration duration;

    Unit(String text, String periodText, Duration duration) {
      this.text = text;
      this.periodText = periodText;
      this.duration = duration;
    }

    static Unit largestIn(Duration duration) {
      for (Unit unit : values()) {
        if (duration.toNanos() % unit.duration.toNanos() == 0) {
          return unit;
        }
      }
      return NANOSECOND;
    }

    long countIn(Duration whole) {
      return whole.toNanos() / duration.toNanos();
    }
  }
}
