// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli.demo;

import io.switchgear.core.TimeSource;
import java.time.Duration;
import java.time.Instant;

/**
 * The time of a machine with a clock that begins with the play. The API counts its calls by the
 * minutes of this clock, so that no minute ends before the play does.
 */
final class PlayTime implements TimeSource {
  private final TimeSource system;
  private final long originNanos;

  PlayTime(TimeSource system) {
    this.system = system;
    this.originNanos = system.nanoTime();
  }

  @Override
  public long nanoTime() {
    return system.nanoTime() - originNanos;
  }

  @Override
  public Instant wallTime() {
    return system.wallTime();
  }

  @Override
  public ScheduledTask schedule(Duration delay, Runnable task) {
    return system.schedule(delay, task);
  }
}
