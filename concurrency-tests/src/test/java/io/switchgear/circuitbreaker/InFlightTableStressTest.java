// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.ZI_Result;

/**
 * Calls enter the table of running calls and leave it. A slot is taken with compare-and-set, so it
 * has one owner, and only the owner frees it.
 */
final class InFlightTableStressTest {
  private InFlightTableStressTest() {}

  /** Both get a slot of their own, though both make the first chunk. */
  @JCStressTest
  @Outcome(id = "true, 2", expect = ACCEPTABLE, desc = "Two calls in two slots.")
  @Outcome(expect = FORBIDDEN, desc = "They share a slot, or one is in a chunk that was lost.")
  @State
  public static class TwoBegin {
    private final InFlightTable table = new InFlightTable();
    private int slot1;
    private int slot2;

    @Actor
    public void actor1() {
      slot1 = table.add(1);
    }

    @Actor
    public void actor2() {
      slot2 = table.add(1);
    }

    @Arbiter
    public void arbiter(ZI_Result result) {
      result.r1 = slot1 != slot2 && slot1 > 0 && slot2 > 0;
      result.r2 = table.olderThan(0, 1);
    }
  }

  /** A call ends while another begins, perhaps in the slot that becomes free. */
  @JCStressTest
  @Outcome(
      id = "7, 1",
      expect = ACCEPTABLE,
      desc = "The end has its own start, the other is there.")
  @Outcome(expect = FORBIDDEN, desc = "A start was lost or mistaken for another.")
  @State
  public static class EndVersusBegin {
    private final InFlightTable table = new InFlightTable();
    private final int running = table.add(7);

    @Actor
    public void actor1(II_Result result) {
      result.r1 = (int) table.remove(running);
    }

    @Actor
    public void actor2() {
      table.add(9);
    }

    @Arbiter
    public void arbiter(II_Result result) {
      result.r2 = table.olderThan(0, 9);
    }
  }

  /** Whoever looks sees the call that runs all the time, whatever comes and goes beside it. */
  @JCStressTest
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "Without the one that ends.")
  @Outcome(id = "2", expect = ACCEPTABLE, desc = "With the one that ends.")
  @Outcome(expect = FORBIDDEN, desc = "The call that runs was overlooked.")
  @State
  public static class LookVersusEnd {
    private final InFlightTable table = new InFlightTable();
    private final int ending = table.add(7);
    private final int running = table.add(7);

    @Actor
    public void actor1() {
      table.remove(ending);
    }

    @Actor
    public void actor2(I_Result result) {
      result.r1 = table.olderThan(1, 8);
    }

    @Arbiter
    public void arbiter(I_Result result) {
      result.r1 = table.remove(running) == 7 ? result.r1 : -1;
    }
  }
}
