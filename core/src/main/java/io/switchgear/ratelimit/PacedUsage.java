// SPDX-License-Identifier: Apache-2.0
package io.switchgear.ratelimit;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Usage that is a {@link Pace}, replaced with compare-and-set.
 *
 * <p><b>Thread safety:</b> safe, without a lock.
 */
final class PacedUsage extends Usage {
  private final AdaptiveRate rules;

  /** Holds null once this has ended. */
  private final AtomicReference<@Nullable Pace> pace;

  private volatile boolean retired;

  PacedUsage(RateLimiterConfig config, AdaptiveRate rules, Pace pace) {
    super(config);
    this.rules = rules;
    this.pace = new AtomicReference<>(pace);
  }

  /** Goes on from a lesson; false when this has ended. */
  boolean learn(UnaryOperator<Pace> lesson) {
    while (true) {
      Pace here = pace.get();
      if (here == null || pace.compareAndSet(here, lesson.apply(here))) {
        return here != null;
      }
    }
  }

  /** The pace now, or that of an unused limiter when this has ended. */
  Pace pace() {
    Pace here = pace.get();
    return here == null ? rules.initial(nowNanos()) : here;
  }

  AdaptiveRate rules() {
    return rules;
  }

  @Override
  @Nullable Decision take(RateLimiter limiter, int permits) {
    while (true) {
      Pace here = pace.get();
      if (here == null) {
        return null;
      }
      long now = nowNanos();
      long due = rules.dueNanos(here);
      Pace next = rules.take(here, now);
      if (due > now) {
        long untilUnused = rules.dueNanos(next) - now;
        return refused(limiter, untilUnused, now, due - now);
      }
      if (pace.compareAndSet(here, next)) {
        Reading reading = new MomentReading(rules.limit(), 0, rules.dueNanos(next) - now);
        return Decision.allowed(limiter, reading, WordLimit.NONE, now);
      }
    }
  }

  private Decision refused(RateLimiter limiter, long resetNanos, long now, long waitNanos) {
    Reading reading = new MomentReading(rules.limit(), 0, resetNanos);
    return Decision.refused(limiter, reading, WordLimit.NONE, now, waitNanos);
  }

  /** A slot that its owner doesn't want any more passes unused; the next one is near. */
  @Override
  void giveBack(Decision taken, int permits) {
    // There is nothing to put it into.
  }

  @Override
  int remaining() {
    return rules.dueNanos(pace()) <= nowNanos() ? 1 : 0;
  }

  @Override
  Forecast forecast() {
    return new Ahead(pace(), nowNanos());
  }

  @Override
  boolean isUnused() {
    Pace here = pace.get();
    return here != null && rules.isUnused(here, nowNanos());
  }

  @Override
  boolean isRetired() {
    return retired;
  }

  @Override
  boolean isMoved() {
    return pace.get() == null && !retired;
  }

  @Override
  boolean retire() {
    Pace here = pace.get();
    if (here == null || !rules.isUnused(here, nowNanos()) || !pace.compareAndSet(here, null)) {
      return false;
    }
    retired = true;
    return true;
  }

  @Override
  void revive() {
    pace.set(rules.initial(nowNanos()));
    retired = false;
  }

  @Override
  @Nullable Usage moveTo(RateLimiterConfig next) {
    Pace here = pace.getAndSet(null);
    if (here == null) {
      return null;
    }
    AdaptiveRate other = (AdaptiveRate) next.rateLimit();
    return new PacedUsage(next, other, other.adopt(rules, here, nowNanos()));
  }

  private final class Ahead implements Forecast {
    private final long nowNanos;
    private Pace ahead;

    Ahead(Pace ahead, long nowNanos) {
      this.ahead = ahead;
      this.nowNanos = nowNanos;
    }

    @Override
    public void take(int permits) {
      ahead = rules.take(ahead, nowNanos);
    }

    @Override
    public Decision refuse(RateLimiter limiter, int permits) {
      long waitNanos = rules.dueNanos(ahead) - nowNanos;
      return refused(limiter, waitNanos, nowNanos, waitNanos);
    }
  }
}
