// SPDX-License-Identifier: Apache-2.0
package io.switchgear.core.internal;

import io.switchgear.core.AttemptBudget;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.LongAdder;

/**
 * What a policy has to spend of its {@link AttemptBudget}: the shell around {@code BudgetState}, a
 * striped count of calls, and compare-and-set.
 */
public final class BudgetAccount {
  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(BudgetAccount.class, "state", BudgetState.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final AttemptBudget budget;
  private final LongAdder calls = new LongAdder();

  private volatile BudgetState state;

  /**
   * An account with the floor saved up and nothing earned.
   *
   * @param budget what calls earn
   * @param nowNanos the time
   */
  public BudgetAccount(AttemptBudget budget, long nowNanos) {
    this.budget = budget;
    this.state = BudgetState.begin(budget, nowNanos);
  }

  /** A call has earned its share. */
  public void earn() {
    calls.increment();
  }

  /**
   * Pays for a further attempt.
   *
   * @param nowNanos the time
   * @return false when there is nothing to pay with
   */
  public boolean spend(long nowNanos) {
    if (budget.isUnlimited()) {
      return true;
    }
    while (true) {
      BudgetState before = state;
      BudgetState now = before.at(nowNanos, calls.sum(), budget);
      BudgetState after = now.spend();
      // A refusal is written down as well, so that what is earned later isn't taken for older.
      boolean written = STATE.compareAndSet(this, before, after == null ? now : after);
      if (written || after == null) {
        return after != null;
      }
    }
  }
}
