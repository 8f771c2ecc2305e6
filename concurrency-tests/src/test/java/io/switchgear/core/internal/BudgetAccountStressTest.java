// SPDX-License-Identifier: Apache-2.0
package io.switchgear.core.internal;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.switchgear.core.AttemptBudget;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZZ_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * Further attempts are paid for from one account. Its state is one reference, changed with
 * compare-and-set: a payment is taken from the very state that was found sufficient. Calls that
 * earn are counted beside it, and each count enters the state once.
 */
final class BudgetAccountStressTest {
  private BudgetAccountStressTest() {}

  /** Two pay with the one token of the floor. */
  @JCStressTest
  @Outcome(id = "true, false", expect = ACCEPTABLE, desc = "The first actor had it.")
  @Outcome(id = "false, true", expect = ACCEPTABLE, desc = "The second actor had it.")
  @Outcome(expect = FORBIDDEN, desc = "It was spent twice or not at all.")
  @State
  public static class TwoForOneToken {
    private final BudgetAccount account =
        new BudgetAccount(AttemptBudget.ofCalls(0.1).minPerSecond(0.1), 0);

    @Actor
    public void actor1(ZZ_Result result) {
      result.r1 = account.spend(0);
    }

    @Actor
    public void actor2(ZZ_Result result) {
      result.r2 = account.spend(0);
    }
  }

  /** A token is earned while somebody pays: it is spent now or later, and once. */
  @JCStressTest
  @Outcome(id = "true, false", expect = ACCEPTABLE, desc = "Earned first, spent at once.")
  @Outcome(id = "false, true", expect = ACCEPTABLE, desc = "Refused first, spent later.")
  @Outcome(expect = FORBIDDEN, desc = "What was earned is lost or doubled.")
  @State
  public static class EarnVersusSpend {
    private final BudgetAccount account =
        new BudgetAccount(AttemptBudget.ofCalls(1).minPerSecond(0), 0);

    @Actor
    public void actor1() {
      account.earn();
    }

    @Actor
    public void actor2(ZZ_Result result) {
      result.r1 = account.spend(0);
    }

    @Arbiter
    public void arbiter(ZZ_Result result) {
      result.r2 = account.spend(0);
    }
  }

  /** Clocks are read in another order than payments are made: time is counted once. */
  @JCStressTest
  @Outcome(id = "true, true, false", expect = ACCEPTABLE, desc = "In the order of their readings.")
  @Outcome(id = "false, true, false", expect = ACCEPTABLE, desc = "The later reading came first.")
  @Outcome(expect = FORBIDDEN, desc = "The time between was counted twice or not.")
  @State
  public static class LateReading {
    private static final long SECOND = 1_000_000_000;

    private final BudgetAccount account =
        new BudgetAccount(AttemptBudget.ofCalls(0.1).minPerSecond(0.2), 0);

    @Actor
    public void actor1(ZZZ_Result result) {
      result.r1 = account.spend(0);
    }

    @Actor
    public void actor2(ZZZ_Result result) {
      result.r2 = account.spend(5 * SECOND);
    }

    @Arbiter
    public void arbiter(ZZZ_Result result) {
      result.r3 = account.spend(5 * SECOND);
    }
  }
}
