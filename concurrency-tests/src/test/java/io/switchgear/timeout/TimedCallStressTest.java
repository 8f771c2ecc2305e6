// SPDX-License-Identifier: Apache-2.0
package io.switchgear.timeout;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZZ_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * A call ends while its limit is exceeded. One word says which came first, and the interrupt is
 * raised and taken back under one lock: either the call ended in time and is never interrupted, or
 * its thread waits for the interrupt and takes it back. In both cases nothing of it is left for
 * what the thread does next.
 */
final class TimedCallStressTest {
  private TimedCallStressTest() {}

  /** The interrupt never survives the call. */
  @JCStressTest
  @Outcome(id = "true, false", expect = ACCEPTABLE, desc = "Ended in time.")
  @Outcome(id = "false, false", expect = ACCEPTABLE, desc = "Expired; the interrupt is taken back.")
  @Outcome(expect = FORBIDDEN, desc = "The thread goes on with our interrupt.")
  @State
  public static class EndVersusExpiry {
    private volatile @Nullable TimedCall running;

    @Actor
    public void actor1(ZZ_Result result) {
      TimedCall call = new TimedCall();
      call.begin();
      running = call;
      result.r1 = call.end();
      result.r2 = Thread.interrupted();
    }

    @Actor
    public void actor2() {
      TimedCall call = running;
      if (call != null) {
        call.expire();
      }
    }
  }

  /** An interrupt by somebody else, there before the call, survives it. */
  @JCStressTest
  @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "Ended in time, still interrupted.")
  @Outcome(id = "false, true", expect = ACCEPTABLE, desc = "Expired, and still interrupted.")
  @Outcome(expect = FORBIDDEN, desc = "The interrupt of somebody else was taken for ours.")
  @State
  public static class ForeignInterruptVersusExpiry {
    private volatile @Nullable TimedCall running;

    @Actor
    public void actor1(ZZ_Result result) {
      Thread.currentThread().interrupt();
      TimedCall call = new TimedCall();
      call.begin();
      running = call;
      result.r1 = call.end();
      result.r2 = Thread.interrupted();
    }

    @Actor
    public void actor2() {
      TimedCall call = running;
      if (call != null) {
        call.expire();
      }
    }
  }

  /** An outer call expires while an inner one ends: the interrupt is for the outer one alone. */
  @JCStressTest
  @Outcome(id = "true, true, false", expect = ACCEPTABLE, desc = "Both ended in time.")
  @Outcome(id = "true, false, false", expect = ACCEPTABLE, desc = "The outer one expired.")
  @Outcome(expect = FORBIDDEN, desc = "The inner call expired, or an interrupt is left.")
  @State
  public static class InnerEndVersusOuterExpiry {
    private volatile @Nullable TimedCall running;

    @Actor
    public void actor1(ZZZ_Result result) {
      TimedCall outer = new TimedCall();
      outer.begin();
      running = outer;
      TimedCall inner = new TimedCall();
      inner.begin();
      result.r1 = inner.end();
      result.r2 = outer.end();
      result.r3 = Thread.interrupted();
    }

    @Actor
    public void actor2() {
      TimedCall call = running;
      if (call != null) {
        call.expire();
      }
    }
  }

  /** Both expire: the interrupt stays for the outer call and is gone after it. */
  @JCStressTest
  @Outcome(
      id = "(true|false), (true|false), false",
      expect = ACCEPTABLE,
      desc = "No interrupt is left.")
  @Outcome(expect = FORBIDDEN, desc = "An interrupt is left.")
  @State
  public static class BothExpire {
    private volatile @Nullable TimedCall inner;
    private volatile @Nullable TimedCall outer;

    @Actor
    public void actor1(ZZZ_Result result) {
      TimedCall around = new TimedCall();
      around.begin();
      TimedCall within = new TimedCall();
      within.begin();
      inner = within;
      outer = around;
      result.r1 = within.end();
      result.r2 = around.end();
      result.r3 = Thread.interrupted();
    }

    @Actor
    public void actor2() {
      TimedCall around = outer;
      TimedCall within = inner;
      if (around != null && within != null) {
        within.expire();
        around.expire();
      }
    }
  }
}
