// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.stub;

import java.time.Duration;

/** Checks of arguments; each message names the argument and the value that was given. */
final class Checks {
  /** The longest time that a setting may have; a run of the lab is shorter. */
  static final Duration MAX_DURATION = Duration.ofDays(1);

  private Checks() {}

  static int range(String name, int value, int min, int max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          name + " must be from " + min + " to " + max + ", but is " + value);
    }
    return value;
  }

  static double ratio(String name, double value) {
    if (!(value >= 0 && value <= 1)) {
      throw new IllegalArgumentException(name + " must be from 0 to 1, but is " + value);
    }
    return value;
  }

  static Duration duration(String name, Duration value, Duration min) {
    if (value.compareTo(min) < 0 || value.compareTo(MAX_DURATION) > 0) {
      throw new IllegalArgumentException(
          name
              + " must be from "
              + Texts.duration(min)
              + " to "
              + Texts.duration(MAX_DURATION)
              + ", but is "
              + value);
    }
    return value;
  }
}
