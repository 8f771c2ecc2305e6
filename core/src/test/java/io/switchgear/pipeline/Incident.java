// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import java.util.SplittableRandom;

/**
 * Something that happens in a simulation. What exactly is drawn from the seed, so that an incident
 * means the same whichever incidents came before it.
 *
 * @param kind what happens
 * @param pick chooses among what there is
 * @param millis a time
 * @param seed for whatever else has to be chosen
 */
record Incident(Kind kind, int pick, int millis, long seed) {
  enum Kind {
    CALL,
    ADVANCE,
    CANCEL,
    MOOD,
    ORDER,
    RECONFIGURE,
    RESIZE,
    STEP_WALL_CLOCK,
    INVALIDATE
  }

  static Incident draw(SplittableRandom random) {
    int dice = random.nextInt(100);
    Kind kind =
        dice < 48
            ? Kind.CALL
            : dice < 76
                ? Kind.ADVANCE
                : dice < 81 ? Kind.CANCEL : dice < 87 ? Kind.MOOD : rare(dice);
    int longest = new int[] {20, 200, 200, 3_000}[random.nextInt(4)];
    return new Incident(kind, random.nextInt(1_000), random.nextInt(longest), random.nextLong());
  }

  private static Kind rare(int dice) {
    if (dice < 91) {
      return Kind.ORDER;
    }
    return dice < 93
        ? Kind.RECONFIGURE
        : dice < 95 ? Kind.RESIZE : dice < 98 ? Kind.STEP_WALL_CLOCK : Kind.INVALIDATE;
  }

  SplittableRandom random() {
    return new SplittableRandom(seed);
  }
}
