// SPDX-License-Identifier: Apache-2.0
package io.switchgear.ratelimit;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.ZI_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * Permits are taken from one word. The word after is computed from the one before and swapped in
 * with compare-and-set, so nothing is taken twice. A usage that ends, because its key is forgotten
 * or its settings change, swaps in a word that no taker goes on from: whatever was taken was taken
 * before.
 */
final class WordUsageStressTest {
  private WordUsageStressTest() {}

  /** Two take the last permit. */
  @JCStressTest
  @Outcome(id = "true, false", expect = ACCEPTABLE, desc = "The first actor has it.")
  @Outcome(id = "false, true", expect = ACCEPTABLE, desc = "The second actor has it.")
  @Outcome(expect = FORBIDDEN, desc = "Nobody or both have it.")
  @State
  public static class TwoForOnePermit {
    private final RateLimiter limiter = StressedLimiter.bucket().build();

    @Actor
    public void actor1(ZZ_Result result) {
      result.r1 = limiter.tryAcquire().allowed();
    }

    @Actor
    public void actor2(ZZ_Result result) {
      result.r2 = limiter.tryAcquire().allowed();
    }
  }

  /** A permit is taken while the limit changes: what was taken is missing under the new one too. */
  @JCStressTest
  @Outcome(id = "true, 1", expect = ACCEPTABLE, desc = "One of two is left.")
  @Outcome(expect = FORBIDDEN, desc = "What was taken came back, or was taken twice.")
  @State
  public static class TakeVersusMove {
    private final RateLimiter limiter = StressedLimiter.window(1).build();

    @Actor
    public void actor1(ZI_Result result) {
      result.r1 = limiter.tryAcquire().allowed();
    }

    @Actor
    public void actor2() {
      limiter.reconfigure(StressedLimiter.window(2));
    }

    @Arbiter
    public void arbiter(ZI_Result result) {
      result.r2 = limiter.remaining();
    }
  }

  /** The limit changes twice at once: one of the two is in force, and what was taken is missing. */
  @JCStressTest
  @Outcome(id = "2, 1", expect = ACCEPTABLE, desc = "Two, of which one is left.")
  @Outcome(id = "3, 2", expect = ACCEPTABLE, desc = "Three, of which two are left.")
  @Outcome(expect = FORBIDDEN, desc = "What was taken came back.")
  @State
  public static class MoveVersusMove {
    private final RateLimiter limiter = StressedLimiter.window(1).build();
    private final Decision taken = limiter.tryAcquire();

    @Actor
    public void actor1() {
      limiter.reconfigure(StressedLimiter.window(2));
    }

    @Actor
    public void actor2() {
      limiter.reconfigure(StressedLimiter.window(3));
    }

    @Arbiter
    public void arbiter(II_Result result) {
      result.r1 = limiter.config().limit();
      result.r2 = taken.allowed() ? limiter.remaining() : -1;
    }
  }

  /** A permit is taken while the key is forgotten: one of the two comes too late. */
  @JCStressTest
  @Outcome(id = "true, false", expect = ACCEPTABLE, desc = "Taken: the key stays.")
  @Outcome(id = "false, true", expect = ACCEPTABLE, desc = "Forgotten: nothing was taken.")
  @Outcome(expect = FORBIDDEN, desc = "A permit was taken from a limiter that is forgotten.")
  @State
  public static class TakeVersusRetire {
    private final RateLimiter limiter = StressedLimiter.keyed().forKey("a");

    @Actor
    public void actor1(ZZ_Result result) {
      result.r1 = limiter.take(1) != null;
    }

    @Actor
    public void actor2(ZZ_Result result) {
      result.r2 = limiter.retire();
    }
  }

  /** Somebody takes while another puts back: nobody gets more than there was. */
  @JCStressTest
  @Outcome(id = "true, 0", expect = ACCEPTABLE, desc = "Put back first and taken again.")
  @Outcome(id = "false, 1", expect = ACCEPTABLE, desc = "Refused, then put back.")
  @Outcome(expect = FORBIDDEN, desc = "A permit was lost or doubled.")
  @State
  public static class TakeVersusGiveBack {
    private final RateLimiter limiter = StressedLimiter.bucket().build();
    private final Decision taken = limiter.tryAcquire();

    @Actor
    public void actor1(ZI_Result result) {
      result.r1 = limiter.tryAcquire().allowed();
    }

    @Actor
    public void actor2() {
      limiter.giveBack(taken, 1);
    }

    @Arbiter
    public void arbiter(ZI_Result result) {
      result.r2 = limiter.remaining();
    }
  }
}
