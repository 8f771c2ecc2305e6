// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.tune;

import io.switchgear.core.Verdict;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/** How many calls a minute were taken, and at how many some were refused; to the second. */
final class Throttling {
  private static final int SECONDS = 60;

  /** How many calls were taken in each of the last 60 seconds. */
  private final int[] taken = new int[SECONDS];

  private long nowSecond = Long.MIN_VALUE;
  private int takenInWindow;
  private long lastRefusedSecond = Long.MIN_VALUE / 2;
  private int mostWithoutRefusal;
  private int leastAtRefusal = Integer.MAX_VALUE;
  private int bursts;

  void add(long endNanos, Verdict verdict) {
    advance(TimeUnit.NANOSECONDS.toSeconds(endNanos));
    if (verdict == Verdict.THROTTLED) {
      refused();
    } else {
      taken[(int) Math.floorMod(nowSecond, (long) SECONDS)]++;
      takenInWindow++;
      if (nowSecond - lastRefusedSecond >= SECONDS) {
        mostWithoutRefusal = Math.max(mostWithoutRefusal, takenInWindow);
      }
    }
  }

  /** The first refusal after a minute without one shows the limit; those behind it, the backlog. */
  private void refused() {
    if (nowSecond - lastRefusedSecond >= SECONDS) {
      bursts++;
      leastAtRefusal = Math.min(leastAtRefusal, takenInWindow);
    }
    lastRefusedSecond = nowSecond;
  }

  private void advance(long second) {
    if (second - nowSecond >= SECONDS || nowSecond == Long.MIN_VALUE) {
      Arrays.fill(taken, 0);
      takenInWindow = 0;
      nowSecond = second;
      return;
    }
    // Ends don't come in order: an earlier one is counted now.
    while (nowSecond < second) {
      nowSecond++;
      int place = (int) Math.floorMod(nowSecond, (long) SECONDS);
      takenInWindow -= taken[place];
      taken[place] = 0;
    }
  }

  /** The most calls that were taken within a minute in which none was refused. */
  int mostWithoutRefusal() {
    return mostWithoutRefusal;
  }

  /** The fewest calls that were taken in the minute before the first refusal of a burst. */
  int leastAtRefusal() {
    return leastAtRefusal;
  }

  /** How often refusals began. */
  int bursts() {
    return bursts;
  }
}
