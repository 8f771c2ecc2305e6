// SPDX-License-Identifier: Apache-2.0
package io.switchgear.hedge;

import io.switchgear.core.TimeSource.ScheduledTask;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One attempt: its result, and what must be cancelled when another one wins.
 *
 * @param <T> what the call returns
 */
final class Attempt<T extends @Nullable Object> {
  private static final System.Logger LOGGER = System.getLogger(Hedge.class.getName());

  private final int number;
  private final AtomicReference<@Nullable Outcome<T>> outcome = new AtomicReference<>();

  /** Set after the outcome and before the race is told. */
  private volatile boolean success;

  /** Each is set before the race is looked at, and looked at after the race is over. */
  private volatile @Nullable Runnable canceller;

  private volatile @Nullable ScheduledTask timer;

  Attempt(int number) {
    this.number = number;
  }

  /** 0 for the first. */
  int number() {
    return number;
  }

  boolean isFirst() {
    return number == 0;
  }

  /** Sets the result; false when there is one already. */
  boolean end(Outcome<T> result, boolean success) {
    boolean first = outcome.compareAndSet(null, result);
    if (first) {
      this.success = success;
    }
    return first;
  }

  boolean isSuccess() {
    return success;
  }

  @Nullable Outcome<T> outcome() {
    return outcome.get();
  }

  void cancelBy(Runnable canceller) {
    this.canceller = canceller;
  }

  /** The timer that begins the next attempt. */
  void timer(ScheduledTask timer) {
    this.timer = timer;
  }

  /** The next attempt has begun, or none shall. */
  void cancelTimer() {
    ScheduledTask set = timer;
    if (set != null) {
      guarded(set::cancel);
    }
  }

  /** Another one has won: cancels this one unless it has ended. */
  void cancel() {
    Runnable set = canceller;
    if (set != null && outcome.get() == null) {
      guarded(set);
    }
  }

  /** Whatever the user's code throws, the call goes on. */
  private static void guarded(Runnable cancel) {
    try {
      cancel.run();
    } catch (Throwable e) {
      LOGGER.log(System.Logger.Level.WARNING, "What has lost a race couldn't be cancelled", e);
    }
  }
}
