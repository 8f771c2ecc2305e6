// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.stub;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The tallies of the last seconds, each overwritten when its place is needed again. */
final class SecondRing {
  /** How many seconds are kept. */
  static final int SECONDS = 600;

  private final @Nullable Tally[] tallies = new @Nullable Tally[SECONDS];
  private final long[] seconds = new long[SECONDS];

  /** The tally of a second that is at least the latest one so far. */
  Tally at(long second) {
    int place = (int) (second % SECONDS);
    Tally tally = tallies[place];
    if (tally == null || seconds[place] != second) {
      tally = new Tally();
      tallies[place] = tally;
      seconds[place] = second;
    }
    return tally;
  }

  /** The seconds up to this one in which something happened, oldest first. */
  List<StubStats.Second> upTo(long now) {
    List<StubStats.Second> found = new ArrayList<>();
    for (long second = Math.max(0, now - SECONDS + 1); second <= now; second++) {
      int place = (int) (second % SECONDS);
      Tally tally = tallies[place];
      if (tally != null && seconds[place] == second) {
        found.add(new StubStats.Second(second, tally.count()));
      }
    }
    return found;
  }
}
