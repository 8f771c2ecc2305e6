// SPDX-License-Identifier: Apache-2.0
package io.switchgear.ratelimit;

import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Usage that is a log of times.
 *
 * <p><b>Thread safety:</b> safe; each method holds a lock for as long as it takes to look at the
 * ends of the log. It comes after the lock of the {@link WaitingLine}.
 */
final class LogUsage extends Usage {
  private final ReentrantLock lock = new ReentrantLock();
  private final SlidingWindowLog limit;

  // Guarded by lock, except that the state is read by everybody.
  private final TakenTimes times;
  private volatile State state = State.OPEN;

  LogUsage(RateLimiterConfig config, SlidingWindowLog limit, TakenTimes times) {
    super(config);
    this.limit = limit;
    this.times = times;
  }

  @Override
  @Nullable Decision take(RateLimiter limiter, int permits) {
    lock.lock();
    try {
      return state == State.OPEN ? takeLocked(limiter, permits) : null;
    } finally {
      lock.unlock();
    }
  }

  private Decision takeLocked(RateLimiter limiter, int permits) {
    long now = nowNanos();
    if (exceedsTheMost(permits)) {
      return Decision.never(limiter, limit.reading(times, now, now), WordLimit.NONE, now);
    }
    long due = limit.dueNanos(times, now, permits);
    if (due > now) {
      Reading reading = limit.reading(times, now, now);
      return Decision.refused(limiter, reading, WordLimit.NONE, now, due - now);
    }
    times.add(now, permits);
    return Decision.allowed(limiter, limit.reading(times, now, now), WordLimit.NONE, now);
  }

  @Override
  void giveBack(Decision taken, int permits) {
    lock.lock();
    try {
      times.remove(taken.nowNanos(), permits);
    } finally {
      lock.unlock();
    }
  }

  @Override
  int remaining() {
    lock.lock();
    try {
      long now = nowNanos();
      return limit.reading(times, now, now).remaining(WordLimit.NONE, now);
    } finally {
      lock.unlock();
    }
  }

  @Override
  Forecast forecast() {
    lock.lock();
    try {
      return new Ahead(times.copy(), nowNanos());
    } finally {
      lock.unlock();
    }
  }

  @Override
  boolean isUnused() {
    lock.lock();
    try {
      return isUnusedLocked();
    } finally {
      lock.unlock();
    }
  }

  private boolean isUnusedLocked() {
    times.forgetUntil(nowNanos() - limit.perNanos());
    return state == State.OPEN && times.size() == 0;
  }

  @Override
  boolean isRetired() {
    return state == State.RETIRED;
  }

  @Override
  boolean isMoved() {
    return state == State.MOVED;
  }

  @Override
  boolean retire() {
    lock.lock();
    try {
      boolean unused = isUnusedLocked();
      state = unused ? State.RETIRED : state;
      return unused;
    } finally {
      lock.unlock();
    }
  }

  @Override
  void revive() {
    state = State.OPEN;
  }

  /** The log goes along as it is: a longer window misses what has left the shorter one before. */
  @Override
  @Nullable Usage moveTo(RateLimiterConfig next) {
    lock.lock();
    try {
      if (state != State.OPEN) {
        return null;
      }
      state = State.MOVED;
      return new LogUsage(next, (SlidingWindowLog) next.rateLimit(), times.copy());
    } finally {
      lock.unlock();
    }
  }

  private enum State {
    OPEN,
    RETIRED,
    MOVED
  }

  private final class Ahead implements Forecast {
    private final TakenTimes ahead;
    private final long nowNanos;
    private long dueNanos;

    Ahead(TakenTimes ahead, long nowNanos) {
      this.ahead = ahead;
      this.nowNanos = nowNanos;
      this.dueNanos = nowNanos;
    }

    @Override
    public void take(int permits) {
      if (!exceedsTheMost(permits)) {
        dueNanos = limit.dueNanos(ahead, dueNanos, permits);
        ahead.add(dueNanos, permits);
      }
    }

    @Override
    public Decision refuse(RateLimiter limiter, int permits) {
      Reading reading = limit.reading(ahead, nowNanos, dueNanos);
      if (exceedsTheMost(permits)) {
        return Decision.never(limiter, reading, WordLimit.NONE, nowNanos);
      }
      long due = limit.dueNanos(ahead, dueNanos, permits);
      return Decision.refused(limiter, reading, WordLimit.NONE, nowNanos, due - nowNanos);
    }
  }
}
