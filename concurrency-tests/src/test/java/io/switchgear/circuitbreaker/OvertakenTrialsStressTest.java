// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.IZI_Result;

/**
 * A trial call is overtaken when its half-open period ends before it does; it keeps its place in
 * the next one. The overtaken trials are part of the phase that is swapped, so the end of one and a
 * transition or an admission see each other: the place is free exactly once, and not before.
 *
 * <p>{@code out} is what it is in {@link CircuitStressTest}: an overtaken trial's permit has
 * expired, so only the trials of the present period are left.
 */
final class OvertakenTrialsStressTest {
  private OvertakenTrialsStressTest() {}

  /**
   * The only trial call ends while the circuit becomes half-open and a call asks for the place. Who
   * was refused comes again afterwards.
   */
  @JCStressTest
  @Outcome(id = "1, false, 1", expect = ACCEPTABLE, desc = "It had ended before the admission.")
  @Outcome(id = "0, true, 1", expect = ACCEPTABLE, desc = "It ended after the refusal.")
  @Outcome(expect = FORBIDDEN, desc = "Two trials ran at a time, or the place was lost.")
  @State
  public static class EndVersusAsk {
    private final StressedCircuit circuit = StressedCircuit.coolDownOver(1);
    private final Permit overtaken = circuit.permit();
    private boolean ending;

    public EndVersusAsk() {
      circuit.restrict();
      circuit.passRestriction();
    }

    @Actor
    public void actor1() {
      ending = true;
      overtaken.settle(StressedCircuit.SUCCESS);
    }

    /** Minus one for a call that was admitted while the other still ran. */
    @Actor
    public void actor2(IZI_Result result) {
      if (circuit.isAdmitted()) {
        result.r1 = ending ? 1 : -1;
      }
    }

    @Arbiter
    public void arbiter(IZI_Result result) {
      result.r2 = circuit.isAdmitted();
      result.r3 = circuit.out();
    }
  }

  /** Two trial calls end at once, and whoever is first finds the restriction over. */
  @JCStressTest
  @Outcome(id = "2, 0, 2", expect = ACCEPTABLE, desc = "Both ended late, and two places are free.")
  @Outcome(expect = FORBIDDEN, desc = "A place was lost or doubled, or a late result counted.")
  @State
  public static class EndVersusEnd {
    private final StressedCircuit circuit = StressedCircuit.coolDownOver(2);
    private final Permit first = circuit.permit();
    private final Permit second = circuit.permit();

    public EndVersusEnd() {
      circuit.restrict();
      circuit.passRestriction();
    }

    @Actor
    public void actor1() {
      first.settle(StressedCircuit.FAILURE);
    }

    @Actor
    public void actor2() {
      second.release();
    }

    @Arbiter
    public void arbiter(III_Result result) {
      result.r1 = circuit.admittedOfTwo();
      result.r2 = circuit.admittedOfTwo();
      result.r3 = (int) circuit.breaker().stats().calls().late();
    }
  }

  /** A trial call ends while it is overtaken: either way its place is free in the next period. */
  @JCStressTest
  @Outcome(id = "1, 1, 0", expect = ACCEPTABLE, desc = "It ended first.")
  @Outcome(id = "1, 1, 1", expect = ACCEPTABLE, desc = "It was overtaken first and ended late.")
  @Outcome(expect = FORBIDDEN, desc = "Its place was lost or doubled, or its permit was.")
  @State
  public static class EndVersusRestrict {
    private final StressedCircuit circuit = StressedCircuit.coolDownOver(1);
    private final Permit trial = circuit.permit();

    @Actor
    public void actor1() {
      trial.release();
    }

    @Actor
    public void actor2() {
      circuit.restrict();
    }

    @Arbiter
    public void arbiter(III_Result result) {
      circuit.passRestriction();
      result.r1 = circuit.admittedOfTwo();
      result.r2 = circuit.out();
      result.r3 = (int) circuit.breaker().stats().calls().late();
    }
  }
}
