// SPDX-License-Identifier: Apache-2.0
package io.switchgear.timeout;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A blocking call under a limit. Its word goes from running to ended or to expired, whichever comes
 * first, and stays there: the timer interrupts the thread only when it was first, and the thread
 * that comes second waits until the interrupt is there and takes it back.
 */
final class TimedCall {
  private static final int RUNNING = 0;
  private static final int ENDED = 1;
  private static final int EXPIRED = 2;

  /** The innermost timed call of each thread. */
  private static final ThreadLocal<@Nullable TimedCall> INNERMOST = new ThreadLocal<>();

  private final Thread thread = Thread.currentThread();
  private final @Nullable TimedCall outer = INNERMOST.get();
  private final Interrupts interrupts = outer == null ? new Interrupts() : outer.interrupts;
  private final AtomicInteger word = new AtomicInteger(RUNNING);

  /** The call begins, on the thread that has made this object. */
  void begin() {
    INNERMOST.set(this);
  }

  /** The limit is exceeded: called by the timer. */
  void expire() {
    interrupts.lock();
    try {
      if (word.compareAndSet(RUNNING, EXPIRED)) {
        interrupts.raiseLocked(thread);
      }
    } finally {
      interrupts.unlock();
    }
  }

  /** The call has ended, on the thread that began it. Whether that was in time. */
  boolean end() {
    leave();
    if (word.compareAndSet(RUNNING, ENDED)) {
      return true;
    }
    interrupts.lockWithoutParking();
    try {
      interrupts.takeBackLocked(isOuterExpired());
    } finally {
      interrupts.unlock();
    }
    return false;
  }

  private void leave() {
    if (outer == null) {
      INNERMOST.remove();
    } else {
      INNERMOST.set(outer);
    }
  }

  private boolean isOuterExpired() {
    for (TimedCall call = outer; call != null; call = call.outer) {
      if (call.word.get() == EXPIRED) {
        return true;
      }
    }
    return false;
  }
}
