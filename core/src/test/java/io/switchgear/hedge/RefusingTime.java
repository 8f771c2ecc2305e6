// SPDX-License-Identifier: Apache-2.0
package io.switchgear.hedge;

import io.switchgear.core.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.RejectedExecutionException;

/** Time whose timer was shut down. */
final class RefusingTime implements TimeSource {
  @Override
  public long nanoTime() {
    return 0;
  }

  @Override
  public Instant wallTime() {
    return Instant.EPOCH;
  }

  @Override
  public ScheduledTask schedule(Duration delay, Runnable task) {
    throw new RejectedExecutionException("shut down");
  }
}
