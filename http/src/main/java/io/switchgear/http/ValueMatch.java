// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a value must be for a row to match: the value of a header, or one that was found in a body.
 * A number in a body is compared as it was written there.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class ValueMatch {
  private static final ValueMatch PRESENT = new ValueMatch(Kind.PRESENT, List.of(), 0, 0);
  private static final ValueMatch ABSENT = new ValueMatch(Kind.ABSENT, List.of(), 0, 0);
  private static final ValueMatch USED_UP = new ValueMatch(Kind.USED_UP, List.of(), 0, 0);

  private static final Pattern INTEGER = Pattern.compile("-?[0-9]{1,18}");

  /** Used and size, alone or among other things: {@code 39/40}, {@code api-usage=18/5000}. */
  private static final Pattern FRACTION =
      Pattern.compile("(?<![0-9])(?<used>[0-9]{1,18})/(?<size>[0-9]{1,18})(?![0-9])");

  private final Kind kind;
  private final List<String> texts;
  private final long min;
  private final long max;

  private ValueMatch(Kind kind, List<String> texts, long min, long max) {
    this.kind = kind;
    this.texts = texts;
    this.min = min;
    this.max = max;
  }

  /**
   * Is one of these, letter for letter.
   *
   * @param values at least one
   * @return the test
   */
  public static ValueMatch is(String... values) {
    return of(Kind.IS, List.of(values));
  }

  /**
   * Begins with one of these, letter for letter.
   *
   * @param beginnings at least one
   * @return the test
   */
  public static ValueMatch startsWith(String... beginnings) {
    return of(Kind.STARTS_WITH, List.of(beginnings));
  }

  /**
   * Contains one of these, in upper or lower case.
   *
   * @param parts at least one
   * @return the test
   */
  public static ValueMatch contains(String... parts) {
    return of(Kind.CONTAINS, List.of(parts));
  }

  /**
   * Is a whole number in a range.
   *
   * @param min the smallest
   * @param max the largest
   * @return the test
   * @throws IllegalArgumentException when min is above max
   */
  public static ValueMatch between(long min, long max) {
    if (min > max) {
      throw new IllegalArgumentException("min must be at most " + max + ", but is " + min);
    }
    return new ValueMatch(Kind.BETWEEN, List.of(), min, max);
  }

  /**
   * Is a fraction, used and size, of which all is used: {@code 40/40}.
   *
   * @return the test
   */
  public static ValueMatch usedUp() {
    return USED_UP;
  }

  /**
   * Is there, whatever it is; a null in a body isn't.
   *
   * @return the test
   */
  public static ValueMatch present() {
    return PRESENT;
  }

  /**
   * Isn't there.
   *
   * @return the test
   */
  public static ValueMatch absent() {
    return ABSENT;
  }

  static ValueMatch of(Kind kind, List<String> texts) {
    if (texts.isEmpty()) {
      throw new IllegalArgumentException("there must be at least one text");
    }
    boolean anyCase = kind == Kind.CONTAINS;
    return new ValueMatch(
        kind, anyCase ? texts.stream().map(ValueMatch::lower).toList() : List.copyOf(texts), 0, 0);
  }

  /** Whether the test wants that there is nothing. */
  boolean wantsNothing() {
    return kind == Kind.ABSENT;
  }

  /** Whether a value that is there passes. */
  boolean matches(String value) {
    return switch (kind) {
      case PRESENT -> true;
      case ABSENT -> false;
      case IS -> texts.contains(value);
      case STARTS_WITH -> texts.stream().anyMatch(value::startsWith);
      case CONTAINS -> containsAny(lower(value));
      case BETWEEN -> isBetween(value.strip());
      case USED_UP -> isUsedUp(value);
    };
  }

  private boolean containsAny(String value) {
    return texts.stream().anyMatch(value::contains);
  }

  private boolean isBetween(String value) {
    if (!INTEGER.matcher(value).matches()) {
      return false;
    }
    long number = Long.parseLong(value);
    return number >= min && number <= max;
  }

  private static boolean isUsedUp(String value) {
    Matcher fraction = FRACTION.matcher(value);
    if (!fraction.find()) {
      return false;
    }
    long size = Long.parseLong(fraction.group("size"));
    return size > 0 && Long.parseLong(fraction.group("used")) >= size;
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }

  @Override
  public String toString() {
    return switch (kind) {
      case PRESENT -> "is there";
      case ABSENT -> "is missing";
      case IS -> "is " + String.join(" or ", texts);
      case STARTS_WITH -> "begins with " + String.join(" or ", texts);
      case CONTAINS -> "contains '" + String.join("' or '", texts) + "'";
      case BETWEEN -> "is from " + min + " to " + max;
      case USED_UP -> "is used up";
    };
  }

  /** The kinds of test. */
  enum Kind {
    PRESENT,
    ABSENT,
    IS,
    STARTS_WITH,
    CONTAINS,
    BETWEEN,
    USED_UP
  }
}
