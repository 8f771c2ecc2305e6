// SPDX-License-Identifier: Apache-2.0
package io.switchgear.ratelimit;

import io.switchgear.core.internal.Arguments;
import io.switchgear.core.internal.Waiting;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Bounds how many calls begin in a stretch of time. A call takes one permit, or more if it weighs
 * more; when there is none it is refused with the exact time after which there will be, or it waits
 * if it may.
 *
 * <pre>{@code
 * RateLimiter erp = RateLimiter.named("erp").tokenBucket(200, ofMinutes(1), 20).build();
 * if (erp.tryAcquire().allowed()) {
 *   client.post(invoice);
 * }
 * }</pre>
 *
 * <p>Those who wait are served in the order in which they came, and nobody takes a permit before
 * them.
 *
 * <p><b>Thread safety:</b> safe. While nobody waits it takes no lock. <b>Blocking:</b> only the
 * {@code acquire} methods wait, without holding a monitor.
 */
public final class RateLimiter {
  private static final VarHandle WORD;
  private static final VarHandle LINE;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      WORD = lookup.findVarHandle(RateLimiter.class, "word", long.class);
      LINE = lookup.findVarHandle(RateLimiter.class, "line", WaitingLine.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final RateLimiterConfig config;

  /** Null for a limiter without keys. */
  private final @Nullable Object key;

  /**
   * Knows the limiter that takes this one's place when its key was forgotten; null without keys.
   */
  private final @Nullable KeyedRateLimiter<?> family;

  /** {@link RateLimit#NONE} once the key is forgotten: whoever still holds this limiter goes on. */
  private volatile long word = RateLimit.UNUSED;

  private volatile @Nullable WaitingLine line;

  /** The mark of the keyed store; a lost write costs a key that is idle at most one more look. */
  private boolean touched;

  RateLimiter(
      RateLimiterConfig config, @Nullable Object key, @Nullable KeyedRateLimiter<?> family) {
    this.config = config;
    this.key = key;
    this.family = family;
  }

  /**
   * Begins the settings of a limiter.
   *
   * @param name what rejections, logs and metrics call it
   * @return the name, for which an algorithm is to be chosen
   * @throws IllegalArgumentException when blank
   */
  public static RateLimiterConfig.Named named(String name) {
    return new RateLimiterConfig.Named(name);
  }

  /**
   * Takes one permit if there is one.
   *
   * @return whether it was taken
   */
  public Decision tryAcquire() {
    return tryAcquire(1);
  }

  /**
   * Takes permits if there are so many, and none otherwise.
   *
   * @param permits the weight of the call: 1 to the burst of a token bucket or the limit of a fixed
   *     window
   * @return whether they were taken
   * @throws IllegalArgumentException when out of range: more could never be taken at once
   */
  public Decision tryAcquire(int permits) {
    checkPermits(permits);
    RateLimiter limiter = this;
    while (true) {
      Decision decision = limiter.decide(permits);
      if (decision != null) {
        return decision;
      }
      limiter = limiter.successor();
    }
  }

  /**
   * Takes one permit, waiting for it if need be.
   *
   * @param maxWait how long to wait at most; zero or negative means not at all, more than 366 days
   *     means 366 days
   * @return the decision, which is one that allows
   * @throws InterruptedException when the thread is interrupted while it waits
   * @throws RateLimiterRejectedException at once when the permit wouldn't come in time
   */
  public Decision acquire(Duration maxWait) throws InterruptedException {
    return acquire(1, maxWait);
  }

  /**
   * Takes permits, waiting for them if need be.
   *
   * @param permits as for {@link #tryAcquire(int)}
   * @param maxWait how long to wait at most; zero or negative means not at all, more than 366 days
   *     means 366 days
   * @return the decision, which is one that allows
   * @throws InterruptedException when the thread is interrupted while it waits
   * @throws RateLimiterRejectedException at once when the permits wouldn't come in time
   * @throws IllegalArgumentException when {@code permits} is out of range
   */
  public Decision acquire(int permits, Duration maxWait) throws InterruptedException {
    Decision decision = tryAcquire(permits);
    return decision.allowed() ? decision : Waiting.await(acquireLater(permits, maxWait));
  }

  /**
   * Takes one permit now or later, as {@link #acquireAsync(int, Duration)} does.
   *
   * @param maxWait how long to wait at most; zero or negative means not at all, more than 366 days
   *     means 366 days
   * @return a future with a decision that allows; or one that failed at once with a {@link
   *     RateLimiterRejectedException} because the permit wouldn't come in time
   */
  public CompletableFuture<Decision> acquireAsync(Duration maxWait) {
    return acquireAsync(1, maxWait);
  }

  /**
   * Takes permits now or later. Cancelling the future gives them back: those who wait behind move
   * up.
   *
   * <p>The future completes on the timer's thread; what depends on it should not block there.
   *
   * @param permits as for {@link #tryAcquire(int)}
   * @param maxWait how long to wait at most; zero or negative means not at all, more than 366 days
   *     means 366 days
   * @return a future with a decision that allows; or one that failed at once with a {@link
   *     RateLimiterRejectedException} because the permits wouldn't come in time
   * @throws IllegalArgumentException when {@code permits} is out of range
   */
  public CompletableFuture<Decision> acquireAsync(int permits, Duration maxWait) {
    Decision decision = tryAcquire(permits);
    return decision.allowed()
        ? CompletableFuture.completedFuture(decision)
        : acquireLater(permits, maxWait);
  }

  private CompletableFuture<Decision> acquireLater(int permits, Duration maxWait) {
    long maxWaitNanos = Arguments.saturatedNanos(maxWait);
    RateLimiter limiter = this;
    while (true) {
      CompletableFuture<Decision> future = limiter.line().join(permits, maxWaitNanos);
      if (future != null) {
        return future;
      }
      limiter = limiter.successor();
    }
  }

  /**
   * The name.
   *
   * @return as given to {@link #named}
   */
  public String name() {
    return config.name();
  }

  /**
   * The key.
   *
   * @return the key as text; empty for a limiter without keys
   */
  public Optional<String> key() {
    return Optional.ofNullable(key).map(Object::toString);
  }

  /**
   * The settings.
   *
   * @return the settings
   */
  public RateLimiterConfig config() {
    return config;
  }

  /**
   * How many permits could be taken at this moment, by those who wait first.
   *
   * @return the number, 0 or more
   */
  public int remaining() {
    return rateLimit().remaining(Math.max(RateLimit.UNUSED, word), nowNanos());
  }

  /**
   * How many callers wait for permits.
   *
   * @return the number
   */
  public int waiting() {
    WaitingLine current = line;
    return current == null ? 0 : current.size();
  }

  private void checkPermits(int permits) {
    Arguments.inRange("permits", permits, 1, rateLimit().maxPermits());
  }

  /** The decision on a newcomer; null when the key is forgotten. */
  private @Nullable Decision decide(int permits) {
    WaitingLine current = line;
    Decision refusal = current == null || current.size() == 0 ? null : current.refuse(permits);
    return refusal == null ? take(permits) : refusal;
  }

  /** Takes permits without regard to those who wait; null when the key is forgotten. */
  @Nullable Decision take(int permits) {
    while (true) {
      // The word is read before the clock, so that the clock is never behind the word.
      long here = word;
      if (here == RateLimit.NONE) {
        return null;
      }
      long now = nowNanos();
      long next = rateLimit().take(here, now, permits);
      long due = rateLimit().dueNanos(next);
      if (due > now) {
        return Decision.refused(this, here, now, due);
      }
      if (WORD.compareAndSet(this, here, next)) {
        return Decision.allowed(this, next, now);
      }
    }
  }

  /** Puts permits back if that can be done without exceeding the limit. */
  void giveBack(Decision taken, int permits) {
    while (true) {
      long here = word;
      long next = rateLimit().giveBack(here, taken.word(), permits);
      if (here == RateLimit.NONE
          || next == RateLimit.NONE
          || WORD.compareAndSet(this, here, next)) {
        return;
      }
    }
  }

  private WaitingLine line() {
    WaitingLine current = line;
    if (current != null) {
      return current;
    }
    WaitingLine fresh = new WaitingLine(this);
    WaitingLine other = (WaitingLine) LINE.compareAndExchange(this, null, fresh);
    return other == null ? fresh : other;
  }

  private RateLimiter successor() {
    if (family == null) {
      throw new IllegalStateException("A limiter without keys is never forgotten");
    }
    Thread.onSpinWait();
    return family.successor(this);
  }

  long word() {
    return word;
  }

  long nowNanos() {
    return config.time().nanoTime();
  }

  private RateLimit rateLimit() {
    return config.rateLimit();
  }

  // For the keyed store.

  @Nullable Object rawKey() {
    return key;
  }

  void touch() {
    if (!touched) {
      touched = true;
    }
  }

  boolean clearTouch() {
    boolean was = touched;
    touched = false;
    return was;
  }

  boolean isForgettable() {
    long here = word;
    return here == RateLimit.NONE || (waiting() == 0 && rateLimit().isUnused(here, nowNanos()));
  }

  /**
   * Ends this limiter if nobody would notice. A newcomer that waits announces itself before it
   * reads the word, and here the word is written before the newcomers are counted: one of the two
   * sees the other.
   */
  boolean retire() {
    long here = word;
    if (!isForgettable() || !WORD.compareAndSet(this, here, RateLimit.NONE)) {
      return false;
    }
    if (waiting() == 0) {
      return true;
    }
    word = here;
    return false;
  }

  @Override
  public String toString() {
    return name()
        + ": "
        + remaining()
        + " of "
        + config.limit()
        + " left, "
        + waiting()
        + " waiting";
  }
}
