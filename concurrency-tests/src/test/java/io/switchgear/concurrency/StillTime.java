// SPDX-License-Identifier: Apache-2.0
package io.switchgear.concurrency;

import io.switchgear.core.TimeSource;
import java.time.Duration;
import java.time.Instant;

/**
 * Time that stands still until a test sets it, and that runs a task only when it is told to.
 * Reading it takes no lock: the lock of the testkit's {@code VirtualTime} would put the threads in
 * an order that production doesn't have, and would hide what these tests look for.
 */
public final class StillTime implements TimeSource {
  private volatile long nowNanos;
  private volatile Runnable latestTask = () -> {};

  /** Sets the time. */
  public void set(long nanos) {
    nowNanos = nanos;
  }

  /**
   * Runs the task that was scheduled last, whether or not it was cancelled, as a late timer may.
   */
  public void runLatestTask() {
    latestTask.run();
  }

  @Override
  public long nanoTime() {
    return nowNanos;
  }

  @Override
  public Instant wallTime() {
    return Instant.EPOCH.plusNanos(nowNanos);
  }

  @Override
  public ScheduledTask schedule(Duration delay, Runnable task) {
    latestTask = task;
    return () -> {};
  }
}
