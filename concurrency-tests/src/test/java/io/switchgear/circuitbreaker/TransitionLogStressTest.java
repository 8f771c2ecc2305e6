// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IZZ_Result;

/**
 * Two threads move a circuit and a listener watches. The phase is swapped in before it is logged,
 * but whoever swaps next logs the one before first; and one thread at a time empties the queue to
 * the listeners. So the log and each listener have the transitions in the order in which they
 * happened.
 */
final class TransitionLogStressTest {
  private TransitionLogStressTest() {}

  /** A trip and an order: the listener has what the log has. */
  @JCStressTest
  @Outcome(id = "1, true, true", expect = ACCEPTABLE, desc = "The order was first.")
  @Outcome(id = "2, true, true", expect = ACCEPTABLE, desc = "The trip was first.")
  @Outcome(expect = FORBIDDEN, desc = "A transition is missing, doubled or out of order.")
  @State
  public static class TripVersusOrder {
    private final StressedCircuit circuit = StressedCircuit.oneFailureOfTwo();
    private final Permit failing = circuit.permit();
    private final Queue<Transition> heard = new ConcurrentLinkedQueue<>();

    public TripVersusOrder() {
      var unused = circuit.breaker().onTransition(heard::add);
    }

    @Actor
    public void actor1() {
      failing.settle(StressedCircuit.FAILURE);
    }

    @Actor
    public void actor2() {
      circuit.breaker().forceOpen(StressedCircuit.ORDER);
    }

    @Arbiter
    public void arbiter(IZZ_Result result) {
      result.r1 = circuit.transitions();
      result.r2 = circuit.isLogInOrder();
      result.r3 = List.copyOf(heard).equals(circuit.breaker().recentTransitions());
    }
  }

  /** Both see the cool-down end; an admission then leads to one transition in the log. */
  @JCStressTest
  @Outcome(id = "3, true, true", expect = ACCEPTABLE, desc = "Open, half-open, forced open.")
  @Outcome(expect = FORBIDDEN, desc = "A transition is missing, doubled or out of order.")
  @State
  public static class CoolDownOverVersusOrder {
    private final StressedCircuit circuit = StressedCircuit.coolDownOver(1);
    private final Queue<Transition> heard = new ConcurrentLinkedQueue<>();

    public CoolDownOverVersusOrder() {
      var unused = circuit.breaker().onTransition(heard::add);
    }

    @Actor
    public void actor1() {
      circuit.isAdmitted();
    }

    @Actor
    public void actor2() {
      circuit.breaker().forceOpen(StressedCircuit.ORDER);
    }

    @Arbiter
    public void arbiter(IZZ_Result result) {
      List<Transition> log = circuit.breaker().recentTransitions();
      result.r1 = log.size();
      result.r2 = circuit.isLogInOrder();
      result.r3 = List.copyOf(heard).equals(log.subList(1, log.size()));
    }
  }
}
