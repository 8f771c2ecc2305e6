// SPDX-License-Identifier: Apache-2.0
package io.switchgear.ratelimit;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Usage that is one word, changed with compare-and-set.
 *
 * <p><b>Thread safety:</b> safe, without a lock.
 */
final class WordUsage extends Usage implements Reading {
  /** The word of a usage whose key is forgotten. */
  private static final long RETIRED = WordLimit.NONE;

  /** The word of a usage that goes on under other settings. */
  private static final long MOVED = -2;

  private static final VarHandle WORD;

  static {
    try {
      WORD = MethodHandles.lookup().findVarHandle(WordUsage.class, "word", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final WordLimit limit;
  private volatile long word;

  WordUsage(RateLimiterConfig config, WordLimit limit, long word) {
    super(config);
    this.limit = limit;
    this.word = word;
  }

  @Override
  @Nullable Decision take(RateLimiter limiter, int permits) {
    while (true) {
      // The word is read before the clock, so that the clock is never behind the word.
      long here = word;
      if (here < 0) {
        return null;
      }
      long now = nowNanos();
      if (exceedsTheMost(permits)) {
        return Decision.never(limiter, this, here, now);
      }
      long next = limit.take(here, now, permits);
      long due = limit.dueNanos(next, permits);
      if (due > now) {
        return Decision.refused(limiter, this, here, now, due - now);
      }
      if (WORD.compareAndSet(this, here, next)) {
        return Decision.allowed(limiter, this, next, now);
      }
    }
  }

  /** The same as {@link #take}, without an object. */
  @Override
  boolean takeOne(RateLimiter limiter) {
    while (true) {
      long here = word;
      if (here < 0) {
        return false;
      }
      long now = nowNanos();
      long next = limit.take(here, now, 1);
      if (limit.dueNanos(next, 1) > now) {
        return false;
      }
      if (WORD.compareAndSet(this, here, next)) {
        return true;
      }
    }
  }

  /** A word that other settings led to means something else and is left alone. */
  @Override
  void giveBack(Decision taken, int permits) {
    while (taken.reading() == this) {
      long here = word;
      long next = here < 0 ? WordLimit.NONE : limit.giveBack(here, taken.word(), permits);
      if (next == WordLimit.NONE || WORD.compareAndSet(this, here, next)) {
        return;
      }
    }
  }

  @Override
  public int limit() {
    return limit.limit();
  }

  @Override
  public int remaining(long word, long nowNanos) {
    return limit.remaining(word, nowNanos);
  }

  @Override
  public long resetNanos(long word, long nowNanos) {
    return limit.resetNanos(word, nowNanos);
  }

  @Override
  int remaining() {
    return limit.remaining(openWord(), nowNanos());
  }

  @Override
  Forecast forecast() {
    return new Ahead(openWord(), nowNanos());
  }

  private long openWord() {
    return Math.max(WordLimit.UNUSED, word);
  }

  @Override
  boolean isUnused() {
    return isUnused(word);
  }

  private boolean isUnused(long here) {
    return here >= 0 && limit.resetNanos(here, nowNanos()) == 0;
  }

  @Override
  boolean isRetired() {
    return word == RETIRED;
  }

  @Override
  boolean isMoved() {
    return word == MOVED;
  }

  @Override
  boolean retire() {
    long here = word;
    return isUnused(here) && WORD.compareAndSet(this, here, RETIRED);
  }

  @Override
  void revive() {
    word = WordLimit.UNUSED;
  }

  @Override
  @Nullable Usage moveTo(RateLimiterConfig next) {
    while (true) {
      long here = word;
      if (here < 0) {
        return null;
      }
      if (WORD.compareAndSet(this, here, MOVED)) {
        WordLimit other = (WordLimit) next.rateLimit();
        return new WordUsage(next, other, other.adopt(limit, here, nowNanos()));
      }
    }
  }

  private final class Ahead implements Forecast {
    private final long nowNanos;
    private long word;

    Ahead(long word, long nowNanos) {
      this.word = word;
      this.nowNanos = nowNanos;
    }

    @Override
    public void take(int permits) {
      if (!exceedsTheMost(permits)) {
        word = limit.take(word, nowNanos, permits);
      }
    }

    @Override
    public Decision refuse(RateLimiter limiter, int permits) {
      if (exceedsTheMost(permits)) {
        return Decision.never(limiter, WordUsage.this, word, nowNanos);
      }
      long due = limit.dueNanos(limit.take(word, nowNanos, permits), permits);
      return Decision.refused(limiter, WordUsage.this, word, nowNanos, due - nowNanos);
    }
  }
}
