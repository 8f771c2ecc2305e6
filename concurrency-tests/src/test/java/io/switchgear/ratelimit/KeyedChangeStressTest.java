// SPDX-License-Identifier: Apache-2.0
package io.switchgear.ratelimit;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.switchgear.concurrency.StillTime;
import java.util.concurrent.CompletableFuture;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZI_Result;

/**
 * The settings of a family change while one of its keys is forgotten. A limiter that is retired
 * can't be changed; it leaves the store in the next moment, or goes on after all when somebody
 * waits. Who changes the settings awaits one or the other.
 */
final class KeyedChangeStressTest {
  private KeyedChangeStressTest() {}

  /** The key is forgotten, or it stays for one who waits: its limiter has the new settings. */
  @JCStressTest
  @Outcome(id = "(true|false), 2", expect = ACCEPTABLE, desc = "The key has the new settings.")
  @Outcome(expect = FORBIDDEN, desc = "The change passed the key over.")
  @State
  public static class ChangeVersusForget {
    private final StillTime time = new StillTime();
    private final KeyedRateLimiter<String> family = StressedLimiter.usedUp(time);
    private final RateLimiter limiter = StressedLimiter.idle(family);
    private CompletableFuture<Decision> waiting = new CompletableFuture<>();

    @Actor
    public void actor1() {
      waiting = limiter.acquireAsync(StressedLimiter.PATIENCE);
      family.reconfigure(StressedLimiter.otherBucket());
    }

    @Actor
    public void actor2() {
      StressedLimiter.forget(family, time);
    }

    @Arbiter
    public void arbiter(ZI_Result result) {
      result.r1 = waiting.isDone();
      result.r2 = family.forKey("a").config().limit();
    }
  }

  /** A limiter is retired in vain: it goes on under the new settings. */
  @JCStressTest
  @Outcome(id = "(true|false), 2", expect = ACCEPTABLE, desc = "It has the new settings.")
  @Outcome(expect = FORBIDDEN, desc = "The change passed it over.")
  @State
  public static class ChangeVersusRevival {
    private final KeyedRateLimiter<String> family = StressedLimiter.keyed();
    private final RateLimiter limiter = family.forKey("a");

    @Actor
    public void actor1() {
      family.reconfigure(StressedLimiter.otherBucket());
    }

    @Actor
    public void actor2(ZI_Result result) {
      result.r1 = limiter.retire();
      if (result.r1) {
        limiter.revive();
      }
    }

    @Arbiter
    public void arbiter(ZI_Result result) {
      result.r2 = limiter.config().limit();
    }
  }
}
