// SPDX-License-Identifier: Apache-2.0
package io.switchgear.core.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.core.AttemptBudget;
import io.switchgear.testkit.SeededSequences;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Random calls and times: what is spent stays within what the budget's definition gives. */
class BudgetProperties {
  @Test
  void randomCallsAndTime_budgetNeverExceedsEarningsAndFloor() {
    SeededSequences.of(BudgetProperties::load).check(Account::play);
  }

  /** Calls that succeed, then time that passes, then attempts to spend. */
  private record Load(int calls, int passedMillis, int spending) {}

  private static Load load(SplittableRandom random) {
    return new Load(random.nextInt(50), random.nextInt(3_000), random.nextInt(12));
  }

  /** An account beside the bounds that its definition gives. */
  private static final class Account {
    private static final double RATIO = 0.1;
    private static final double MIN_PER_SECOND = 0.5;

    private final AttemptBudget budget = AttemptBudget.ofCalls(RATIO).minPerSecond(MIN_PER_SECOND);
    private final BudgetAccount account = new BudgetAccount(budget, 0);
    private long nowNanos;
    private int calls;
    private int spent;

    static void play(List<Load> loads) {
      Account account = new Account();
      loads.forEach(account::add);
    }

    private void add(Load load) {
      nowNanos += Duration.ofMillis(load.passedMillis()).toNanos();
      earn(load.calls());
      boolean refused = false;
      for (int i = 0; i < load.spending(); i++) {
        boolean paid = account.spend(nowNanos);
        assertThat(paid && refused).as("a refusal stands until something is earned").isFalse();
        refused = !paid;
        spent += paid ? 1 : 0;
      }
      double floor = MIN_PER_SECOND * (5 + nowNanos / 1e9);
      assertThat((double) spent).isLessThanOrEqualTo(RATIO * calls + floor + 1e-6);
      if (load.calls() == 0 && refused) {
        // All that follows a refusal at the same moment is new, and fades by nothing.
        earn(21);
        assertThat(account.spend(nowNanos)).isTrue();
        assertThat(account.spend(nowNanos)).isTrue();
        spent += 2;
      }
    }

    private void earn(int number) {
      calls += number;
      for (int i = 0; i < number; i++) {
        account.earn();
      }
    }
  }
}
