// SPDX-License-Identifier: Apache-2.0
package io.switchgear.hedge;

import io.switchgear.core.Deadline;
import io.switchgear.core.ThrowingSupplier;
import io.switchgear.core.TimeSource;
import io.switchgear.core.TimeSource.ScheduledTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A blocking attempt on whatever thread runs it. Its word goes from new to running and to ended, or
 * aside to interrupting and interrupted; a thread that is being interrupted waits in {@link #leave}
 * until the interrupt is there and takes it back, so that it never hits what the thread does next.
 * One that no thread has begun to run in time goes from new to ended: it is refused.
 *
 * @param <T> what the call returns
 */
final class BlockingAttempt<T extends @Nullable Object> implements Runnable {
  private static final int NEW = 0;
  private static final int RUNNING = 1;
  private static final int ENDED = 2;
  private static final int INTERRUPTING = 3;
  private static final int INTERRUPTED = 4;

  private final String name;
  private final Deadline deadline;
  private final ThrowingSupplier<T, ? extends Exception> call;
  private final Consumer<Outcome<T>> end;
  private final AtomicInteger word = new AtomicInteger(NEW);
  private final AtomicReference<@Nullable Thread> runner = new AtomicReference<>();

  /** Ends the wait for a thread; set before the attempt is handed to the executor. */
  private volatile @Nullable ScheduledTask timer;

  /** Whether somebody else had interrupted the thread before; written before INTERRUPTED is. */
  private boolean foreign;

  BlockingAttempt(
      String name,
      Deadline deadline,
      ThrowingSupplier<T, ? extends Exception> call,
      Consumer<Outcome<T>> end) {
    this.name = name;
    this.deadline = deadline;
    this.call = call;
    this.end = end;
  }

  /** Refuses the attempt at a moment if no thread has begun to run it. */
  void beginBy(Deadline latest, TimeSource time) {
    if (!latest.isNone()) {
      timer = time.schedule(latest.remaining(), () -> refuseUnlessBegun(latest, time));
    }
  }

  private void refuseUnlessBegun(Deadline latest, TimeSource time) {
    if (word.get() != NEW) {
      return;
    }
    try {
      deadline.check(name);
      if (latest.isOver()) {
        throw new RejectedExecutionException("No thread has begun an attempt of " + name);
      }
      // It goes by another clock than the timer.
      beginBy(latest, time);
    } catch (RuntimeException | Error e) {
      if (word.compareAndSet(NEW, ENDED)) {
        end.accept(Outcome.failed(e));
      }
    }
  }

  private void cancelTimer() {
    ScheduledTask set = timer;
    if (set != null) {
      set.cancel();
    }
  }

  @Override
  public void run() {
    // Set first, so that whoever finds the attempt running finds its thread, too.
    boolean first = runner.compareAndSet(null, Thread.currentThread());
    if (!first || !word.compareAndSet(NEW, RUNNING)) {
      return;
    }
    cancelTimer();
    Outcome<T> outcome;
    try {
      deadline.check(name);
      outcome = new Outcome<>(call.get(), null);
    } catch (Throwable e) {
      outcome = Outcome.failed(e);
    }
    leave();
    end.accept(outcome);
  }

  private void leave() {
    if (word.compareAndSet(RUNNING, ENDED)) {
      return;
    }
    while (word.get() == INTERRUPTING) {
      Thread.onSpinWait();
    }
    boolean unused = Thread.interrupted();
    if (foreign) {
      Thread.currentThread().interrupt();
    }
  }

  /** Keeps it from beginning, or interrupts the thread as long as that runs it. */
  void cancel() {
    if (word.compareAndSet(NEW, ENDED)) {
      cancelTimer();
      return;
    }
    if (!word.compareAndSet(RUNNING, INTERRUPTING)) {
      return;
    }
    try {
      Thread thread = runner.get();
      if (thread != null) {
        foreign = thread.isInterrupted();
        thread.interrupt();
      }
    } finally {
      word.set(INTERRUPTED);
    }
  }
}
