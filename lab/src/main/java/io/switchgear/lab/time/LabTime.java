// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.time;

import io.switchgear.core.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/**
 * Time that goes from one event to the next without waiting. What happens in it depends on nothing
 * but the order of the events: by their times, and those of the same time in the order in which
 * they were scheduled.
 *
 * <pre>{@code
 * LabTime time = new LabTime(Instant.parse("2026-01-01T00:00:00Z"));
 * CircuitBreaker breaker = settings.time(time).build();
 * time.at(ofSeconds(1).toNanos(), () -> call(breaker));
 * time.runUntil(ofHours(24).toNanos());
 * }</pre>
 *
 * <p>Scheduling and running an event take logarithmic time, cancelling one takes constant time on
 * average. A cancelled event may keep its place in memory for a while, but not more than half of
 * all events do.
 *
 * <p><b>Thread safety:</b> unlike other time sources, for one thread alone; a simulation that uses
 * more cores has a time for each.
 */
public final class LabTime implements TimeSource {
  private static final long NANOS_PER_SECOND = 1_000_000_000;
  private static final long MAX_SECONDS = Long.MAX_VALUE / NANOS_PER_SECOND - 1;

  private final EventQueue queue = new EventQueue();
  private final Instant start;
  private long nowNanos;

  /**
   * Time zero at a date.
   *
   * @param start the wall-clock date of time zero
   */
  public LabTime(Instant start) {
    this.start = Objects.requireNonNull(start, "start");
  }

  @Override
  public long nanoTime() {
    return nowNanos;
  }

  @Override
  public Instant wallTime() {
    return start.plusNanos(nowNanos);
  }

  @Override
  public ScheduledTask schedule(Duration delay, Runnable task) {
    return at(saturatedSum(nowNanos, nanos(delay)), task);
  }

  /**
   * Runs a task once at a time.
   *
   * @param dueNanos when, as {@link #nanoTime} counts; a time that is over means as soon as
   *     possible, after what is due now
   * @param task what to run
   * @return a handle that cancels the task
   */
  public ScheduledTask at(long dueNanos, Runnable task) {
    return queue.add(Math.max(nowNanos, dueNanos), Objects.requireNonNull(task, "task"));
  }

  /**
   * Moves time to the next event and runs it. What it throws comes out of this method.
   *
   * @return false when there is none; time stands still then
   */
  public boolean runNext() {
    long nextNanos = queue.nextNanos();
    Runnable task = queue.poll();
    if (task == null) {
      return false;
    }
    nowNanos = nextNanos;
    task.run();
    return true;
  }

  /**
   * Runs all events up to a time, that time included, and moves on to it. What an event throws
   * comes out of this method, with the time of that event.
   *
   * @param endNanos until when, as {@link #nanoTime} counts; nothing happens when it is over
   */
  public void runUntil(long endNanos) {
    for (long nextNanos = queue.nextNanos(); nextNanos <= endNanos; nextNanos = queue.nextNanos()) {
      if (!runNext()) {
        break;
      }
    }
    nowNanos = Math.max(nowNanos, endNanos);
  }

  /**
   * How many tasks wait for their time.
   *
   * @return the number, without those that were cancelled
   */
  public int scheduledTasks() {
    return queue.size();
  }

  private static long nanos(Duration delay) {
    long seconds = delay.getSeconds();
    if (seconds < 0) {
      return 0;
    }
    return Math.min(seconds, MAX_SECONDS) * NANOS_PER_SECOND + delay.getNano();
  }

  private static long saturatedSum(long a, long b) {
    long sum = a + b;
    return sum < 0 ? Long.MAX_VALUE : sum;
  }
}
