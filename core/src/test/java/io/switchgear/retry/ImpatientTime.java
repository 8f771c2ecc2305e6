// SPDX-License-Identifier: Apache-2.0
package io.switchgear.retry;

import io.switchgear.core.TimeSource;
import io.switchgear.testkit.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Time that moves on by itself to whatever is scheduled, so that a wait ends in no time. */
final class ImpatientTime implements TimeSource {
  private final VirtualTime time = new VirtualTime();
  private final List<Duration> waits = new ArrayList<>();

  /** The delays of all that was scheduled. */
  List<Duration> waits() {
    return waits;
  }

  void advance(Duration duration) {
    time.advance(duration);
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
    waits.add(delay);
    time.advance(delay);
    task.run();
    return () -> {};
  }
}
