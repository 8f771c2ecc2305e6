// SPDX-License-Identifier: Apache-2.0
package io.switchgear.testkit.contract;

import io.switchgear.core.TimeSource;
import java.time.Duration;
import java.time.Instant;

/** Time whose timers refuse every task. */
record RefusingTime(TimeSource time, Throwable refusal) implements TimeSource {
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
    throw Hooks.unchecked(refusal);
  }
}
