// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.stub;

import io.switchgear.core.TimeSource;
import io.switchgear.ratelimit.Decision;
import io.switchgear.ratelimit.KeyedRateLimiter;
import io.switchgear.ratelimit.RateLimiter;
import io.switchgear.ratelimit.RateLimiterConfig;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The limit of each key. Not safe for use by many threads. */
final class Throttle {
  private final TimeSource time;

  private @Nullable RateLimiterConfig limit;
  private @Nullable KeyedRateLimiter<String> limiter;

  Throttle(TimeSource time) {
    this.time = time;
  }

  /** Takes over the limit of a behavior. An unchanged limit keeps what it has counted. */
  void change(StubBehavior behavior) {
    RateLimiterConfig changed = behavior.limit().map(rate -> config(rate, behavior)).orElse(null);
    // The text has all that counts: algorithm, limit, time and burst.
    if (!String.valueOf(changed).equals(String.valueOf(limit))) {
      limit = changed;
      reset();
    }
  }

  /** Forgets what was counted. */
  void reset() {
    limiter = limit == null ? null : limit.keyed();
  }

  /** Counts a request; empty when it is within the limit, else how long to wait. */
  Optional<Duration> refusal(String key) {
    if (limiter == null) {
      return Optional.empty();
    }
    Decision decision = limiter.forKey(key).tryAcquire();
    return decision.allowed() ? Optional.empty() : Optional.of(decision.retryAfter());
  }

  private RateLimiterConfig config(StubRate rate, StubBehavior behavior) {
    RateLimiterConfig.Named named = RateLimiter.named("stub");
    RateLimiterConfig config =
        switch (behavior.algorithm()) {
          case FIXED_WINDOW -> named.fixedWindow(rate.requests(), rate.per());
          case TOKEN_BUCKET ->
              named.tokenBucket(
                  rate.requests(), rate.per(), behavior.burst().orElse(rate.requests()));
        };
    return config.time(time);
  }
}
