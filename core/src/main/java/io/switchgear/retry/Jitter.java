// SPDX-License-Identifier: Apache-2.0
package io.switchgear.retry;

/** Which part of a wait is left to chance. No kind makes a wait longer than it is without. */
enum Jitter {
  /** None. */
  NONE(1),

  /** All of it: 0 to 100 % of the wait. */
  FULL(0),

  /** Half of it: 50 to 100 % of the wait. */
  EQUAL(0.5);

  private final double least;

  Jitter(double least) {
    this.least = least;
  }

  /** A wait after the draw of a number from 0 to 1, which leaves it within 0 and itself. */
  double apply(double nanos, double draw) {
    return nanos * (least + (1 - least) * draw);
  }
}
