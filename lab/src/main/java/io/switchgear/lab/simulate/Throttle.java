// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.simulate;

import io.switchgear.core.TimeSource;
import io.switchgear.lab.scenario.UpstreamBehavior.Throttling;
import io.switchgear.ratelimit.Decision;
import io.switchgear.ratelimit.KeyedRateLimiter;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The upstream's limit of each key. */
final class Throttle {
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  private final TimeSource time;
  private final int mostCalls;
  private final Map<Integer, CallLog> logs = new HashMap<>();
  private @Nullable Throttling settings;
  private @Nullable KeyedRateLimiter<Integer> limiters;

  /**
   * No limit yet.
   *
   * @param time the time
   * @param mostCalls the greatest limit that there will be
   */
  Throttle(TimeSource time, int mostCalls) {
    this.time = time;
    this.mostCalls = mostCalls;
  }

  /** Takes over a limit; null for none. One of the same algorithm keeps what it has counted. */
  void become(@Nullable Throttling next) {
    Throttling before = settings;
    settings = next;
    if (next == null) {
      limiters = null;
    } else if (limiters != null && before != null && before.limit().hasAlgorithmOf(next.limit())) {
      limiters.reconfigure(next.limit().time(time));
    } else {
      limiters = next.limit().time(time).keyed();
    }
  }

  /** Counts a call; null when it is within the limit. */
  @Nullable Refusal refusal(int key) {
    if (limiters == null || settings == null) {
      return null;
    }
    long waitNanos;
    if (settings.countsRefused()) {
      waitNanos = logWaitNanos(settings, key);
      log(key).add(time.nanoTime());
    } else {
      waitNanos = ask(limiters, key);
    }
    if (waitNanos == 0) {
      return null;
    }
    long seconds = (waitNanos + NANOS_PER_SECOND - 1) / NANOS_PER_SECOND;
    return new Refusal(settings.status(), settings.retryAfter() ? seconds : 0);
  }

  private static long ask(KeyedRateLimiter<Integer> limiters, int key) {
    Decision decision = limiters.forKey(key).tryAcquire();
    return decision.allowed() ? 0 : Math.max(1, decision.retryAfter().toNanos());
  }

  private CallLog log(int key) {
    return logs.computeIfAbsent(key, it -> new CallLog(mostCalls));
  }

  private long logWaitNanos(Throttling limit, int key) {
    return log(key)
        .waitNanos(limit.limit().limit(), limit.limit().per().toNanos(), time.nanoTime());
  }

  /** Whether a call of a key would be refused. */
  boolean isUsedUp(int key) {
    if (limiters == null || settings == null) {
      return false;
    }
    return settings.countsRefused()
        ? logWaitNanos(settings, key) > 0
        : limiters.forKey(key).remaining() == 0;
  }

  /**
   * The upstream's refusal of a call.
   *
   * @param status its status
   * @param waitSeconds the value of Retry-After; zero when there is none
   */
  record Refusal(int status, long waitSeconds) {}
}
