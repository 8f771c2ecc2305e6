// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.replay;

import io.switchgear.circuitbreaker.TripRule;
import io.switchgear.config.Durations;
import io.switchgear.config.Nearest;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Variants of trip rules and cool-downs.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class Grid {
  /** The most variants that are replayed at once. */
  public static final int MAX_VARIANTS = 200;

  private static final Pattern RATE = Pattern.compile("(\\d{1,3}(?:\\.\\d{1,3})?)%/(\\d{1,4})");
  private static final Pattern COUNT = Pattern.compile("\\d{1,4}");
  private static final Pattern WITHIN = Pattern.compile("(\\d{1,4})/(\\w+)");
  private static final List<String> NAMES =
      List.of("consecutiveFailures", "failures", "failureRate", "auto", "coolDown");

  private final List<Variant> variants;

  private Grid(List<Variant> variants) {
    this.variants = List.copyOf(variants);
  }

  /**
   * The variants that are looked at when nobody asks for others: a few of each rule with the
   * cool-down of the settings, then a few cool-downs with their rule.
   *
   * @return the grid
   */
  public static Grid standard() {
    List<Variant> rules =
        parts("consecutiveFailures=2,3,5,10;failures=5/1m;failureRate=50%/10,50%/20,20%/50;auto")
            .rules();
    List<Variant> all = new ArrayList<>(rules);
    all.addAll(parts("coolDown=5s,30s,2m,10m").coolDowns());
    return new Grid(all);
  }

  /**
   * Reads a grid: each rule with each cool-down.
   *
   * @param text for example {@code
   *     consecutiveFailures=3,5;failures=5/1m;failureRate=50%/20;auto;coolDown=10s,1m}
   * @return the grid
   * @throws IllegalArgumentException with what is wrong, in one line
   */
  public static Grid parse(String text) {
    Parts parts = parts(text);
    List<Variant> all = new ArrayList<>();
    if (parts.rules().isEmpty() || parts.coolDowns().isEmpty()) {
      all.addAll(parts.rules());
      all.addAll(parts.coolDowns());
    } else {
      for (Variant rule : parts.rules()) {
        parts.coolDowns().forEach(coolDown -> all.add(both(rule, coolDown)));
      }
    }
    if (all.size() > MAX_VARIANTS) {
      throw new IllegalArgumentException(
          "asks for %d variants, more than %d".formatted(all.size(), MAX_VARIANTS));
    }
    return new Grid(all);
  }

  /**
   * One rule with one cool-down.
   *
   * @param rule changes the trip rule
   * @param coolDown changes the cool-down
   * @return a variant with both
   */
  public static Variant both(Variant rule, Variant coolDown) {
    return new Variant(
        rule.name() + ", " + coolDown.name(),
        config -> coolDown.change().apply(rule.change().apply(config)));
  }

  /**
   * The variants.
   *
   * @return in the order of the text
   */
  public List<Variant> variants() {
    return variants;
  }

  private static Parts parts(String text) {
    List<Variant> rules = new ArrayList<>();
    List<Variant> coolDowns = new ArrayList<>();
    for (String part : text.split(";", -1)) {
      int equals = part.indexOf('=');
      String name = (equals < 0 ? part : part.substring(0, equals)).strip();
      for (String value : part.substring(equals + 1).split(",", -1)) {
        (name.equals("coolDown") ? coolDowns : rules).add(variant(name, value.strip()));
      }
    }
    return new Parts(rules, coolDowns);
  }

  private static Variant variant(String name, String value) {
    return switch (name) {
      case "consecutiveFailures" -> consecutiveFailures(count(name, value, COUNT.matcher(value)));
      case "failures" -> failures(name, value);
      case "failureRate" -> failureRate(name, value);
      case "auto" -> rule("auto", TripRule.auto());
      case "coolDown" -> coolDown(duration(name, value));
      default ->
          throw new IllegalArgumentException(
              "has no '"
                  + name
                  + "'"
                  + Nearest.to(name, NAMES)
                      .map("; did you mean '%s'?"::formatted)
                      .orElse("; it may have " + String.join(", ", NAMES)));
    };
  }

  /**
   * The rule of so many failures in a row.
   *
   * @param failures how many
   * @return a variant with this rule
   */
  public static Variant consecutiveFailures(int failures) {
    return rule("consecutiveFailures: " + failures, TripRule.consecutiveFailures(failures));
  }

  /**
   * Another cool-down, always the same.
   *
   * @param coolDown how long
   * @return a variant with this cool-down
   */
  public static Variant coolDown(Duration coolDown) {
    return new Variant(
        "coolDown: " + Durations.format(coolDown), config -> config.coolDown(coolDown));
  }

  private static Variant failures(String name, String value) {
    Matcher matcher = WITHIN.matcher(value);
    int failures = count(name, value, matcher);
    Duration within = duration(name, matcher.group(2));
    return rule(
        "failures: { failures: %d, within: %s }".formatted(failures, Durations.format(within)),
        TripRule.failures(failures, within));
  }

  private static Variant failureRate(String name, String value) {
    Matcher matcher = RATE.matcher(value);
    if (!matcher.matches()) {
      throw mustBe(name, "a share and a number of calls such as 50%/20", value);
    }
    double ratio = new BigDecimal(matcher.group(1)).movePointLeft(2).doubleValue();
    int calls = Integer.parseInt(matcher.group(2));
    return rule(
        "failureRate: { rate: %s%%, lastCalls: %d }".formatted(matcher.group(1), calls),
        checked(name, value, () -> TripRule.failureRate(ratio, calls, calls)));
  }

  private static Variant rule(String name, TripRule rule) {
    return new Variant(name, config -> config.tripOn(rule));
  }

  private static int count(String name, String value, Matcher matcher) {
    if (!matcher.matches()) {
      throw mustBe(name, name.equals("failures") ? "such as 5/1m" : "a whole number", value);
    }
    int count = Integer.parseInt(matcher.groupCount() == 0 ? value : matcher.group(1));
    if (count < 1 || count > 1_000) {
      throw mustBe(name, "from 1 to 1000", value);
    }
    return count;
  }

  private static Duration duration(String name, String value) {
    return Durations.parse(value)
        .filter(duration -> duration.toMillis() > 0 && duration.toDays() <= 366)
        .orElseThrow(() -> mustBe(name, "a duration such as 30s", value));
  }

  private static TripRule checked(String name, String value, Supplier<TripRule> rule) {
    try {
      return rule.get();
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          mustBe(name, "a share from 0.001% to 100% of 1 to 4096 calls", value).getMessage(), e);
    }
  }

  private static IllegalArgumentException mustBe(String name, String what, String value) {
    return new IllegalArgumentException(
        "'%s' must be %s, but is '%s'".formatted(name, what, value));
  }

  private record Parts(List<Variant> rules, List<Variant> coolDowns) {}
}
