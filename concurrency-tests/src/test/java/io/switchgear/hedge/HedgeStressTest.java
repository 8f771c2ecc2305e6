// SPDX-License-Identifier: Apache-2.0
package io.switchgear.hedge;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.switchgear.concurrency.StillTime;
import io.switchgear.core.AttemptBudget;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IZ_Result;
import org.openjdk.jcstress.infra.results.LIZ_Result;
import org.openjdk.jcstress.infra.results.ZZZ_Result;

/**
 * Attempts of one call race. The race is one reference, changed with compare-and-set: of two events
 * that would decide it one comes second and changes nothing. Who decides it cancels what has lost
 * before the result is out; an attempt that begins sets its canceller and looks at the race
 * afterwards, so of the two the later one sees the other.
 */
final class HedgeStressTest {
  private HedgeStressTest() {}

  /** Both attempts succeed: the first of them wins, and the statistics have the same winner. */
  @JCStressTest
  @Outcome(id = "first, 0, true", expect = ACCEPTABLE, desc = "The first attempt has won.")
  @Outcome(id = "second, 1, true", expect = ACCEPTABLE, desc = "The second attempt has won.")
  @Outcome(expect = FORBIDDEN, desc = "Nobody or both have won.")
  @State
  public static class TwoSuccesses {
    private final HedgedPair pair = new HedgedPair();

    public TwoSuccesses() {
      pair.delayOver();
    }

    @Actor
    public void actor1() {
      pair.first.complete("first");
    }

    @Actor
    public void actor2() {
      pair.second.complete("second");
    }

    @Arbiter
    public void arbiter(LIZ_Result result) {
      result.r1 = pair.future.getNow("none");
      result.r2 = (int) pair.hedge.stats().won();
      result.r3 = pair.hedge.stats().hedges() == 1;
    }
  }

  /** The delay ends while the first attempt fails: each begins another one, and one is left. */
  @JCStressTest
  @Outcome(id = "1, false", expect = ACCEPTABLE, desc = "One more attempt runs.")
  @Outcome(expect = FORBIDDEN, desc = "It began twice or never, or the call ended without it.")
  @State
  public static class DelayVersusFailure {
    private final HedgedPair pair = new HedgedPair();

    @Actor
    public void actor1() {
      pair.delayOver();
    }

    @Actor
    public void actor2() {
      pair.failFirst();
    }

    @Arbiter
    public void arbiter(IZ_Result result) {
      result.r1 = (int) pair.hedge.stats().hedges();
      result.r2 = pair.future.isDone();
    }
  }

  /**
   * The caller takes the call back while an attempt succeeds: in any case the other is cancelled.
   */
  @JCStressTest
  @Outcome(id = "true, true, true", expect = ACCEPTABLE, desc = "The caller was first.")
  @Outcome(id = "false, true, true", expect = ACCEPTABLE, desc = "The success was first.")
  @Outcome(expect = FORBIDDEN, desc = "The call never ends, or an attempt runs on.")
  @State
  public static class CancelVersusSuccess {
    private final HedgedPair pair = new HedgedPair();

    public CancelVersusSuccess() {
      pair.delayOver();
    }

    @Actor
    public void actor1() {
      pair.first.complete("first");
    }

    @Actor
    public void actor2(ZZZ_Result result) {
      result.r1 = pair.future.cancel(false);
    }

    @Arbiter
    public void arbiter(ZZZ_Result result) {
      result.r2 = pair.second.isCancelled();
      result.r3 = pair.future.isDone();
    }
  }

  /** The caller takes the call back while another attempt begins: none is left running. */
  @JCStressTest
  @Outcome(id = "0, true", expect = ACCEPTABLE, desc = "None began.")
  @Outcome(id = "1, true", expect = ACCEPTABLE, desc = "It began and was cancelled.")
  @Outcome(expect = FORBIDDEN, desc = "It runs on, and nobody waits for it.")
  @State
  public static class CancelVersusDelay {
    private final HedgedPair pair = new HedgedPair();

    @Actor
    public void actor1() {
      pair.delayOver();
    }

    @Actor
    public void actor2() {
      pair.future.cancel(false);
    }

    @Arbiter
    public void arbiter(IZ_Result result) {
      boolean begun = pair.coming.isEmpty();
      result.r1 = begun ? 1 : 0;
      result.r2 = pair.first.isCancelled() && begun == pair.second.isCancelled();
    }
  }

  /** A hedged call whose first attempt runs, and what its attempts are. */
  private static final class HedgedPair {
    private final StillTime time = new StillTime();
    private final CompletableFuture<String> first = new CompletableFuture<>();
    private final CompletableFuture<String> second = new CompletableFuture<>();
    private final Queue<CompletableFuture<String>> coming =
        new ArrayDeque<>(List.of(first, second));
    private final Hedge hedge =
        Hedge.named("rates")
            .after(Duration.ofMillis(100))
            .idempotent(true)
            .budget(AttemptBudget.unlimited())
            .time(time)
            .build();
    private final CompletableFuture<String> future = hedge.callAsync(coming::poll);

    void failFirst() {
      first.completeExceptionally(new IOException("The first attempt has failed"));
    }

    /** The timer runs, cancelled or not, and begins the second attempt. */
    void delayOver() {
      time.runLatestTask();
    }
  }
}
