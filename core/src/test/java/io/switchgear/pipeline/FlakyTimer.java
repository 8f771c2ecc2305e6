// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import io.switchgear.core.TimeSource;
import io.switchgear.testkit.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;
import java.util.concurrent.RejectedExecutionException;

/** Virtual time whose timer refuses some tasks, as one does that is shut down. */
final class FlakyTimer implements TimeSource {
  private final VirtualTime time;
  private final SplittableRandom random;

  /** Which share of the tasks is refused: one in so many; 0 for none. */
  private int oneIn;

  FlakyTimer(VirtualTime time, SplittableRandom random) {
    this.time = time;
    this.random = random;
    this.oneIn = random.nextInt(6) == 0 ? 1 + random.nextInt(4) : 0;
  }

  boolean isSound() {
    return oneIn == 0;
  }

  void repair() {
    oneIn = 0;
  }

  @Override
  public long nanoTime() {
    return time.nanoTime();
  }

  @Override
  public Instant wallTime() {
    return time.wallTime();
  }

  @Override
  public ScheduledTask schedule(Duration delay, Runnable task) {
    if (oneIn > 0 && random.nextInt(oneIn) == 0) {
      throw new RejectedExecutionException("shut down");
    }
    return time.schedule(delay, task);
  }
}
