// SPDX-License-Identifier: Apache-2.0
package io.switchgear.retry;

import io.switchgear.core.TimeSource;
import io.switchgear.testkit.VirtualTime;
import java.time.Duration;
import java.time.Instant;

/** Time whose timer is a minute late, as on a machine that was asleep. */
final class LateTime implements TimeSource {
  private final VirtualTime time;

  LateTime(VirtualTime time) {
    this.time = time;
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
    time.advance(delay.plusMinutes(1));
    task.run();
    return () -> {};
  }
}
