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
import org.openjdk.jcstress.infra.results.ZII_Result;
import org.openjdk.jcstress.infra.results.ZZI_Result;
import org.openjdk.jcstress.infra.results.Z_Result;

/**
 * Callers wait while the key that they wait at is forgotten, or while what they wait for comes. Who
 * joins announces itself before it asks whether the limiter is retired, and who forgets a key
 * retires the limiter before it counts who waits: of the two, the later one sees the other. Whose
 * wait ends twice, served and cancelled, gives the permits back.
 */
final class WaitingLineStressTest {
  private WaitingLineStressTest() {}

  /** One waits at a limiter whose key is forgotten: it is served, or it waits where it is seen. */
  @JCStressTest
  @Outcome(id = "true", expect = ACCEPTABLE, desc = "Served, or in the line of a living limiter.")
  @Outcome(expect = FORBIDDEN, desc = "It waits at a limiter that nobody looks at any more.")
  @State
  public static class JoinVersusRetire {
    private final StillTime time = new StillTime();
    private final KeyedRateLimiter<String> family = StressedLimiter.usedUp(time);
    private final RateLimiter limiter = StressedLimiter.idle(family);
    private CompletableFuture<Decision> waiting = new CompletableFuture<>();

    @Actor
    public void actor1() {
      waiting = limiter.acquireAsync(StressedLimiter.PATIENCE);
    }

    @Actor
    public void actor2() {
      StressedLimiter.forget(family, time);
    }

    @Arbiter
    public void arbiter(Z_Result result) {
      result.r1 = waiting.isDone() || (limiter.waiting() == 1 && !limiter.isRetired());
    }
  }

  /** A wait is cancelled in the very moment in which its permit comes. */
  @JCStressTest
  @Outcome(id = "true, 1, 0", expect = ACCEPTABLE, desc = "Cancelled; the permit is there.")
  @Outcome(id = "false, 0, 0", expect = ACCEPTABLE, desc = "Served; the permit is taken.")
  @Outcome(expect = FORBIDDEN, desc = "The permit was lost, or the waiter is still counted.")
  @State
  public static class CancelVersusGrant {
    private final StillTime time = new StillTime();
    private final RateLimiter limiter = StressedLimiter.bucket().time(time).build();
    private final Decision first = limiter.tryAcquire();
    private final CompletableFuture<Decision> waiting =
        limiter.acquireAsync(StressedLimiter.PATIENCE);

    @Actor
    public void actor1() {
      time.set(first.resetAfter().toNanos());
      time.runLatestTask();
    }

    @Actor
    public void actor2(ZII_Result result) {
      result.r1 = waiting.cancel(false);
    }

    @Arbiter
    public void arbiter(ZII_Result result) {
      result.r2 = limiter.remaining();
      result.r3 = limiter.waiting();
    }
  }

  /** The first of two gives up in the moment in which its permit comes: the second one gets it. */
  @JCStressTest
  @Outcome(id = "true, true, 0", expect = ACCEPTABLE, desc = "The second has it.")
  @Outcome(id = "false, false, 1", expect = ACCEPTABLE, desc = "The first has it.")
  @Outcome(expect = FORBIDDEN, desc = "The permit was lost, or both have it.")
  @State
  public static class CancelVersusGrantOfTwo {
    private final StillTime time = new StillTime();
    private final RateLimiter limiter = StressedLimiter.bucket().time(time).build();
    private final Decision first = limiter.tryAcquire();
    private final CompletableFuture<Decision> waiting =
        limiter.acquireAsync(StressedLimiter.PATIENCE);
    private final CompletableFuture<Decision> second =
        limiter.acquireAsync(StressedLimiter.PATIENCE);

    @Actor
    public void actor1() {
      time.set(first.resetAfter().toNanos());
      time.runLatestTask();
    }

    @Actor
    public void actor2(ZZI_Result result) {
      result.r1 = waiting.cancel(false);
    }

    @Arbiter
    public void arbiter(ZZI_Result result) {
      result.r2 = second.isDone();
      result.r3 = limiter.waiting();
    }
  }
}
