// SPDX-License-Identifier: Apache-2.0
package io.switchgear.ratelimit;

import io.switchgear.core.Rejection;
import io.switchgear.core.RejectionReason;
import java.time.Duration;
import java.util.Optional;

/** A refusal by a rate limiter; what is left of the wait is computed when asked for. */
final class RateLimitRejection implements Rejection {
  private final RateLimiter limiter;
  private final long dueNanos;

  RateLimitRejection(RateLimiter limiter, long dueNanos) {
    this.limiter = limiter;
    this.dueNanos = dueNanos;
  }

  @Override
  public String name() {
    return limiter.name();
  }

  @Override
  public Optional<String> key() {
    return limiter.key();
  }

  @Override
  public RejectionReason reason() {
    return RejectionReason.RATE_LIMITED;
  }

  @Override
  public Duration retryAfter() {
    return Duration.ofNanos(Math.max(1, dueNanos - limiter.nowNanos()));
  }

  @Override
  public RateLimiterRejectedException toException() {
    return new RateLimiterRejectedException(this);
  }

  @Override
  public String toString() {
    return name() + key().map(key -> "[" + key + "]").orElse("") + " is used up";
  }
}
