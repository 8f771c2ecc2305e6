// SPDX-License-Identifier: Apache-2.0
package io.switchgear.retry;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.switchgear.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryBudgetTest {
  private static final RetryBudget NO_FLOOR = RetryBudget.ofCalls(0.1).minPerSecond(0);

  private final VirtualTime time = new VirtualTime();

  @Test
  void spend_withoutFloor_aTenthOfTheCallsThatSucceeded() {
    BudgetAccount account = new BudgetAccount(NO_FLOOR, 0);

    earn(account, 30);

    assertThat(spendAll(account)).isEqualTo(3);
  }

  @Test
  void spend_floorOnly_savesUpFiveSecondsAndThenOneEachSecond() {
    BudgetAccount account = new BudgetAccount(RetryBudget.standard(), 0);

    assertThat(spendAll(account)).isEqualTo(5);
    time.advance(ofSeconds(1));
    assertThat(spendAll(account)).isEqualTo(1);
    time.advance(ofSeconds(60));
    assertThat(spendAll(account)).isEqualTo(5);
  }

  @Test
  void spend_smallFloor_isOneNowAndThen() {
    BudgetAccount account = new BudgetAccount(RetryBudget.standard().minPerSecond(0.1), 0);

    assertThat(spendAll(account)).isEqualTo(1);
    time.advance(ofSeconds(9));
    assertThat(spendAll(account)).isZero();
    time.advance(ofSeconds(1));
    assertThat(spendAll(account)).isEqualTo(1);
  }

  @Test
  void spend_earnedAndFloor_isTheLargerAndNotTheSum() {
    BudgetAccount account = new BudgetAccount(RetryBudget.standard(), 0);

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

  @ParameterizedTest
  @CsvSource({"20, 1.0", "20, 0.5", "100, 1.0", "100, 0.5", "100, 0.2", "100, 0.12", "100, 0.05"})
  void outage_withBudget_amplifiesByATenthAtMost(int callsPerSecond, double failing) {
    for (long seed = 1; seed <= 3; seed++) {
      Outage outage = new Outage(RetryBudget.standard(), callsPerSecond, failing, seed);

      assertThat(outage.amplification()).as("seed %s", seed).isLessThanOrEqualTo(1.1);
      assertThat(outage.retries()).as("seed %s", seed).isPositive();
    }
  }

  @Test
  void outage_withoutBudget_multipliesTheLoad() {
    Outage outage = new Outage(RetryBudget.unlimited(), 100, 1, 1);

    assertThat(outage.amplification()).isGreaterThan(2.9);
  }

  @Test
  void blip_shortAfterHealthyTraffic_isRetriedFromWhatWasEarned() {
    Outage blip = new Outage(RetryBudget.standard(), 100, 0.2, 1, ofSeconds(1));

    assertThat(blip.retries()).isPositive();
    assertThat(blip.ends(RetryEnd.BUDGET_USED_UP)).isZero();
  }

  @Test
  void settings_outOfRange_areRefusedWithTheValue() {
    assertThatThrownBy(() -> RetryBudget.ofCalls(0))
        .hasMessage("ratio must be above 0 and at most 1, but is 0.0");
    assertThatThrownBy(() -> RetryBudget.standard().minPerSecond(Double.NaN))
        .hasMessage("minPerSecond must be from 0 to 1,000,000, but is NaN");
    assertThat(RetryBudget.unlimited()).hasToString("unlimited");
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

  /** A minute of health, then calls of which a share fails; all numbers are of that time alone. */
  private static final class Outage {
    private final VirtualTime time = new VirtualTime();
    private final SplittableRandom random;
    private final Retry retry;
    private final List<RetryDecision> decisions = new ArrayList<>();
    private double failing;
    private int calls;
    private int attempts;

    Outage(RetryBudget budget, int callsPerSecond, double failing, long seed) {
      this(budget, callsPerSecond, failing, seed, Duration.ofMinutes(2));
    }

    Outage(RetryBudget budget, int callsPerSecond, double failing, long seed, Duration duration) {
      this.random = new SplittableRandom(seed);
      this.retry = Retry.named("erp").budget(budget).time(time).random(random::nextDouble).build();
      retry.onDecision(decisions::add);
      send(Duration.ofMinutes(1), callsPerSecond);
      calls = 0;
      attempts = 0;
      this.failing = failing;
      send(duration, callsPerSecond);
      time.advance(Duration.ofMinutes(1));
    }

    private void send(Duration duration, int callsPerSecond) {
      long endNanos = time.nanoTime() + duration.toNanos();
      while (time.nanoTime() < endNanos) {
        double seconds = -Math.log(1 - random.nextDouble()) / callsPerSecond;
        time.advance(Duration.ofNanos((long) (seconds * 1e9)));
        calls++;
        var unused = retry.callAsync(this::attempt);
      }
    }

    private CompletableFuture<String> attempt() {
      attempts++;
      if (random.nextDouble() < failing) {
        return CompletableFuture.failedFuture(new IllegalStateException("down"));
      }
      return CompletableFuture.completedFuture("ok");
    }

    long retries() {
      return decisions.stream().filter(RetryDecision::isRetry).count();
    }

    long ends(RetryEnd end) {
      return decisions.stream().filter(decision -> decision.end().equals(Optional.of(end))).count();
    }

    double amplification() {
      return (double) attempts / calls;
    }
  }
}
