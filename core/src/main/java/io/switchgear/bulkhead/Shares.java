// SPDX-License-Identifier: Apache-2.0
package io.switchgear.bulkhead;

import io.switchgear.core.Priority;

/** Which share of the places the calls of each priority may fill; a value. */
record Shares(double normal, double sheddable) {
  /**
   * Nothing is kept back from those who say nothing of priorities. Sheddable calls leave a fifth
   * free: enough for the peaks of the others, little enough that they can work.
   */
  static final Shares DEFAULT = new Shares(1, 0.8);

  Shares {
    if (sheddable > normal) {
      throw new IllegalArgumentException(
          "share of SHEDDABLE must be at most that of NORMAL, which is "
              + normal
              + ", but is "
              + sheddable);
    }
  }

  double of(Priority priority) {
    return switch (priority) {
      case CRITICAL -> 1;
      case NORMAL -> normal;
      case SHEDDABLE -> sheddable;
    };
  }

  /** How many of so many places are for a priority: one at least, so that it isn't shut out. */
  int places(Priority priority, int limit) {
    // A share such as 0.29 of 100 is a tiny bit less than 29 in binary.
    return Math.max(1, (int) (limit * of(priority) + 1e-6));
  }
}
