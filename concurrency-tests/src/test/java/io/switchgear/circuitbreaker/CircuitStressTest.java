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
import org.openjdk.jcstress.infra.results.LII_Result;
import org.openjdk.jcstress.infra.results.LZ_Result;
import org.openjdk.jcstress.infra.results.ZI_Result;
import org.openjdk.jcstress.infra.results.ZZI_Result;

/**
 * Threads meet at a circuit. Its phase is one reference: whoever changes it computes the next phase
 * from the one that it read and swaps it in with compare-and-set, so of two changes of one phase
 * one sees the other. A permit belongs to a generation and, as a trial, to a number that is used
 * once; who comes with a permit that the present phase doesn't know changes nothing.
 *
 * <p>{@code out} is what {@code admitted = settled + released + expired} lacks: the permits that
 * are still held. Permits conserve, so it is never anything else.
 */
final class CircuitStressTest {
  private CircuitStressTest() {}

  /** Both ask at the end of the cool-down: both see it end, and one trial is admitted. */
  @JCStressTest
  @Outcome(id = "true, false, 1", expect = ACCEPTABLE, desc = "The first actor has the trial.")
  @Outcome(id = "false, true, 1", expect = ACCEPTABLE, desc = "The second actor has the trial.")
  @Outcome(expect = FORBIDDEN, desc = "Nobody or both were admitted.")
  @State
  public static class OneTrialForTwo {
    private final StressedCircuit circuit = StressedCircuit.coolDownOver(1);

    @Actor
    public void actor1(ZZI_Result result) {
      result.r1 = circuit.isAdmitted();
    }

    @Actor
    public void actor2(ZZI_Result result) {
      result.r2 = circuit.isAdmitted();
    }

    @Arbiter
    public void arbiter(ZZI_Result result) {
      result.r3 = circuit.out();
    }
  }

  /** Two ask twice for three trials. */
  @JCStressTest
  @Outcome(id = "2, 1, 3", expect = ACCEPTABLE, desc = "The second actor came once too late.")
  @Outcome(id = "1, 2, 3", expect = ACCEPTABLE, desc = "The first actor came once too late.")
  @Outcome(expect = FORBIDDEN, desc = "Not three were admitted, or the log has another story.")
  @State
  public static class ThreeTrialsForFour {
    private final StressedCircuit circuit = StressedCircuit.coolDownOver(3);

    @Actor
    public void actor1(III_Result result) {
      result.r1 = circuit.admittedOfTwo();
    }

    @Actor
    public void actor2(III_Result result) {
      result.r2 = circuit.admittedOfTwo();
    }

    @Arbiter
    public void arbiter(III_Result result) {
      result.r3 = circuit.transitions() == 2 ? circuit.out() : -1;
    }
  }

  /** One ticket ends twice: the trial's number is gone after the first, the second is late. */
  @JCStressTest
  @Outcome(id = "CLOSED, 0, 1", expect = ACCEPTABLE, desc = "Settled first; the release is late.")
  @Outcome(id = "HALF_OPEN, 0, 1", expect = ACCEPTABLE, desc = "Released; the result is late.")
  @Outcome(expect = FORBIDDEN, desc = "Both counted, or neither.")
  @State
  public static class SettleVersusRelease {
    private final StressedCircuit circuit = StressedCircuit.coolDownOver(1);
    private final long ticket = circuit.ticket();

    @Actor
    public void actor1() {
      circuit.breaker().settle(ticket, StressedCircuit.SUCCESS);
    }

    @Actor
    public void actor2() {
      circuit.breaker().release(ticket);
    }

    @Arbiter
    public void arbiter(LII_Result result) {
      circuit.show(result);
    }
  }

  /** One trial passes and one fails: the first decides, the other's permit expires. */
  @JCStressTest
  @Outcome(id = "OPEN, 0, 1", expect = ACCEPTABLE, desc = "The failure was first.")
  @Outcome(id = "OPEN, 0, 0", expect = ACCEPTABLE, desc = "The success was first, one of two.")
  @Outcome(expect = FORBIDDEN, desc = "It closed after a failure, or a permit was lost.")
  @State
  public static class PassVersusFail {
    private final StressedCircuit circuit = StressedCircuit.coolDownOver(2);
    private final Permit first = circuit.permit();
    private final Permit second = circuit.permit();

    @Actor
    public void actor1() {
      first.settle(StressedCircuit.SUCCESS);
    }

    @Actor
    public void actor2() {
      second.settle(StressedCircuit.FAILURE);
    }

    @Arbiter
    public void arbiter(LII_Result result) {
      circuit.show(result);
    }
  }

  /** The last two passes close the circuit together, once. */
  @JCStressTest
  @Outcome(id = "CLOSED, 0, 0", expect = ACCEPTABLE, desc = "Both counted.")
  @Outcome(expect = FORBIDDEN, desc = "A pass was lost.")
  @State
  public static class TwoPasses {
    private final StressedCircuit circuit = StressedCircuit.coolDownOver(2);
    private final Permit first = circuit.permit();
    private final Permit second = circuit.permit();

    @Actor
    public void actor1() {
      first.settle(StressedCircuit.SUCCESS);
    }

    @Actor
    public void actor2() {
      second.settle(StressedCircuit.SUCCESS);
    }

    @Arbiter
    public void arbiter(LII_Result result) {
      circuit.show(result);
    }
  }

