// SPDX-License-Identifier: Apache-2.0
package io.switchgear.core;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The time of this machine. The one class that reads its clocks. */
final class SystemTimeSource implements TimeSource {
  static final SystemTimeSource INSTANCE = new SystemTimeSource();

  private static final System.Logger LOGGER = System.getLogger(SystemTimeSource.class.getName());

  private final long originNanos = System.nanoTime();

  private SystemTimeSource() {}

  @Override
  public long nanoTime() {
    return System.nanoTime() - originNanos;
  }

  @Override
  public Instant wallTime() {
    return Instant.now();
  }

  @Override
  public ScheduledTask schedule(Duration delay, Runnable task) {
    long nanos = TimeUnit.NANOSECONDS.convert(delay);
    Future<?> future = Timer.EXECUTOR.schedule(reporting(task), nanos, TimeUnit.NANOSECONDS);
    return () -> future.cancel(false);
  }

  private static Runnable reporting(Runnable task) {
    return () -> {
      try {
        task.run();
      } catch (RuntimeException | Error e) {
        LOGGER.log(System.Logger.Level.ERROR, "A scheduled task failed", e);
      }
    };
  }

  /** The timer thread, started by the first task that needs it. */
  private static final class Timer {
    static final ScheduledThreadPoolExecutor EXECUTOR = start();

    private static ScheduledThreadPoolExecutor start() {
      var executor =
          new ScheduledThreadPoolExecutor(
              1,
              task -> {
                Thread thread = new Thread(task, "switchgear-timer");
                thread.setDaemon(true);
                return thread;
              });
      executor.setRemoveOnCancelPolicy(true);
      return executor;
    }
  }
}
