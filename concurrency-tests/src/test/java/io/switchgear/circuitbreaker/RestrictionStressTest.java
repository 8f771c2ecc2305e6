// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.time.Duration;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZLI_Result;
import org.openjdk.jcstress.infra.results.ZZI_Result;

/**
 * An outside authority restricts a circuit while it moves by itself. The restriction names the
 * generation that it was meant for; it is compared with that of the very phase that is swapped out,
 * so a restriction of a generation that is over changes nothing, and of two that name one
 * generation the second finds it over.
 */
final class RestrictionStressTest {
  private static final Restriction OPEN = Restriction.openFor(Duration.ofMinutes(1));

  private RestrictionStressTest() {}

  /** A restriction comes while the circuit trips: one of the two opens it. */
  @JCStressTest
  @Outcome(id = "true, OPEN, 1", expect = ACCEPTABLE, desc = "Restricted; the trip came too late.")
  @Outcome(id = "false, OPEN, 1", expect = ACCEPTABLE, desc = "Tripped first.")
  @Outcome(expect = FORBIDDEN, desc = "Both opened it, or neither did.")
  @State
  public static class RestrictVersusTrip {
    private final StressedCircuit circuit = StressedCircuit.oneFailureOfTwo();
    private final Permit failing = circuit.permit();
    private final int generation = circuit.breaker().snapshot().generation();

    @Actor
    public void actor1() {
      failing.settle(StressedCircuit.FAILURE);
    }

    @Actor
    public void actor2(ZLI_Result result) {
      result.r1 = circuit.breaker().restrict(generation, OPEN, StressedCircuit.ORDER);
    }

    @Arbiter
    public void arbiter(ZLI_Result result) {
      result.r2 = circuit.breaker().state();
      result.r3 = circuit.out() == 0 && circuit.isLogInOrder() ? circuit.transitions() : -1;
    }
  }

  /** A restriction comes while the trial passes: it ends the half-open period, or is too late. */
  @JCStressTest
  @Outcome(id = "true, OPEN, 3", expect = ACCEPTABLE, desc = "Restricted; the pass was late.")
  @Outcome(id = "false, CLOSED, 3", expect = ACCEPTABLE, desc = "Passed first.")
  @Outcome(expect = FORBIDDEN, desc = "It changed a generation that it wasn't meant for.")
  @State
  public static class RestrictVersusPass {
    private final StressedCircuit circuit = StressedCircuit.coolDownOver(1);
    private final Permit trial = circuit.permit();
    private final int generation = circuit.breaker().snapshot().generation();

    @Actor
    public void actor1() {
      trial.settle(StressedCircuit.SUCCESS);
    }

    @Actor
    public void actor2(ZLI_Result result) {
      result.r1 = circuit.breaker().restrict(generation, OPEN, StressedCircuit.ORDER);
    }

    @Arbiter
    public void arbiter(ZLI_Result result) {
      result.r2 = circuit.breaker().state();
      result.r3 = circuit.out() == 0 && circuit.isLogInOrder() ? circuit.transitions() : -1;
    }
  }

  /** Two members of a fleet restrict one generation. */
  @JCStressTest
  @Outcome(id = "true, false, 1", expect = ACCEPTABLE, desc = "The first actor was first.")
  @Outcome(id = "false, true, 1", expect = ACCEPTABLE, desc = "The second actor was first.")
  @Outcome(expect = FORBIDDEN, desc = "Both changed one generation, or neither did.")
  @State
  public static class TwoRestrict {
    private final StressedCircuit circuit = StressedCircuit.oneFailureOfTwo();
    private final int generation = circuit.breaker().snapshot().generation();

    @Actor
    public void actor1(ZZI_Result result) {
      result.r1 = circuit.breaker().restrict(generation, OPEN, StressedCircuit.ORDER);
    }

    @Actor
    public void actor2(ZZI_Result result) {
      result.r2 = circuit.breaker().restrict(generation, OPEN, StressedCircuit.ORDER);
    }

    @Arbiter
    public void arbiter(ZZI_Result result) {
      result.r3 = circuit.transitions();
    }
  }
}
