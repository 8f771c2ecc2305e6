// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import static java.time.Duration.ofMillis;

import io.switchgear.ratelimit.RateLimiter;
import io.switchgear.ratelimit.RateLimiterConfig;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToLongFunction;

/** A random limiter of one of the five kinds, and what it promises, said once more. */
final class RateDraw {
  enum Kind {
    TOKEN_BUCKET,
    LEAKY_BUCKET,
    FIXED_WINDOW,
    SLIDING_WINDOW,
    SLIDING_WINDOW_LOG
  }

  final Kind kind;
  final RateLimiterConfig config;

  RateDraw(Kind kind, SplittableRandom random) {
    this.kind = kind;
    int limit = 1 + random.nextInt(12);
    Duration per = ofMillis(50 + random.nextInt(1_000));
    int burst = 1 + random.nextInt(6);
    RateLimiterConfig.Named named = RateLimiter.named("limiter");
    RateLimiterConfig drawn =
        switch (kind) {
          case TOKEN_BUCKET -> named.tokenBucket(limit, per, burst);
          case LEAKY_BUCKET -> named.leakyBucket(limit, per, burst);
          case FIXED_WINDOW -> named.fixedWindow(limit, per);
          case SLIDING_WINDOW -> named.slidingWindow(limit, per);
          case SLIDING_WINDOW_LOG -> named.slidingWindowLog(limit, per);
        };
    int maxWait = random.nextInt(3) * random.nextInt(1_000);
    this.config = drawn.maxWait(ofMillis(maxWait)).maxWaiting(random.nextInt(6));
  }

  static Kind kind(SplittableRandom random) {
    return Kind.values()[random.nextInt(Kind.values().length)];
  }

  /** Whether the last of some beginnings may come when it comes, after all the others. */
  boolean allows(List<Long> beginnings) {
    int last = beginnings.size() - 1;
    for (int from = 0; from <= last; from++) {
      long stretch = beginnings.get(last) - beginnings.get(from);
      if (!allows(last - from + 1, stretch, beginnings.get(last))) {
        return false;
      }
    }
    return true;
  }

  private boolean allows(long count, long stretch, long now) {
    long per = config.per().toNanos();
    ToLongFunction<Long> inStretch = time -> time * config.limit();
    return switch (kind) {
      case TOKEN_BUCKET -> (count - config.burst()) * per <= inStretch.applyAsLong(stretch);
      case LEAKY_BUCKET -> (count - 1) * per <= inStretch.applyAsLong(stretch);
      case FIXED_WINDOW -> (now - stretch) / per != now / per || count <= config.limit();
      case SLIDING_WINDOW -> stretch > per || count * per <= inStretch.applyAsLong(per + stretch);
      case SLIDING_WINDOW_LOG -> stretch >= per || count <= config.limit();
    };
  }
}
