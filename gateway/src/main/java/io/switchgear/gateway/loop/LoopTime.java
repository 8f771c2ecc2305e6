// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.loop;

import io.switchgear.core.TimeSource;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Time whose timers run on the event loop of the data plane, so that what the policies do when a
 * wait is over happens where the calls happen, without locks.
 *
 * <p><b>Thread safety:</b> safe.
 */
public final class LoopTime implements TimeSource {
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final TimeSource clock;
  private volatile @Nullable Loop loop;

  /**
   * Time without a loop yet.
   *
   * @param clock what the time is
   */
  public LoopTime(TimeSource clock) {
    this.clock = clock;
  }

  /**
   * Says where timers run from now on. To be called on that loop.
   *
   * @param context the loop
   */
  public void runOn(Context context) {
    loop = new Loop(context, Thread.currentThread());
  }

  /**
   * Runs a task on the loop: at once if this is the loop, else soon.
   *
   * @param task the task
   * @throws IllegalStateException before there is a loop
   */
  public void run(Runnable task) {
    Loop known = loop;
    if (known == null) {
      throw new IllegalStateException("the data plane hasn't started");
    }
    if (Thread.currentThread() == known.thread()) {
      task.run();
    } else {
      known.context().runOnContext(nothing -> task.run());
    }
  }

  @Override
  public long nanoTime() {
    return clock.nanoTime();
  }

  @Override
  public Instant wallTime() {
    return clock.wallTime();
  }

  @Override
  public ScheduledTask schedule(Duration delay, Runnable task) {
    Timer timer = new Timer(task);
    run(() -> timer.start(Vertx.currentContext().owner(), delay));
    return timer;
  }

  /** Never early: rounded up to the next millisecond. */
  private static long millis(Duration delay) {
    long nanos = Math.max(0, delay.toNanosPart());
    long seconds = Math.min(Math.max(0, delay.toSeconds()), Duration.ofDays(366).toSeconds());
    return Math.max(1, seconds * 1_000 + (nanos + NANOS_PER_MILLI - 1) / NANOS_PER_MILLI);
  }

  /** A task that runs once unless it is cancelled before. */
  private static final class Timer implements ScheduledTask {
    private final Runnable task;
    private final AtomicBoolean over = new AtomicBoolean();
    private volatile Runnable stop = () -> {};

    Timer(Runnable task) {
      this.task = task;
    }

    private void start(Vertx vertx, Duration delay) {
      if (over.get()) {
        return;
      }
      long id = vertx.setTimer(millis(delay), fired -> run());
      stop = () -> vertx.cancelTimer(id);
      if (over.get()) {
        stop.run();
      }
    }

    private void run() {
      if (over.compareAndSet(false, true)) {
        task.run();
      }
    }

    @Override
    public void cancel() {
      if (over.compareAndSet(false, true)) {
        stop.run();
      }
    }
  }

  private record Loop(Context context, Thread thread) {}
}
