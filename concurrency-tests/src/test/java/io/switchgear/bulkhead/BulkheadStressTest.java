// SPDX-License-Identifier: Apache-2.0
package io.switchgear.bulkhead;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.CompletableFuture;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZII_Result;
import org.openjdk.jcstress.infra.results.ZZI_Result;

/**
 * Threads meet at a bulkhead. Limit, places in use and waiters are one word, changed with
 * compare-and-set, so no decision is taken on numbers of different moments. Who changes the word so
 * that a waiter may fit looks afterwards, and so does who joins the queue: of a call that leaves
 * and one that joins, the later one sees the other, and nobody stays in the queue while a place is
 * free.
 */
final class BulkheadStressTest {
  private BulkheadStressTest() {}

  /** Two ask for the last place. */
  @JCStressTest
  @Outcome(id = "true, false, 1", expect = ACCEPTABLE, desc = "The first actor has it.")
  @Outcome(id = "false, true, 1", expect = ACCEPTABLE, desc = "The second actor has it.")
  @Outcome(expect = FORBIDDEN, desc = "Nobody or both have it.")
  @State
  public static class TwoForOnePlace {
    private final Bulkhead bulkhead = StressedBulkhead.of(1, 0);

    @Actor
    public void actor1(ZZI_Result result) {
      result.r1 = bulkhead.tryAcquire().isPresent();
    }

    @Actor
    public void actor2(ZZI_Result result) {
      result.r2 = bulkhead.tryAcquire().isPresent();
    }

    @Arbiter
    public void arbiter(ZZI_Result result) {
      result.r3 = bulkhead.inUse();
    }
  }

  /** One leaves and one joins: whoever is later sees that there is a place for the waiter. */
  @JCStressTest
  @Outcome(id = "true, 1, 0", expect = ACCEPTABLE, desc = "The newcomer has the place.")
  @Outcome(expect = FORBIDDEN, desc = "The newcomer waits while the place is free.")
  @State
  public static class LeaveVersusJoin {
    private final Bulkhead bulkhead = StressedBulkhead.of(1, 1);
    private final BulkheadPermit holder = bulkhead.tryAcquire().orElseThrow();
    private CompletableFuture<BulkheadPermit> newcomer = new CompletableFuture<>();

    @Actor
    public void actor1() {
      holder.release();
    }

    @Actor
    public void actor2() {
      newcomer = bulkhead.acquireAsync();
    }

    @Arbiter
    public void arbiter(ZII_Result result) {
      StressedBulkhead.show(bulkhead, newcomer, result);
    }
  }

  /** One leaves while the only waiter gives up: the place is the waiter's or nobody's. */
  @JCStressTest
  @Outcome(id = "true, 0, 0", expect = ACCEPTABLE, desc = "The waiter gave up; the place is free.")
  @Outcome(id = "false, 1, 0", expect = ACCEPTABLE, desc = "The waiter has the place.")
  @Outcome(expect = FORBIDDEN, desc = "The place was lost, or the waiter is still counted.")
  @State
  public static class LeaveVersusCancel {
    private final Bulkhead bulkhead = StressedBulkhead.of(1, 1);
    private final BulkheadPermit holder = bulkhead.tryAcquire().orElseThrow();
    private final CompletableFuture<BulkheadPermit> waiter = bulkhead.acquireAsync();

    @Actor
    public void actor1() {
      holder.release();
    }

    @Actor
    public void actor2(ZII_Result result) {
      result.r1 = waiter.cancel(false);
    }

    @Arbiter
    public void arbiter(ZII_Result result) {
      result.r2 = bulkhead.inUse();
      result.r3 = bulkhead.queued();
    }
  }

