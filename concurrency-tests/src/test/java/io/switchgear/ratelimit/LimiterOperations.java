// SPDX-License-Identifier: Apache-2.0
package io.switchgear.ratelimit;

import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;

/** What threads do with a limiter while time stands still and its numbers change. */
public abstract class LimiterOperations {
  private final RateLimiter limiter = config(3).build();

  /** The algorithm with so many permits at most. */
  abstract RateLimiterConfig config(int permits);

  /** Tells the numbers that the decision came with, too. */
  @Operation
  public String take(@Param(gen = IntGen.class, conf = "1:2") int permits) {
    Decision decision = limiter.take(permits);
    return String.valueOf(decision);
  }

  @Operation
  public int remaining() {
    return limiter.remaining();
  }

  @Operation
  public void reconfigure(@Param(gen = IntGen.class, conf = "2:4") int permits) {
    limiter.reconfigure(config(permits));
  }
}
