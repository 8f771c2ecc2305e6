// SPDX-License-Identifier: Apache-2.0
package io.switchgear.core;

import java.time.Duration;
import java.time.Instant;

/**
 * The only door through which a policy sees time. Production uses {@link #system()}; tests and the
 * simulator use a virtual one, so that an hour passes in a microsecond.
 *
 * <p><b>Thread safety:</b> implementations are safe for use by many threads.
 */
public interface TimeSource {

  /**
   * Nanoseconds on a clock that never goes back and that no change of the wall clock moves. Zero is
   * some moment before the first call.
   *
   * @return the reading, never negative
   */
  long nanoTime();

  /**
   * The wall clock, for dates that people or other systems read; never for durations.
   *
   * @return the date and time
   */
  Instant wallTime();

  /**
   * Runs a task once after a delay. The task must not block; what it throws is reported and
   * dropped.
   *
   * @param delay how long to wait; zero or negative means as soon as possible
   * @param task what to run
   * @return a handle that cancels the task
   */
  ScheduledTask schedule(Duration delay, Runnable task);

  /**
   * The time of this machine.
   *
   * @return the same instance each time
   */
  static TimeSource system() {
    return SystemTimeSource.INSTANCE;
  }

  /** A task that waits for its time. */
  @FunctionalInterface
  interface ScheduledTask {
    /** Makes sure that the task doesn't start any more; does nothing if it has started. */
    void cancel();
  }
}
