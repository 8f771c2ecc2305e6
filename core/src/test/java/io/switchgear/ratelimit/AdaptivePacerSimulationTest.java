// SPDX-License-Identifier: Apache-2.0
package io.switchgear.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.core.Assessment;
import io.switchgear.core.Verdict;
import io.switchgear.ratelimit.LimiterModel.Bucket;
import io.switchgear.ratelimit.LimiterModel.Supply;
import io.switchgear.ratelimit.LimiterModel.Window;
import io.switchgear.testkit.VirtualTime;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/**
 * Sixteen workers post as fast as they may while the provider cuts its limit from 600 to 200 a
 * minute without a word, and lifts it again ten minutes later. Each answer takes 200 ms.
 */
class AdaptivePacerSimulationTest {
  private static final int WORKERS = 16;
  private static final int CUT_MINUTE = 5;
  private static final int LIFT_MINUTE = 15;
  private static final int MINUTES = 20;
  private static final Duration LATENCY = Duration.ofMillis(200);
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final VirtualTime time = new VirtualTime();
  private final AdaptivePacer pacer = AdaptivePacer.named("erp", 600, MINUTE).time(time).build();
  private final int[] accepted = new int[MINUTES];
  private final int[] refused = new int[MINUTES];

  /** When the rate last came back to 90 % of 600. */
  private long fullSpeedNanos;

  @Test
  void windowsWithRetryAfter_costFewRefusalsAndLeaveLittleUnused() {
    simulate(new Provider(true, true));

    assertRefusals(10, 2);
    assertLimitsAreUsed();
  }

  @Test
  void bucketWithoutAHint_costsFewRefusalsAndLeavesLittleUnused() {
    simulate(new Provider(false, false));

    assertRefusals(10, 2);
    assertLimitsAreUsed();
  }

  /** A window that is used up can only be found open again by asking: some calls are refused. */
  @Test
  void windowsWithoutAHint_areProbedWithLongerAndLongerPauses() {
    simulate(new Provider(true, false));

    assertRefusals(10, 8);
    assertLimitsAreUsed();
  }

  @Test
  void headers_tellOfTheCutBeforeAnyCallIsRefused() {
    Provider provider = new Provider(true, true);
    provider.sendsHeaders = true;

    simulate(provider);

    assertRefusals(0, 0);
    assertLimitsAreUsed();
  }

  private void assertRefusals(int inTheMinuteOfTheCut, int inEachLaterMinute) {
    assertThat(refused[CUT_MINUTE]).as(numbers()).isBetween(0, inTheMinuteOfTheCut);
    int[] later = Arrays.copyOfRange(refused, CUT_MINUTE + 1, MINUTES);
    assertThat(Arrays.stream(later).boxed())
        .as(numbers())
        .allMatch(count -> count <= inEachLaterMinute);
  }

  /** From two minutes after the cut, and from 90 s after the lift, 90 % of what is allowed. */
  private void assertLimitsAreUsed() {
    int[] afterTheCut = Arrays.copyOfRange(accepted, CUT_MINUTE + 2, LIFT_MINUTE);
    assertThat(Arrays.stream(afterTheCut).average().orElse(0))
        .as(numbers())
        .isBetween(180.0, 201.0);
    int[] afterTheLift = Arrays.copyOfRange(accepted, LIFT_MINUTE + 2, MINUTES);
    assertThat(Arrays.stream(afterTheLift).boxed()).as(numbers()).allMatch(count -> count >= 540);
    assertThat(fullSpeedNanos - MINUTE.toNanos() * LIFT_MINUTE)
        .as(numbers())
        .isLessThan(Duration.ofSeconds(90).toNanos());
  }

  private String numbers() {
    return "full speed at "
        + fullSpeedNanos / 1_000_000_000
        + " s, accepted "
        + Arrays.toString(accepted)
        + ", refused "
        + Arrays.toString(refused);
  }

  private void simulate(Provider provider) {
    for (int worker = 0; worker < WORKERS; worker++) {
      work(provider);
    }
    // The cut comes in the middle of one of the provider's windows.
    time.advance(MINUTE.multipliedBy(CUT_MINUTE));
    provider.limitTo(200);
    time.advance(MINUTE.multipliedBy(LIFT_MINUTE - CUT_MINUTE));
    provider.limitTo(600);
    time.advance(MINUTE.multipliedBy(MINUTES - LIFT_MINUTE).minusNanos(1));
  }

  /** One worker's call; when it has its answer, the next one follows. */
  private void work(Provider provider) {
    var unused =
        pacer.acquireAsync(Duration.ofHours(1)).thenAccept(admitted -> post(provider, admitted));
  }

  private void post(Provider provider, Decision admitted) {
    Assessment answer = provider.answer();
    int[] counted = answer.verdict() == Verdict.SUCCESS ? accepted : refused;
    counted[(int) (time.nanoTime() / MINUTE.toNanos())]++;
    ProviderQuota quota = provider.quota();
    var unused =
        time.schedule(
            LATENCY,
            () -> {
              boolean below = pacer.permits() < 540;
              pacer.onResult(admitted, answer);
              if (provider.sendsHeaders) {
                pacer.onQuota(quota);
              }
              fullSpeedNanos = below && pacer.permits() >= 540 ? time.nanoTime() : fullSpeedNanos;
              work(provider);
            });
  }

  /** Windows of a minute, or a bucket that gives at most 20 at once. */
  private final class Provider {
    private final boolean windows;
    private final boolean sendsRetryAfter;
    private boolean sendsHeaders;
    private int limit;
    private Supply supply;
    private long nowNanos;

    Provider(boolean windows, boolean sendsRetryAfter) {
      this.windows = windows;
      this.sendsRetryAfter = sendsRetryAfter;
      this.limit = 600;
      this.supply = supply(600);
      supply.advance(Duration.ofSeconds(25).toNanos());
    }

    private Supply supply(int limit) {
      return windows
          ? new Window(limit, MINUTE.toNanos())
          : new Bucket(20, MINUTE.toNanos() / limit);
    }

    void limitTo(int newLimit) {
      limit = newLimit;
      supply = supply(newLimit);
      supply.advance(Duration.ofSeconds(25).toNanos());
    }

    Assessment answer() {
      supply.advance(time.nanoTime() - nowNanos);
      nowNanos = time.nanoTime();
      long waitNanos = supply.waitNanos(1);
      if (waitNanos == 0) {
        supply.take(1);
        return Assessment.of(Verdict.SUCCESS);
      }
      Assessment refusal = Assessment.of(Verdict.THROTTLED);
      return sendsRetryAfter ? refusal.retryAfter(Duration.ofNanos(waitNanos)) : refusal;
    }

    ProviderQuota quota() {
      long resetNanos = supply.waitNanos(supply.remaining() + 1);
      return ProviderQuota.of(limit, supply.remaining(), Duration.ofNanos(resetNanos));
    }
  }
}