  /** The first waiter gives up while a place becomes free: the second one gets it. */
  @JCStressTest
  @Outcome(id = "true, 1, 0", expect = ACCEPTABLE, desc = "The first gave up; the second has it.")
  @Outcome(id = "false, 1, 1", expect = ACCEPTABLE, desc = "The first has it; the second waits.")
  @Outcome(expect = FORBIDDEN, desc = "A waiter waits while the place is free.")
  @State
  public static class LeaveVersusCancelOfTheFirst {
    private final Bulkhead bulkhead = StressedBulkhead.of(1, 2);
    private final BulkheadPermit holder = bulkhead.tryAcquire().orElseThrow();
    private final CompletableFuture<BulkheadPermit> first = bulkhead.acquireAsync();
    private final CompletableFuture<BulkheadPermit> second = bulkhead.acquireAsync();

    @Actor
    public void actor1() {
      holder.release();
    }

    @Actor
    public void actor2(ZII_Result result) {
      result.r1 = first.cancel(false);
    }

    @Arbiter
    public void arbiter(ZII_Result result) {
      boolean consistent = second.isDone() == result.r1;
      result.r2 = consistent ? bulkhead.inUse() : -1;
      result.r3 = bulkhead.queued();
    }
  }

  /** A place becomes free while the limit grows: the waiter gets one of the two. */
  @JCStressTest
  @Outcome(id = "true, 1, 0", expect = ACCEPTABLE, desc = "The waiter has a place.")
  @Outcome(expect = FORBIDDEN, desc = "A change of the word was lost.")
  @State
  public static class LeaveVersusGrow {
    private final Bulkhead bulkhead = StressedBulkhead.of(1, 1);
    private final BulkheadPermit holder = bulkhead.tryAcquire().orElseThrow();
    private final CompletableFuture<BulkheadPermit> waiter = bulkhead.acquireAsync();

    @Actor
    public void actor1() {
      holder.release();
    }

    @Actor
    public void actor2() {
      bulkhead.resize(2);
    }

    @Arbiter
    public void arbiter(ZII_Result result) {
      StressedBulkhead.show(bulkhead, waiter, result);
      result.r3 = bulkhead.maxConcurrent() == 2 ? result.r3 : -1;
    }
  }

  /** The limit shrinks while one enters: the place was taken before, or it isn't taken. */
  @JCStressTest
  @Outcome(id = "true, 2, 1", expect = ACCEPTABLE, desc = "Entered before the limit shrank.")
  @Outcome(id = "false, 1, 1", expect = ACCEPTABLE, desc = "The limit shrank first.")
  @Outcome(expect = FORBIDDEN, desc = "A change of the word was lost.")
  @State
  public static class EnterVersusShrink {
    private final Bulkhead bulkhead = StressedBulkhead.of(2, 0);
    private final BulkheadPermit holder = bulkhead.tryAcquire().orElseThrow();

    @Actor
    public void actor1(ZII_Result result) {
      result.r1 = bulkhead.tryAcquire().isPresent();
    }

    @Actor
    public void actor2() {
      bulkhead.resize(1);
    }

    @Arbiter
    public void arbiter(ZII_Result result) {
      result.r2 = bulkhead.inUse();
      result.r3 = holder.release() ? bulkhead.maxConcurrent() : -1;
    }
  }

  /** One place is given back twice. */
  @JCStressTest
  @Outcome(id = "true, false, 1", expect = ACCEPTABLE, desc = "The first actor gave it back.")
  @Outcome(id = "false, true, 1", expect = ACCEPTABLE, desc = "The second actor gave it back.")
  @Outcome(expect = FORBIDDEN, desc = "It was given back twice or not at all.")
  @State
  public static class TwoReleases {
    private final Bulkhead bulkhead = StressedBulkhead.of(2, 0);
    private final BulkheadPermit other = bulkhead.tryAcquire().orElseThrow();
    private final BulkheadPermit permit = bulkhead.tryAcquire().orElseThrow();

    @Actor
    public void actor1(ZZI_Result result) {
      result.r1 = permit.release();
    }

    @Actor
    public void actor2(ZZI_Result result) {
      result.r2 = permit.release();
    }

    @Arbiter
    public void arbiter(ZZI_Result result) {
      result.r3 = bulkhead.inUse() - (other.release() ? 0 : 1);
    }
  }
}
