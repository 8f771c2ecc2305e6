// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.stub;

import java.time.Duration;
import java.util.SplittableRandom;

/**
 * The chance in the upstream's behavior, as a function of the seed and the number of the request:
 * the same request fares the same in each run, whatever else is under way.
 */
final class Dice {
  /** An odd number that spreads the request numbers over all seeds. */
  private static final long SPREAD = 0xD1B54A32D192ED03L;

  private final long seed;

  Dice(long seed) {
    this.seed = seed;
  }

  /** What becomes of a request that the limit has let through. */
  Fate fate(StubBehavior behavior, long number) {
    // All draws are made each time, so that one setting doesn't change what another one does.
    SplittableRandom random = new SplittableRandom(seed ^ (number * SPREAD));
    double hang = random.nextDouble();
    double cut = random.nextDouble();
    double error = random.nextDouble();
    double slow = random.nextDouble();
    Duration latency = latency(behavior, slow);
    if (hang < behavior.hangRatio()) {
      return new Fate(Fate.Kind.HANG, latency);
    }
    if (cut < behavior.cutRatio()) {
      return new Fate(Fate.Kind.CUT, latency);
    }
    boolean fails = error < behavior.errorRatio();
    return new Fate(fails ? Fate.Kind.ERROR : Fate.Kind.ANSWER, latency);
  }

  private static Duration latency(StubBehavior behavior, double draw) {
    long least = behavior.latencyLeast().toNanos();
    long most = behavior.latencyMost().toNanos();
    return Duration.ofNanos(least + (long) (draw * (most - least)));
  }
}
