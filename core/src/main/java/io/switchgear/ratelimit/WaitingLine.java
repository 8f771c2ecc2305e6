// SPDX-License-Identifier: Apache-2.0
package io.switchgear.ratelimit;

import io.switchgear.core.TimeSource.ScheduledTask;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Those who wait for permits of one limiter, first come first served. Only the first one has a
 * timer and nobody holds permits while waiting, so whoever leaves gives everything back: the others
 * move up by themselves.
 *
 * <p><b>Thread safety:</b> safe. Futures are completed outside of the lock; the clock is read and
 * the timer set inside of it.
 */
final class WaitingLine {
  private final RateLimiter limiter;
  private final ReentrantLock lock = new ReentrantLock();

  // Guarded by lock, except that size is read by everybody.
  private final Set<Waiter> waiters = new LinkedHashSet<>();
  private @Nullable Waiter timed;
  private @Nullable ScheduledTask timer;
  private volatile int size;

  WaitingLine(RateLimiter limiter) {
    this.limiter = limiter;
  }

  int size() {
    return size;
  }

  /**
   * Refuses a newcomer because of those who wait.
   *
   * @return null when nobody waits
   */
  @Nullable Decision refuse(int permits) {
    lock.lock();
    try {
      return waiters.isEmpty() ? null : refusalLocked(permits);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Lets a newcomer wait if that isn't hopeless.
   *
   * @return null when the limiter's key is forgotten
   */
  @Nullable CompletableFuture<Decision> join(int permits, long maxWaitNanos) {
    Waiter waiter = new Waiter(permits, limiter.nowNanos() + maxWaitNanos);
    List<Runnable> endings = new ArrayList<>();
    lock.lock();
    try {
      // Announced first: see RateLimiter.retire.
      size = waiters.size() + 1;
      if (limiter.isRetired()) {
        size = waiters.size();
        return null;
      }
      Decision refusal = refusalLocked(permits);
      if (isFullLocked(refusal) || refusal.dueNanos() > waiter.deadlineNanos) {
        size = waiters.size();
        return CompletableFuture.failedFuture(refusal.refusal().toException());
      }
      waiters.add(waiter);
      serveLocked(endings);
    } finally {
      lock.unlock();
    }
    endings.forEach(Runnable::run);
    var unused = waiter.future.whenComplete((decision, error) -> leave(waiter));
    return waiter.future;
  }

  private boolean isFullLocked(Decision refusal) {
    RateLimiterConfig config = limiter.config();
    return waiters.size() >= config.maxWaiting()
        || refusal.retryAfterNanos() > config.rateLimit().maxWaitNanos();
  }

  /** Serves and times those who wait by settings that have just changed. */
  void reconsider() {
    List<Runnable> endings = new ArrayList<>();
    lock.lock();
    try {
      setTimerLocked(null, 0);
      refuseHopelessLocked(endings);
      serveLocked(endings);
    } finally {
      lock.unlock();
    }
    endings.forEach(Runnable::run);
  }

  /** Does nothing when the waiter was served. */
  private void leave(Waiter waiter) {
    List<Runnable> endings = new ArrayList<>();
    lock.lock();
    try {
      if (waiters.remove(waiter)) {
        serveLocked(endings);
      }
    } finally {
      lock.unlock();
    }
    endings.forEach(Runnable::run);
  }

  private void onTimer(Waiter owner) {
    List<Runnable> endings = new ArrayList<>();
    lock.lock();
    try {
      // A timer that was cancelled too late belongs to a waiter who isn't the first any more.
      if (timed == owner) {
        timed = null;
        timer = null;
      }
      serveLocked(endings);
    } finally {
      lock.unlock();
    }
    endings.forEach(Runnable::run);
  }

  /** A waiter that was cancelled in this very moment doesn't take the permits. */
  private void grant(Waiter waiter, Decision decision) {
    if (waiter.future.complete(decision)) {
      return;
    }
    limiter.giveBack(decision, waiter.permits);
    reconsider();
  }

  /** When permits would be there for one more at the end of the line. */
  private Decision refusalLocked(int permits) {
    Forecast forecast = limiter.forecast();
    waiters.forEach(waiter -> forecast.take(waiter.permits));
    return forecast.refuse(limiter, permits);
  }

  /** Refuses those whose permits come too late now. Until a change, they came in time. */
  private void refuseHopelessLocked(List<Runnable> endings) {
    Forecast forecast = limiter.forecast();
    Iterator<Waiter> line = waiters.iterator();
    while (line.hasNext()) {
      Waiter waiter = line.next();
      Decision refusal = forecast.refuse(limiter, waiter.permits);
      if (refusal.dueNanos() > waiter.deadlineNanos) {
        line.remove();
        endings.add(() -> waiter.future.completeExceptionally(refusal.refusal().toException()));
      } else {
        forecast.take(waiter.permits);
      }
    }
  }

  /** Gives permits to those whose time has come and sets the timer for the first of the others. */
  private void serveLocked(List<Runnable> endings) {
    Iterator<Waiter> line = waiters.iterator();
    Waiter first = null;
    long delayNanos = 0;
    while (first == null && line.hasNext()) {
      Waiter waiter = line.next();
      Decision decision = takeLocked(waiter);
      if (decision.allowed()) {
        line.remove();
        endings.add(() -> grant(waiter, decision));
      } else if (decision.dueNanos() > waiter.deadlineNanos) {
        line.remove();
        endings.add(() -> waiter.future.completeExceptionally(decision.refusal().toException()));
      } else {
        first = waiter;
        delayNanos = decision.retryAfterNanos();
      }
    }
    try {
      setTimerLocked(first, delayNanos);
    } catch (RuntimeException | Error e) {
      // Without a timer they would wait for ever.
      waiters.forEach(waiter -> endings.add(() -> waiter.future.completeExceptionally(e)));
      waiters.clear();
    }
    size = waiters.size();
  }

  /** While somebody waits, the limiter can look retired only for the moment of a vain attempt. */
  private Decision takeLocked(Waiter waiter) {
    while (true) {
      Decision decision = limiter.take(waiter.permits);
      if (decision != null) {
        return decision;
      }
      Thread.onSpinWait();
    }
  }

  private void setTimerLocked(@Nullable Waiter first, long delayNanos) {
    if (first == timed) {
      return;
    }
    if (timer != null) {
      timer.cancel();
    }
    timed = null;
    timer = null;
    if (first != null) {
      Duration delay = Duration.ofNanos(delayNanos);
      timer = limiter.config().time().schedule(delay, () -> onTimer(first));
      timed = first;
    }
  }

  /** One who waits. */
  private static final class Waiter {
    private final CompletableFuture<Decision> future = new CompletableFuture<>();
    private final int permits;
    private final long deadlineNanos;

    Waiter(int permits, long deadlineNanos) {
      this.permits = permits;
      this.deadlineNanos = deadlineNanos;
    }
  }
}
