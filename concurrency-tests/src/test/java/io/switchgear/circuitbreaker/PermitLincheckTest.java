// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import io.switchgear.concurrency.Linearizability;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.junit.jupiter.api.Test;

/**
 * Admissions, results and orders at a circuit whose cool-down is over, with two trials.
 *
 * <p>The circuit trips at a single failure. With more than one, a trip is not one step: the failure
 * is recorded, and then the phase is swapped. A success that is recorded between the two, and that
 * alone would have prevented the trip, doesn't: {@code CircuitStressTest.LateSettleVersusTrip}.
 */
class PermitLincheckTest {
  @Test
  void circuit_anyInterleaving_isLinearizable() {
    Linearizability.check(Operations.class);
  }

  /** What the threads do. */
  public static class Operations {
    /** Thread numbers are small. */
    private static final int THREADS = 8;

    private final StressedCircuit circuit = StressedCircuit.coolDownOver(2);
    private final List<Deque<Permit>> held =
        Stream.generate(() -> (Deque<Permit>) new ArrayDeque<Permit>()).limit(THREADS).toList();

    @Operation
    public boolean ask(@Param(gen = ThreadIdGen.class) int thread) {
      return circuit.breaker().admit() instanceof Permit permit && held.get(thread).add(permit);
    }

    @Operation
    public boolean pass(@Param(gen = ThreadIdGen.class) int thread) {
      Permit permit = held.get(thread).poll();
      return permit != null && permit.settle(StressedCircuit.SUCCESS);
    }

    @Operation
    public boolean fail(@Param(gen = ThreadIdGen.class) int thread) {
      Permit permit = held.get(thread).poll();
      return permit != null && permit.settle(StressedCircuit.FAILURE);
    }

    @Operation
    public boolean release(@Param(gen = ThreadIdGen.class) int thread) {
      Permit permit = held.get(thread).poll();
      return permit != null && permit.release();
    }

    @Operation
    public void forceOpen() {
      circuit.breaker().forceOpen(StressedCircuit.ORDER);
    }

    @Operation
    public void reset() {
      circuit.breaker().reset(StressedCircuit.ORDER);
    }

    @Operation
    public CircuitState state() {
      return circuit.breaker().state();
    }

    @Operation
    public int trialsOut() {
      return circuit.breaker().snapshot().trialsOut();
    }
  }
}
