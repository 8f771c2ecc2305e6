// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The kinds of values of one piece that many keys hold. */
final class Kinds {
  /** What some other program takes as it is. */
  static final Kind<Setting> ANYTHING = new AnythingKind();

  /** Yes or no. */
  static final Kind<Boolean> BOOLEAN =
      new ScalarKind<>(
          "true or false",
          "`true`, `false`",
          Map.of("type", "boolean"),
          scalar ->
              Optional.of(scalar.text())
                  .filter(List.of("true", "false")::contains)
                  .map(Boolean::valueOf));

  static final Duration LONGEST = Duration.ofDays(366);

  /** Patterns may take a stack as deep as the text is long. */
  private static final int LONGEST_TEXT = 500;

  private static final Duration SHORTEST = Duration.ofMillis(1);

  private static final Pattern WHOLE_NUMBER = Pattern.compile("-?[0-9]{1,10}");

  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}(?:\\.[0-9]{1,9})?");

  private static final Pattern PERCENTAGE = Pattern.compile("([0-9]{1,3}(?:\\.[0-9]{1,9})?)%");

  private static final Pattern BYTES = Pattern.compile("(?<number>[0-9]{1,9})(?<unit>KiB|MiB)?");

  private Kinds() {}

  /** A duration from 1 ms on. */
  static Kind<Duration> duration(Duration max) {
    return new RangeKind<>(
        anyDuration(),
        Durations.format(SHORTEST) + " to " + Durations.format(max),
        time -> time.compareTo(SHORTEST) >= 0 && time.compareTo(max) <= 0);
  }

  static Kind<Duration> durationOrZero(Duration max) {
    return new RangeKind<>(
        anyDuration(), "0s to " + Durations.format(max), time -> time.compareTo(max) <= 0);
  }

  private static ScalarKind<Duration> anyDuration() {
    return new ScalarKind<>(
        "a duration such as 30s, 1m30s or 200ms",
        "duration",
        pattern(Durations.FORM),
        scalar -> Durations.parse(scalar.text()));
  }

  static Kind<Integer> wholeNumber(int min, int max) {
    return new ScalarKind<>(
        "a whole number from " + min + " to " + max,
        "whole number, %,d to %,d".formatted(min, max),
        range("integer", min, max),
        scalar -> wholeNumber(scalar).filter(number -> number >= min && number <= max));
  }

  private static Optional<Integer> wholeNumber(Scalar scalar) {
    return Optional.of(scalar)
        .filter(Scalar::plain)
        .map(Scalar::text)
        .filter(text -> WHOLE_NUMBER.matcher(text).matches())
        .map(Long::valueOf)
        .filter(number -> number == number.intValue())
        .map(Long::intValue);
  }

  static Kind<Double> number(int min, int max) {
    return new ScalarKind<>(
        "a number from " + min + " to " + max,
        "number, %,d to %,d".formatted(min, max),
        range("number", min, max),
        scalar ->
            Optional.of(scalar)
                .filter(Scalar::plain)
                .map(Scalar::text)
                .filter(text -> NUMBER.matcher(text).matches())
                .map(Double::valueOf)
                .filter(number -> number >= min && number <= max));
  }

  private static Map<String, Object> range(String type, int min, int max) {
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("type", type);
    schema.put("minimum", min);
    schema.put("maximum", max);
    return schema;
  }

  /** A percentage as a share: 50% is 0.5. */
  static Kind<Double> share() {
    return share(
        "above 0% and at most 100%, such as 50%", "above 0% to 100%", s -> s > 0 && s <= 1);
  }

  static Kind<Double> share(double min, double max, String example) {
    String range = percentage(min) + " to " + percentage(max);
    return share("from " + range + ", such as " + example, range, s -> s >= min && s <= max);
  }

  private static Kind<Double> share(String what, String range, Function<Double, Boolean> inRange) {
    return new ScalarKind<>(
        "a percentage " + what,
        "percentage, " + range,
        pattern(PERCENTAGE),
        scalar ->
            Optional.of(PERCENTAGE.matcher(scalar.text()))
                .filter(Matcher::matches)
                .map(matcher -> new BigDecimal(matcher.group(1)).movePointLeft(2).doubleValue())
                .filter(inRange::apply));
  }

  private static String percentage(double share) {
    return BigDecimal.valueOf(share).movePointRight(2).stripTrailingZeros().toPlainString() + "%";
  }

  /** A number of bytes. */
  static Kind<Integer> bytes(String min, String max) {
    int least = parseBytes(min).orElseThrow();
    int most = parseBytes(max).orElseThrow();
    return new RangeKind<>(
        new ScalarKind<>(
            "a size such as 64KiB, 1MiB or 500",
            "size",
            Map.of("anyOf", List.of(pattern(BYTES), Map.of("type", "integer"))),
            scalar -> parseBytes(scalar.text())),
        min + " to " + max,
        bytes -> bytes >= least && bytes <= most);
  }

  private static Optional<Integer> parseBytes(String text) {
    Matcher matcher = BYTES.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    String unit = String.valueOf(matcher.group("unit"));
    int shift = unit.equals("KiB") ? 10 : unit.equals("MiB") ? 20 : 0;
    long bytes = Long.parseLong(matcher.group("number")) << shift;
    return Optional.of((int) Math.min(bytes, Integer.MAX_VALUE));
  }

  /** The constants of an enum, in lower case with dashes. */
  @SafeVarargs
  static <E extends Enum<E>> Kind<E> oneOf(E... constants) {
    Map<String, E> choices = new LinkedHashMap<>();
    for (E constant : constants) {
      choices.put(constant.name().toLowerCase(Locale.ROOT).replace('_', '-'), constant);
    }
    return new ChoiceKind<>(choices);
  }

  /** A section, or the word that stands for doing without it. */
  static Kind<Optional<Section>> sectionOrNone(SectionKind section) {
    return new EitherKind<>(
        new ScalarKind<>(
            "none or a mapping",
            "`none`",
            Map.of("const", "none"),
            scalar ->
                scalar.text().equals("none") ? Optional.of(Optional.empty()) : Optional.empty()),
        section.to(it -> Optional.of(Optional.of(it))));
  }

  static ScalarKind<String> text(String what, String words, Pattern pattern) {
    return new ScalarKind<>(
        what,
        words,
        pattern(pattern),
        scalar ->
            Optional.of(scalar.text())
                .filter(text -> text.length() <= LONGEST_TEXT && pattern.matcher(text).matches()));
  }

  /** The names of groups mean nothing to other dialects of patterns. */
  static Map<String, Object> pattern(Pattern pattern) {
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("type", "string");
    schema.put("pattern", "^(?:" + pattern.pattern().replaceAll("\\(\\?<[a-z0-9]+>", "(") + ")$");
    return schema;
  }

  /** The value as it is. */
  private record AnythingKind() implements Kind<Setting> {
    @Override
    public Optional<Setting> read(Setting setting) {
      return Optional.of(setting);
    }

    @Override
    public String words() {
      return "anything";
    }

    @Override
    public Map<String, Object> schema(SchemaSections sections) {
      return Map.of();
    }
  }
}
