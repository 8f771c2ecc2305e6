// SPDX-License-Identifier: Apache-2.0
package io.switchgear.retry;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.core.AttemptBudget;
import io.switchgear.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryBudgetTest {
  @ParameterizedTest
  @CsvSource({"20, 1.0", "20, 0.5", "100, 1.0", "100, 0.5", "100, 0.2", "100, 0.12", "100, 0.05"})
  void outage_withBudget_amplifiesByATenthAtMost(int callsPerSecond, double failing) {
    for (long seed = 1; seed <= 3; seed++) {
      Outage outage = new Outage(AttemptBudget.ofCalls(0.1), callsPerSecond, failing, seed);

      assertThat(outage.amplification()).as("seed %s", seed).isLessThanOrEqualTo(1.1);
      assertThat(outage.retries()).as("seed %s", seed).isPositive();
    }
  }

  @Test
  void outage_withoutBudget_multipliesTheLoad() {
    Outage outage = new Outage(AttemptBudget.unlimited(), 100, 1, 1);

    assertThat(outage.amplification()).isGreaterThan(2.9);
  }

  @Test
  void blip_shortAfterHealthyTraffic_isRetriedFromWhatWasEarned() {
    Outage blip = new Outage(AttemptBudget.ofCalls(0.1), 100, 0.2, 1, ofSeconds(1));

    assertThat(blip.retries()).isPositive();
    assertThat(blip.ends(RetryEnd.BUDGET_USED_UP)).isZero();
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

    Outage(AttemptBudget budget, int callsPerSecond, double failing, long seed) {
      this(budget, callsPerSecond, failing, seed, Duration.ofMinutes(2));
    }

    Outage(AttemptBudget budget, int callsPerSecond, double failing, long seed, Duration duration) {
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
