// SPDX-License-Identifier: Apache-2.0
package io.switchgear.ratelimit;

import io.switchgear.core.Rejection;
import java.time.Duration;
import java.util.Optional;

/**
 * A rate limiter's answer, with the numbers at the moment at which it was given. It is an object of
 * 48 bytes, and 80 with those of a sliding log; a call of a pipeline takes its permit without one.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class Decision {
  private final RateLimiter limiter;
  private final Reading reading;
  private final long word;
  private final long nowNanos;

  /** 0 exactly when allowed. */
  private final long retryAfterNanos;

  private Decision(
      RateLimiter limiter, Reading reading, long word, long nowNanos, long retryAfterNanos) {
    this.limiter = limiter;
    this.reading = reading;
    this.word = word;
    this.nowNanos = nowNanos;
    this.retryAfterNanos = retryAfterNanos;
  }

  /** The word is the one after the permits were taken. */
  static Decision allowed(RateLimiter limiter, Reading reading, long word, long nowNanos) {
    return new Decision(limiter, reading, word, nowNanos, 0);
  }

  /** The word is the one that leaves no room for the permits before the wait is over. */
  static Decision refused(
      RateLimiter limiter, Reading reading, long word, long nowNanos, long waitNanos) {
    return new Decision(limiter, reading, word, nowNanos, Math.max(1, waitNanos));
  }

  /** The answer to one who wants more than can ever be taken; only a live change leads to it. */
  static Decision never(RateLimiter limiter, Reading reading, long word, long nowNanos) {
    return refused(limiter, reading, word, nowNanos, RateLimit.NEVER_NANOS);
  }

  /**
   * Whether the permits were taken, so that the call may be made.
   *
   * @return true if so
   */
  public boolean allowed() {
    return retryAfterNanos == 0;
  }

  /**
   * How long after this decision the same request would have been allowed if nobody else had come.
   *
   * @return the exact wait; zero when allowed
   */
  public Duration retryAfter() {
    return Duration.ofNanos(retryAfterNanos);
  }

  /**
   * How many permits were left for others after this decision.
   *
   * @return the number, 0 or more
   */
  public int remaining() {
    return reading.remaining(word, nowNanos);
  }

  /**
   * How long after this decision the limiter would have had all its permits again if nobody else
   * had come: the token bucket full, the leaky one empty, the window over.
   *
   * @return the time; zero when it had them all
   */
  public Duration resetAfter() {
    return Duration.ofNanos(reading.resetNanos(word, nowNanos));
  }

  /**
   * The configured limit at the time of this decision.
   *
   * @return how many permits there are for each stretch of time
   */
  public int limit() {
    return reading.limit();
  }

  /**
   * The refusal, for those who report it as they report that of any policy.
   *
   * @return the refusal; empty when allowed
   */
  public Optional<Rejection> rejection() {
    return allowed() ? Optional.empty() : Optional.of(refusal());
  }

  /**
   * Turns a refusal into an exception.
   *
   * @return this decision, which is one that allows
   * @throws RateLimiterRejectedException when refused
   */
  public Decision orThrow() {
    if (!allowed()) {
      throw refusal().toException();
    }
    return this;
  }

  RateLimitRejection refusal() {
    return new RateLimitRejection(limiter, dueNanos());
  }

  long retryAfterNanos() {
    return retryAfterNanos;
  }

  long dueNanos() {
    return nowNanos + retryAfterNanos;
  }

  long word() {
    return word;
  }

  Reading reading() {
    return reading;
  }

  long nowNanos() {
    return nowNanos;
  }

  @Override
  public String toString() {
    String answer = allowed() ? "allowed" : "refused for " + retryAfter();
    return answer + ", " + remaining() + " of " + limit() + " left";
  }
}
