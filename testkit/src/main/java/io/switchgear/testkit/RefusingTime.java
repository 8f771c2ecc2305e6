// SPDX-License-Identifier: Apache-2.0
package io.switchgear.testkit;

import io.switchgear.core.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.RejectedExecutionException;

/**
 * Time that passes as another one does, but takes no timers, as when its scheduler was shut down or
 * no thread is left. Shows what a policy does when it can't wait: it must give back what it took.
 *
 * <pre>{@code
 * Retry retry = settings.time(new RefusingTime(time)).build();
 * }</pre>
 *
 * <p><b>Thread safety:</b> as safe as the time that it reads.
 */
public final class RefusingTime implements TimeSource {
  private final TimeSource time;
  private final Throwable refusal;

  /**
   * Refuses timers with a {@link RejectedExecutionException}.
   *
   * @param time what is read
   */
  public RefusingTime(TimeSource time) {
    this(time, new RejectedExecutionException("shut down"));
  }

  /**
   * Refuses timers with an error of your choice.
   *
   * @param time what is read
   * @param refusal a {@link RuntimeException} or an {@link Error}; thrown each time
   * @throws IllegalArgumentException when it is a checked exception
   */
  public RefusingTime(TimeSource time, Throwable refusal) {
    if (!(refusal instanceof RuntimeException) && !(refusal instanceof Error)) {
      throw new IllegalArgumentException("refusal must be unchecked, but is " + refusal);
    }
    this.time = time;
    this.refusal = refusal;
  }

  @Override
  public long nanoTime() {
    return time.nanoTime();
  }

  @Override
  public Instant wallTime() {
    return time.wallTime();
  }

  /**
   * Throws the refusal.
   *
   * @param delay not looked at
   * @param task never run
   * @return nothing
   */
  @Override
  public ScheduledTask schedule(Duration delay, Runnable task) {
    if (refusal instanceof Error defect) {
      throw defect;
    }
    throw (RuntimeException) refusal;
  }
}
