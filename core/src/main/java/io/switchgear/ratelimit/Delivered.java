// SPDX-License-Identifier: Apache-2.0
package io.switchgear.ratelimit;

/**
 * How many calls succeeded lately, by the two counters of a {@link SlidingWindow}.
 *
 * @param window the number of the current window
 * @param before how many succeeded in the window before
 * @param count how many succeeded in the current one
 */
record Delivered(long window, int before, int count) {
  static final Delivered NOTHING = new Delivered(0, 0, 0);

  Delivered plusOne(long nowWindow) {
    Delivered here = at(nowWindow);
    return new Delivered(here.window, here.before, here.count + 1);
  }

  /** How many succeeded in the last window that ends now. */
  double estimate(long perNanos, long nowNanos) {
    Delivered here = at(nowNanos / perNanos);
    double passedShare = (double) (nowNanos % perNanos) / perNanos;
    return here.before * (1 - passedShare) + here.count;
  }

  private Delivered at(long nowWindow) {
    long passed = nowWindow - window;
    if (passed <= 0) {
      return this;
    }
    return new Delivered(nowWindow, passed == 1 ? count : 0, 0);
  }
}