  /**
   * A failure trips the circuit while an older call succeeds. The success comes before the trip and
   * ends the run of failures, or it comes between the verdict and the swap and changes nothing any
   * more, or it is late.
   */
  @JCStressTest
  @Outcome(id = "CLOSED, 0, 0", expect = ACCEPTABLE, desc = "The success ended the run.")
  @Outcome(id = "OPEN, 0, 0", expect = ACCEPTABLE, desc = "The success came during the trip.")
  @Outcome(id = "OPEN, 0, 1", expect = ACCEPTABLE, desc = "The success was late.")
  @Outcome(expect = FORBIDDEN, desc = "A late result closed the circuit, or a permit was lost.")
  @State
  public static class LateSettleVersusTrip {
    private final StressedCircuit circuit = StressedCircuit.oneFailureOfTwo();
    private final Permit failing = circuit.permit();
    private final Permit older = circuit.permit();

    @Actor
    public void actor1() {
      failing.settle(StressedCircuit.FAILURE);
    }

    @Actor
    public void actor2() {
      older.settle(StressedCircuit.SUCCESS);
    }

    @Arbiter
    public void arbiter(LII_Result result) {
      circuit.show(result);
    }
  }

  /** Two failures trip a closed circuit at once: one transition, and no permit is lost. */
  @JCStressTest
  @Outcome(id = "OPEN, 0, 0", expect = ACCEPTABLE, desc = "Both counted before the swap.")
  @Outcome(id = "OPEN, 0, 1", expect = ACCEPTABLE, desc = "The second was late.")
  @Outcome(expect = FORBIDDEN, desc = "It tripped twice or not at all, or a permit was lost.")
  @State
  public static class TripVersusTrip {
    private final StressedCircuit circuit = StressedCircuit.oneFailureOfTwo();
    private final Permit first = circuit.permit();
    private final Permit second = circuit.permit();

    @Actor
    public void actor1() {
      first.settle(StressedCircuit.FAILURE);
    }

    @Actor
    public void actor2() {
      second.settle(StressedCircuit.FAILURE);
    }

    @Arbiter
    public void arbiter(LII_Result result) {
      circuit.show(result);
      result.r3 = circuit.transitions() == 1 ? result.r3 : -1;
    }
  }

  /** An order ends a half-open period while its trial passes: settled or expired, never both. */
  @JCStressTest
  @Outcome(id = "FORCED_OPEN, 0, 0", expect = ACCEPTABLE, desc = "The result was first.")
  @Outcome(id = "FORCED_OPEN, 0, 1", expect = ACCEPTABLE, desc = "The order took the permit back.")
  @Outcome(
      expect = FORBIDDEN,
      desc = "The order was overruled, or the permit ended twice or never.")
  @State
  public static class OrderVersusSettle {
    private final StressedCircuit circuit = StressedCircuit.coolDownOver(1);
    private final Permit trial = circuit.permit();

    @Actor
    public void actor1() {
      trial.settle(StressedCircuit.SUCCESS);
    }

    @Actor
    public void actor2() {
      circuit.breaker().forceOpen(StressedCircuit.ORDER);
    }

    @Arbiter
    public void arbiter(LII_Result result) {
      circuit.show(result);
    }
  }

  /**
   * An order comes while a trial is asked for: admitted before it and expired by it, or refused.
   */
  @JCStressTest
  @Outcome(id = "true, 0", expect = ACCEPTABLE, desc = "Admitted first; the order took it back.")
  @Outcome(id = "false, 0", expect = ACCEPTABLE, desc = "The order was first.")
  @Outcome(expect = FORBIDDEN, desc = "Admitted while forced open, or a permit was lost.")
  @State
  public static class OrderVersusAsk {
    private final StressedCircuit circuit = StressedCircuit.coolDownOver(1);

    @Actor
    public void actor1(ZI_Result result) {
      result.r1 = circuit.isAdmitted();
    }

    @Actor
    public void actor2() {
      circuit.breaker().forceOpen(StressedCircuit.ORDER);
    }

    @Arbiter
    public void arbiter(ZI_Result result) {
      result.r2 = circuit.out();
    }
  }

  /** Two orders: the later one stands, and the log says which one that was. */
  @JCStressTest
  @Outcome(id = "FORCED_OPEN, true", expect = ACCEPTABLE, desc = "Forced open last.")
  @Outcome(id = "DISABLED, true", expect = ACCEPTABLE, desc = "Disabled last.")
  @Outcome(expect = FORBIDDEN, desc = "An order was lost, or the log is out of order.")
  @State
  public static class OrderVersusOrder {
    private final StressedCircuit circuit = StressedCircuit.oneFailureOfTwo();

    @Actor
    public void actor1() {
      circuit.breaker().forceOpen(StressedCircuit.ORDER);
    }

    @Actor
    public void actor2() {
      circuit.breaker().disable(StressedCircuit.ORDER);
    }

    @Arbiter
    public void arbiter(LZ_Result result) {
      result.r1 = circuit.breaker().state();
      result.r2 = circuit.transitions() == 2 && circuit.isLogInOrder();
    }
  }

  /** A trial comes back when its time is over and somebody else notices: it expires once. */
  @JCStressTest
  @Outcome(id = "OPEN, 0, 1", expect = ACCEPTABLE, desc = "Expired; its own end is late.")
  @Outcome(expect = FORBIDDEN, desc = "It counted after its time, or ended twice or never.")
  @State
  public static class ExpiryVersusSettle {
    private final StressedCircuit circuit = StressedCircuit.coolDownOver(1);
    private final Permit trial = circuit.permit();

    public ExpiryVersusSettle() {
      circuit.passTrialTimeout();
    }

    @Actor
    public void actor1() {
      trial.settle(StressedCircuit.SUCCESS);
    }

    @Actor
    public void actor2() {
      circuit.isAdmitted();
    }

    @Arbiter
    public void arbiter(LII_Result result) {
      circuit.show(result);
    }
  }
}
