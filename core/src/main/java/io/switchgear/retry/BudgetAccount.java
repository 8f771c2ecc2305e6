// SPDX-License-Identifier: Apache-2.0
package io.switchgear.retry;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.LongAdder;

/** The shell around {@link BudgetState}: a striped count of calls, and compare-and-set. */
final class BudgetAccount {
  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(BudgetAccount.class, "state", BudgetState.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final RetryBudget budget;
  private final LongAdder calls = new LongAdder();

  private volatile BudgetState state;

  BudgetAccount(RetryBudget budget, long nowNanos) {
    this.budget = budget;
    this.state = BudgetState.begin(budget, nowNanos);
  }

  /** A call has succeeded at its first attempt. */
  void earn() {
    calls.increment();
  }

  /** Pays for a retry, if there is something to pay with. */
  boolean spend(long nowNanos) {
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
