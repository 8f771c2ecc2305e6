// SPDX-License-Identifier: Apache-2.0
package io.switchgear.core.internal;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.switchgear.core.AttemptBudget;
import io.switchgear.testkit.VirtualTime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class BudgetAccountTest {
  private static final AttemptBudget NO_FLOOR = AttemptBudget.ofCalls(0.1).minPerSecond(0);

  private final VirtualTime time = new VirtualTime();

  @Test
  void spend_withoutFloor_aTenthOfTheCallsThatSucceeded() {
    BudgetAccount account = new BudgetAccount(NO_FLOOR, 0);

    earn(account, 30);

    assertThat(spendAll(account)).isEqualTo(3);
  }

  @Test
  void spend_nothingEarnedAndNoFloor_isRefused() {
    assertThat(new BudgetAccount(NO_FLOOR, 0).spend(0)).isFalse();
  }

  @Test
  void spend_unlimited_isNeverRefused() {
    BudgetAccount account = new BudgetAccount(AttemptBudget.unlimited(), 0);

    for (int i = 0; i < 1_000; i++) {
      assertThat(account.spend(time.nanoTime())).isTrue();
      time.advance(ofSeconds(1));
    }
  }

  @Test
  void spend_floorOnly_savesUpFiveSecondsAndThenOneEachSecond() {
    BudgetAccount account = new BudgetAccount(AttemptBudget.ofCalls(0.1), 0);

    assertThat(spendAll(account)).isEqualTo(5);
    time.advance(ofSeconds(1));
    assertThat(spendAll(account)).isEqualTo(1);
    time.advance(ofSeconds(60));
    assertThat(spendAll(account)).isEqualTo(5);
  }

  @Test
  void spend_smallFloor_isOneNowAndThen() {
    BudgetAccount account = new BudgetAccount(AttemptBudget.ofCalls(0.1).minPerSecond(0.1), 0);

    assertThat(spendAll(account)).isEqualTo(1);
    time.advance(ofSeconds(9));
    assertThat(spendAll(account)).isZero();
    time.advance(ofSeconds(1));
    assertThat(spendAll(account)).isEqualTo(1);
  }

  @Test
  void spend_earnedAndFloor_isTheLargerAndNotTheSum() {
    BudgetAccount account = new BudgetAccount(AttemptBudget.ofCalls(0.1), 0);

    earn(account, 80);

    assertThat(spendAll(account)).isEqualTo(8);
  }

  @Test
  void spend_afterAQuietHour_whatWasEarnedHasFaded() {
    BudgetAccount account = new BudgetAccount(NO_FLOOR, 0);
    earn(account, 1_000);
    assertThat(account.spend(time.nanoTime())).isTrue();

    time.advance(Duration.ofHours(1));

    assertThat(spendAll(account)).isZero();
  }

  @Test
  void at_evenCalls_comesToTheSameHoweverOftenItIsLookedAt() {
    BudgetState often = BudgetState.begin(NO_FLOOR, 0);
    BudgetState once = often;
    for (int second = 1; second <= 60; second++) {
      often = often.at(second * 1_000_000_000L, second * 100L, NO_FLOOR);
    }

    once = once.at(60_000_000_000L, 6_000, NO_FLOOR);

    assertThat(often.earned()).isCloseTo(once.earned(), within(1e-6));
    assertThat(once.earned()).isCloseTo(50, within(0.01));
  }

  @Test
  void at_clockAndCountOfASlowerThread_changeNothing() {
    BudgetState state = BudgetState.begin(NO_FLOOR, 0).at(1_000_000_000L, 100, NO_FLOOR);

    assertThat(state.at(5, 7, NO_FLOOR)).isEqualTo(state);
  }

  @Test
  void spend_manyThreads_neverMoreThanWasEarned() throws Exception {
    BudgetAccount account = new BudgetAccount(NO_FLOOR, 0);
    int threads = 4;
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    Callable<Integer> worker =
        () -> {
          int spent = 0;
          for (int i = 0; i < 10_000; i++) {
            account.earn();
            spent += account.spend(0) ? 1 : 0;
          }
          return spent;
        };

    int spent = spendAll(account);
    for (Future<Integer> end : pool.invokeAll(List.of(worker, worker, worker, worker))) {
      spent += end.get();
    }
    pool.shutdown();

    assertThat(spent + spendAll(account)).isBetween(threads * 1_000 - 1, threads * 1_000);
  }

  private static void earn(BudgetAccount account, int calls) {
    for (int i = 0; i < calls; i++) {
      account.earn();
    }
  }

  private int spendAll(BudgetAccount account) {
    int spent = 0;
    while (account.spend(time.nanoTime())) {
      spent++;
    }
    return spent;
  }
}
