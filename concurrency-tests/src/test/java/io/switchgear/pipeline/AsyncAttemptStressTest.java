// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.switchgear.bulkhead.Bulkhead;
import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.circuitbreaker.CircuitStats;
import io.switchgear.concurrency.StillTime;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.ZII_Result;

/**
 * An asynchronous attempt ends in two ways at once. One word decides which end the circuit is told
 * of. The place in the bulkhead is free once the circuit has been told and the call has ended, both
 * counted down in one word: so it is given back once, by whichever comes last.
 */
final class AsyncAttemptStressTest {
  private AsyncAttemptStressTest() {}

  /** The call ends while its caller goes: one permit ends, one place is free. */
  @JCStressTest
  @Outcome(id = "true, 1, 0", expect = ACCEPTABLE, desc = "The caller went first.")
  @Outcome(id = "false, 1, 0", expect = ACCEPTABLE, desc = "The call ended first.")
  @Outcome(expect = FORBIDDEN, desc = "The permit ended twice or never, or the place is lost.")
  @State
  public static class EndVersusCancel {
    private final GuardedCall guarded = new GuardedCall();

    @Actor
    public void actor1() {
      guarded.call.complete("done");
    }

    @Actor
    public void actor2(ZII_Result result) {
      result.r1 = guarded.future.cancel(false);
    }

    @Arbiter
    public void arbiter(ZII_Result result) {
      result.r2 = guarded.ended();
      result.r3 = guarded.bulkhead.inUse();
    }
  }

  /** The call ends while its limit is exceeded. */
  @JCStressTest
  @Outcome(id = "true, 1, 0", expect = ACCEPTABLE, desc = "Told once, in either way.")
  @Outcome(expect = FORBIDDEN, desc = "The circuit heard twice or never, or the place is lost.")
  @State
  public static class EndVersusLimit {
    private final GuardedCall guarded = new GuardedCall();

    @Actor
    public void actor1() {
      guarded.call.complete("done");
    }

    @Actor
    public void actor2() {
      guarded.exceedLimit();
    }

    @Arbiter
    public void arbiter(ZII_Result result) {
      result.r1 = guarded.future.isDone();
      result.r2 = guarded.settled();
      result.r3 = guarded.bulkhead.inUse();
    }
  }

  /**
   * The limit is exceeded while the caller goes, and the call can't be cancelled: its place stays
   * taken until it ends, and is free then.
   */
  @JCStressTest
  @Outcome(id = "1, 1, 0", expect = ACCEPTABLE, desc = "Told once, taken, then free.")
  @Outcome(expect = FORBIDDEN, desc = "The place was free too early, or is lost.")
  @State
  public static class LimitVersusCancel {
    private final GuardedCall guarded = new GuardedCall(new Stubborn());

    @Actor
    public void actor1() {
      guarded.exceedLimit();
    }

    @Actor
    public void actor2() {
      guarded.future.cancel(false);
    }

    @Arbiter
    public void arbiter(III_Result result) {
      result.r1 = guarded.ended();
      result.r2 = guarded.bulkhead.inUse();
      guarded.call.complete("late");
      result.r3 = guarded.bulkhead.inUse();
    }
  }

  /** A place comes free for a waiting attempt while its caller goes. */
  @JCStressTest
  @Outcome(id = "true, 0, 0", expect = ACCEPTABLE, desc = "Nothing is left of it.")
  @Outcome(expect = FORBIDDEN, desc = "A place or a permit was lost.")
  @State
  public static class PlaceVersusCancel {
    private final GuardedCall guarded = new GuardedCall();
    private final CompletableFuture<String> second = new CompletableFuture<>();
    private final CompletableFuture<String> waiting = guarded.pipeline.callAsync(() -> second);

    @Actor
    public void actor1() {
      guarded.call.complete("done");
    }

    @Actor
    public void actor2(ZII_Result result) {
      result.r1 = waiting.cancel(false);
    }

    @Arbiter
    public void arbiter(ZII_Result result) {
      result.r2 = guarded.bulkhead.inUse();
      result.r3 = guarded.bulkhead.queued();
    }
  }

  /** A call whose cancellation changes nothing. */
  private static final class Stubborn extends CompletableFuture<String> {
    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
      return false;
    }
  }

  /** A call under way, behind a circuit, a bulkhead and a limit. */
  private static final class GuardedCall {
    private final StillTime time = new StillTime();
    private final CircuitBreaker circuit = CircuitBreaker.named("erp").time(time).build();
    private final Bulkhead bulkhead =
        Bulkhead.named("erp").maxConcurrent(1).maxQueued(1).time(time).build();
    private final Pipeline<String> pipeline =
        Pipeline.<String>named("erp")
            .circuitBreaker(circuit)
            .bulkhead(bulkhead)
            .timeout(Duration.ofSeconds(1))
            .time(time)
            .build();
    private final CompletableFuture<String> call;
    private final CompletableFuture<String> future;

    GuardedCall() {
      this(new CompletableFuture<>());
    }

    GuardedCall(CompletableFuture<String> call) {
      this.call = call;
      this.future = pipeline.callAsync(() -> call);
    }

    void exceedLimit() {
      time.runLatestTask();
    }

    int settled() {
      return (int) circuit.stats().permits().settled();
    }

    /** The permits that have ended; one was taken. */
    int ended() {
      CircuitStats.Permits permits = circuit.stats().permits();
      return (int) (permits.settled() + permits.released() + permits.expired());
    }
  }
}
