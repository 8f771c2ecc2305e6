// SPDX-License-Identifier: Apache-2.0
package io.switchgear.testkit.contract;

import io.switchgear.core.ThrowingSupplier;
import io.switchgear.testkit.VirtualTime;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A blocking call on a thread of its own. */
final class Caller {
  private static final int MOST_LOOKS = 60_000;

  private final FutureTask<Ended> task;
  private final Thread thread;

  private Caller(ThreadKind kind, ThrowingSupplier<?, ?> call) {
    this.task = new FutureTask<>(() -> make(call));
    this.thread = kind.start(task);
  }

  static Caller start(ThreadKind kind, ThrowingSupplier<?, ?> call) {
    return new Caller(kind, call);
  }

  private static Ended make(ThrowingSupplier<?, ?> call) {
    try {
      Object value = call.get();
      return new Ended(value, null, Thread.interrupted());
    } catch (Throwable e) {
      return new Ended(null, e, Thread.interrupted());
    }
  }

  void interrupt() {
    thread.interrupt();
  }

  /** Waits until the call waits for something that will be completed. */
  void awaitWait() {
    Expect.soon(() -> isWaiting() || task.isDone(), "the call doesn't wait; it is at " + place());
    Expect.that(!task.isDone(), "the call should wait, but has ended");
  }

  /** Waits for the end while time stands still. */
  Ended end() {
    return end(null);
  }

  /** Waits for the end and moves time on whenever the call waits. */
  Ended end(@Nullable VirtualTime time) {
    for (int look = 0; look < MOST_LOOKS; look++) {
      boolean moved = time != null && !task.isDone() && isWaiting() && time.advanceToNextTask();
      Ended ended = moved ? null : look();
      if (ended != null) {
        return ended;
      }
    }
    throw new AssertionError("the call doesn't end; it is at " + place());
  }

  private @Nullable Ended look() {
    try {
      return task.get(1, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      return null;
    } catch (ExecutionException e) {
      throw new AssertionError("a call's end is caught", e);
    } catch (InterruptedException e) {
      throw new AssertionError("the check is interrupted", e);
    }
  }

  /** Waiting for a lock looks the same otherwise. */
  private boolean isWaiting() {
    Object blocker = LockSupport.getBlocker(thread);
    return blocker != null
        && blocker.getClass().getName().startsWith(CompletableFuture.class.getName());
  }

  private String place() {
    return Arrays.toString(thread.getStackTrace());
  }
}
