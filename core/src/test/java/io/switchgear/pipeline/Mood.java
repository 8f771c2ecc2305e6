// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import java.util.SplittableRandom;

/** How a simulated dependency feels: which replies are likely. */
enum Mood {
  HEALTHY(90, 2, 2, 2),
  FAILING(10, 80, 2, 4),
  BROKEN(0, 100, 0, 0),
  THROTTLING(20, 5, 70, 2),
  HANGING(30, 10, 0, 50),
  MAD(25, 20, 10, 10);

  private final int answers;
  private final int failures;
  private final int throttles;
  private final int hangs;

  Mood(int answers, int failures, int throttles, int hangs) {
    this.answers = answers;
    this.failures = failures;
    this.throttles = throttles;
    this.hangs = hangs;
  }

  Reply.Kind draw(SplittableRandom random) {
    int dice = random.nextInt(100);
    if (dice < answers) {
      return Reply.Kind.ANSWER;
    }
    if (dice < answers + failures) {
      return Reply.Kind.FAILURE;
    }
    if (dice < answers + failures + throttles) {
      return Reply.Kind.THROTTLE;
    }
    return dice < answers + failures + throttles + hangs
        ? Reply.Kind.HANG
        : Reply.Kind.draw(random);
  }

  int maxDelayMillis() {
    return this == HEALTHY ? 60 : 900;
  }
}
