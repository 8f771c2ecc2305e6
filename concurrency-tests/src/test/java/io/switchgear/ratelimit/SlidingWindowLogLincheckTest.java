// SPDX-License-Identifier: Apache-2.0
package io.switchgear.ratelimit;

import io.switchgear.concurrency.Linearizability;
import io.switchgear.concurrency.StillTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Permits that several threads take from a sliding log, which has a lock. */
class SlidingWindowLogLincheckTest {
  @Test
  void slidingWindowLog_anyInterleaving_isLinearizable() {
    Linearizability.check(Operations.class);
  }

  /** What the threads do. */
  public static class Operations extends LimiterOperations {
    @Override
    RateLimiterConfig config(int permits) {
      return RateLimiter.named("erp")
          .slidingWindowLog(permits, Duration.ofSeconds(1))
          .time(new StillTime());
    }
  }
}
