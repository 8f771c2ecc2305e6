// SPDX-License-Identifier: Apache-2.0
package io.switchgear.ratelimit;

import io.switchgear.concurrency.StillTime;
import io.switchgear.core.KeyLimits;
import java.time.Duration;

/** Limiters for threads to meet at. */
final class StressedLimiter {
  static final Duration PATIENCE = Duration.ofMinutes(1);

  private static final Duration INTERVAL = Duration.ofSeconds(1);
  private static final Duration IDLE_AFTER = Duration.ofMillis(1);

  private StressedLimiter() {}

  /** One permit a second, and no more at once. */
  static RateLimiterConfig bucket() {
    return RateLimiter.named("erp").tokenBucket(1, INTERVAL, 1).time(new StillTime());
  }

  /** What the bucket is changed to. */
  static RateLimiterConfig otherBucket() {
    return RateLimiter.named("erp").tokenBucket(2, INTERVAL, 1);
  }

  static RateLimiterConfig window(int limit) {
    return RateLimiter.named("erp").fixedWindow(limit, INTERVAL).time(new StillTime());
  }

  static KeyedRateLimiter<String> keyed() {
    return bucket().keyed(KeyLimits.maxKeys(1));
  }

  /** A family with a key that has used its permit up and that counts as idle. */
  static KeyedRateLimiter<String> usedUp(StillTime time) {
    KeyedRateLimiter<String> family =
        bucket().time(time).keyed(KeyLimits.maxKeys(1).idleAfter(IDLE_AFTER));
    var unused = family.forKey("a").tryAcquire();
    time.set(IDLE_AFTER.toNanos());
    family.tick();
    return family;
  }

  /** The limiter of that key. To look it up as callers do would be a use of it. */
  static RateLimiter idle(KeyedRateLimiter<String> family) {
    return family.find("a").orElseThrow();
  }

  /** Lets so much time pass that the permit is back, and has the idle key forgotten. */
  static void forget(KeyedRateLimiter<String> family, StillTime time) {
    time.set(INTERVAL.toNanos());
    family.tick();
  }
}
