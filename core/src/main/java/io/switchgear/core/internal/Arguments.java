// SPDX-License-Identifier: Apache-2.0
package io.switchgear.core.internal;

import java.time.Duration;
import java.util.Objects;

/** Checks of arguments; each message names the argument and the value that was given. */
public final class Arguments {
  /** The longest duration that a setting may have, so that sums of ticks never overflow. */
  public static final Duration MAX_DURATION = Duration.ofDays(366);

  private static final Duration MIN_DURATION = Duration.ofMillis(1);

  /** How long a text may be that somebody chooses and that is shown in errors, logs and metrics. */
  static final int MAX_TEXT_LENGTH = 256;

  private Arguments() {}

  /**
   * A whole number within bounds.
   *
   * @param name the argument
   * @param value its value
   * @param min the least that is allowed
   * @param max the most that is allowed
   * @return the value
   */
  public static int inRange(String name, int value, int min, int max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          name + " must be from " + min + " to " + max + ", but is " + value);
    }
    return value;
  }

  /**
   * A share: above 0, at most 1.
   *
   * @param name the argument
   * @param value its value
   * @return the value
   */
  public static double ratio(String name, double value) {
    if (!(value > 0 && value <= 1)) {
      throw new IllegalArgumentException(name + " must be above 0 and at most 1, but is " + value);
    }
    return value;
  }

  /**
   * A duration from 1 ms to 366 days.
   *
   * @param name the argument
   * @param value its value
   * @return the value
   */
  public static Duration positive(String name, Duration value) {
    if (Objects.requireNonNull(value, name).compareTo(MIN_DURATION) < 0
        || value.compareTo(MAX_DURATION) > 0) {
      throw new IllegalArgumentException(name + " must be from 1 ms to 366 days, but is " + value);
    }
    return value;
  }

  /**
   * No time at all, or a duration from 1 ms to 366 days.
   *
   * @param name the argument
   * @param value its value
   * @return the value
   */
  public static Duration zeroOrPositive(String name, Duration value) {
    Objects.requireNonNull(value, name);
    boolean inRange =
        value.isZero()
            || (value.compareTo(MIN_DURATION) >= 0 && value.compareTo(MAX_DURATION) <= 0);
    if (!inRange) {
      throw new IllegalArgumentException(
          name + " must be 0, or from 1 ms to 366 days, but is " + value);
    }
    return value;
  }

  /**
   * A text with something in it.
   *
   * @param name the argument
   * @param value its value
   * @return the value
   */
  public static String notBlank(String name, String value) {
    if (Objects.requireNonNull(value, name).isBlank()) {
      throw new IllegalArgumentException(name + " must not be blank");
    }
    return value;
  }

  /**
   * What people call a policy, themselves or their reasons, for errors, logs and metrics: something
   * in one line of at most 256 characters.
   *
   * @param name the argument
   * @param value its value
   * @return the value
   */
  public static String name(String name, String value) {
    notBlank(name, value);
    if (value.length() > MAX_TEXT_LENGTH) {
      throw new IllegalArgumentException(
          name + " must have at most 256 characters, but has " + value.length());
    }
    if (value.chars().anyMatch(Arguments::isControl)) {
      throw new IllegalArgumentException(name + " must be one line without control characters");
    }
    return value;
  }

  static boolean isControl(int letter) {
    int type = Character.getType(letter);
    return type == Character.CONTROL
        || type == Character.LINE_SEPARATOR
        || type == Character.PARAGRAPH_SEPARATOR;
  }

  /**
   * A duration in nanoseconds, saturated: at least 0, at most {@link #MAX_DURATION}.
   *
   * @param duration any duration
   * @return its nanoseconds
   */
  public static long saturatedNanos(Duration duration) {
    if (duration.isNegative()) {
      return 0;
    }
    return duration.compareTo(MAX_DURATION) > 0 ? MAX_DURATION.toNanos() : duration.toNanos();
  }
}
