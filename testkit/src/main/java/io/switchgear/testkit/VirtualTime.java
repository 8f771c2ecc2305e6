// SPDX-License-Identifier: Apache-2.0
package io.switchgear.testkit;

import io.switchgear.core.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.PriorityQueue;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Time that stands still until a test moves it.
 *
 * <pre>{@code
 * VirtualTime time = new VirtualTime();
 * CircuitBreaker breaker = settings.time(time).build();
 * time.advance(ofSeconds(30));
 * }</pre>
 *
 * <p>Scheduled tasks run inside {@link #advance}, on the thread that calls it, each at its own time
 * and in the order of their times; tasks of the same time run in the order in which they were
 * scheduled.
 *
 * <p><b>Thread safety:</b> safe; two threads should not advance the same time at once, since each
 * task then sees one of two advances.
 */
public final class VirtualTime implements TimeSource {
  private static final long NO_END = Long.MAX_VALUE;

  private final ReentrantLock lock = new ReentrantLock();

  // Guarded by lock.
  private final PriorityQueue<Task> tasks = new PriorityQueue<>();
  private long nowNanos;
  private long scheduled;
  private Instant wallOrigin;

  /** Time zero, at the wall-clock date 2026-01-01T00:00Z. */
  public VirtualTime() {
    this(Instant.parse("2026-01-01T00:00:00Z"));
  }

  /**
   * Time zero at a date.
   *
   * @param start the wall-clock date of time zero
   */
  public VirtualTime(Instant start) {
    this.wallOrigin = start;
  }

  @Override
  public long nanoTime() {
    lock.lock();
    try {
      return nowNanos;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public Instant wallTime() {
    lock.lock();
    try {
      return wallOrigin.plusNanos(nowNanos);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public ScheduledTask schedule(Duration delay, Runnable task) {
    lock.lock();
    try {
      long delayNanos = Math.max(0, delay.toNanos());
      Task added = new Task(nowNanos + delayNanos, scheduled++, task);
      tasks.add(added);
      return () -> remove(added);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Moves time on and runs the tasks that are due on the way. What a task throws ends the advance
   * at its time and comes out of this method.
   *
   * @param duration how far; zero runs what is due now
   * @throws IllegalArgumentException when negative
   */
  public void advance(Duration duration) {
    if (duration.isNegative()) {
      throw new IllegalArgumentException("duration must not be negative, but is " + duration);
    }
    long endNanos = nanoTime() + duration.toNanos();
    for (Task next = takeDue(endNanos); next != null; next = takeDue(endNanos)) {
      next.task.run();
    }
  }

  /**
   * Moves time on to the next task that waits, and runs it.
   *
   * @return false when no task waits; time stands still then
   */
  public boolean advanceToNextTask() {
    Task next = takeDue(NO_END);
    if (next == null) {
      return false;
    }
    next.task.run();
    return true;
  }

  /**
   * Steps the wall clock, as an operator or a time server does; {@link #nanoTime} isn't moved.
   *
   * @param step how far; negative sets it back
   */
  public void stepWallClock(Duration step) {
    lock.lock();
    try {
      wallOrigin = wallOrigin.plus(step);
    } finally {
      lock.unlock();
    }
  }

  /**
   * How many tasks wait for their time; a test may check that nothing was left behind.
   *
   * @return the number
   */
  public int scheduledTasks() {
    lock.lock();
    try {
      return tasks.size();
    } finally {
      lock.unlock();
    }
  }

  /** The next task up to a time, with the time set to its own; at the end, the end's time. */
  private @Nullable Task takeDue(long endNanos) {
    lock.lock();
    try {
      Task next = tasks.peek();
      if (next == null || next.dueNanos > endNanos) {
        nowNanos = endNanos == NO_END ? nowNanos : Math.max(nowNanos, endNanos);
        return null;
      }
      tasks.remove();
      nowNanos = Math.max(nowNanos, next.dueNanos);
      return next;
    } finally {
      lock.unlock();
    }
  }

  private void remove(Task task) {
    lock.lock();
    try {
      tasks.remove(task);
    } finally {
      lock.unlock();
    }
  }

  /** A task that waits. Ordered by time, then by the order of scheduling. */
  private static final class Task implements Comparable<Task> {
    private final long dueNanos;
    private final long order;
    private final Runnable task;

    Task(long dueNanos, long order, Runnable task) {
      this.dueNanos = dueNanos;
      this.order = order;
      this.task = task;
    }

    @Override
    public int compareTo(Task other) {
      int byTime = Long.compare(dueNanos, other.dueNanos);
      return byTime != 0 ? byTime : Long.compare(order, other.order);
    }
  }
}
