// SPDX-License-Identifier: Apache-2.0
package io.switchgear.hedge;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.core.AttemptBudget;
import io.switchgear.testkit.SeededSequences;
import io.switchgear.testkit.VirtualTime;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class LearnedDelayTest {
  private static final long INITIAL_NANOS = 1_000_000_000;
  private static final double NANOS_PER_MILLI = 1e6;

  @Test
  void nanos_untilAHundredCallsAreKnown_isTheInitialDelay() {
    LearnedDelay delay = new LearnedDelay(0.05, INITIAL_NANOS);

    for (int i = 0; i < 99; i++) {
      delay.observe(10_000_000);
    }
    assertThat(delay.nanos()).isEqualTo(INITIAL_NANOS);
    delay.observe(10_000_000);

    assertThat(delay.nanos()).isBetween(10_000_000L, 10_625_000L);
  }

  @Test
  void nanos_rareShare_waitsForFiveOfTheSlowest() {
    LearnedDelay delay = new LearnedDelay(0.01, INITIAL_NANOS);

    for (int i = 0; i < 499; i++) {
      delay.observe(10_000_000);
    }
    assertThat(delay.nanos()).isEqualTo(INITIAL_NANOS);
    delay.observe(10_000_000);

    assertThat(delay.nanos()).isLessThan(INITIAL_NANOS);
  }

  @Test
  void nanos_windowIsFull_theNextOneCountsFromItsFirstCallsOn() {
    LearnedDelay delay = new LearnedDelay(0.05, INITIAL_NANOS);

    observe(delay, 1_000, 10);
    observe(delay, 60, 100);

    assertThat(delay.nanos()).as("60 of 1,060 were slow").isGreaterThan(100_000_000);
  }

  @Test
  void nanos_rareShare_isLookedForInALongerWindow() {
    LearnedDelay delay = new LearnedDelay(0.01, INITIAL_NANOS);

    observe(delay, 1_000, 100);
    observe(delay, 2_000, 10);

    assertThat(delay.nanos()).as("1,000 of 3,000 were slow").isGreaterThan(100_000_000);
  }

  private static void observe(LearnedDelay delay, int calls, int millis) {
    for (int i = 0; i < calls; i++) {
      delay.observe(millis * 1_000_000L);
    }
  }

  @Test
  void nanos_callsOfMicroseconds_isAMillisecond() {
    LearnedDelay delay = new LearnedDelay(0.05, INITIAL_NANOS);

    for (int i = 0; i < 100; i++) {
      delay.observe(0);
    }

    assertThat(delay.nanos()).isEqualTo(1_000_000);
  }

  /** Latencies in milliseconds, as the inverse of their distribution function. */
  private enum Latency {
    UNIFORM(q -> 10 + 90 * q, x -> (x - 10) / 90),
    EXPONENTIAL(q -> -50 * Math.log(1 - q), x -> 1 - Math.exp(-x / 50)),
    PARETO(q -> 20 / Math.pow(1 - q, 0.5), x -> 1 - Math.pow(20 / x, 2));

    private final DoubleUnaryOperator inverse;
    private final DoubleUnaryOperator distribution;

    Latency(DoubleUnaryOperator inverse, DoubleUnaryOperator distribution) {
      this.inverse = inverse;
      this.distribution = distribution;
    }

    long drawNanos(SplittableRandom random) {
      return (long) (inverse.applyAsDouble(random.nextDouble()) * NANOS_PER_MILLI);
    }

    double shareSlowerThan(long nanos) {
      return 1 - Math.min(1, distribution.applyAsDouble(nanos / NANOS_PER_MILLI));
    }
  }

  @ParameterizedTest
  @EnumSource
  void nanos_knownDistribution_theShareThatIsSlowerIsTheOneAskedFor(Latency latency) {
    for (double ratio : List.of(0.2, 0.05, 0.01)) {
      LearnedDelay delay = new LearnedDelay(ratio, INITIAL_NANOS);
      SplittableRandom random = new SplittableRandom(1);
      for (int i = 0; i < 20_000; i++) {
        delay.observe(latency.drawNanos(random));
      }

      // The end of a bucket is up to 1/16 late, and a window holds 50 of the slowest or more.
      long earliest = (long) (delay.nanos() / (1 + 1.0 / 16));
      assertThat(latency.shareSlowerThan(delay.nanos())).isLessThan(ratio * 1.45);
      assertThat(latency.shareSlowerThan(earliest)).isGreaterThan(ratio * 0.55);
    }
  }

  @ParameterizedTest
  @CsvSource({"4.0", "0.25"})
  void nanos_distributionShifts_isLearnedAnewWithinTwoWindows(double factor) {
    LearnedDelay delay = new LearnedDelay(0.05, INITIAL_NANOS);
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 10_500; i++) {
      delay.observe(Latency.EXPONENTIAL.drawNanos(random));
    }
    long before = delay.nanos();

    for (int i = 0; i < 2_000; i++) {
      delay.observe((long) (factor * Latency.EXPONENTIAL.drawNanos(random)));
    }

    assertThat((double) delay.nanos() / before).isBetween(0.75 * factor, 1.25 * factor);
  }

  @Test
  void randomTimes_quantileIsWithinASixteenthOfTheExactOne() {
    SeededSequences.of(random -> (long) Math.pow(2, 10 + 35 * random.nextDouble()))
        .maxLength(300)
        .check(LearnedDelayTest::quantileIsClose);
  }

  private static void quantileIsClose(List<Long> times) {
    LatencyWindow one = new LatencyWindow();
    LatencyWindow other = new LatencyWindow();
    for (int i = 0; i < times.size(); i++) {
      var unused = (i % 3 == 0 ? one : other).add(times.get(i));
    }
    long[] sorted = times.stream().mapToLong(Long::longValue).sorted().toArray();
    for (double ratio : List.of(0.5, 0.1, 0.01)) {
      int allowed = (int) (ratio * sorted.length);
      long exact = sorted[sorted.length - 1 - allowed];

      long quantile = LatencyWindow.quantileNanos(one, other, ratio);

      assertThat(quantile).isBetween(exact, exact + exact / 16 + 1);
    }
  }

  /**
   * The loop is closed: what the hedge cancels, it never sees the end of. Were those calls left
   * out, the delay would shrink with each window.
   */
  @Test
  void callAsync_longRun_hedgesTheShareAskedForAndNoMore() {
    VirtualTime time = new VirtualTime();
    SplittableRandom random = new SplittableRandom(1);
    Hedge hedge =
        Hedge.named("rates")
            .afterSlowest(0.05)
            .idempotent(true)
            .budget(AttemptBudget.unlimited())
            .time(time)
            .build();
    AtomicInteger attempts = new AtomicInteger();
    int calls = 20_000;

    for (int i = 0; i < 2 * calls; i++) {
      if (i == calls) {
        attempts.set(0);
      }
      var unused =
          hedge.callAsync(
              () -> {
                attempts.incrementAndGet();
                CompletableFuture<String> attempt = new CompletableFuture<>();
                Duration latency = Duration.ofNanos(Latency.EXPONENTIAL.drawNanos(random));
                var timer = time.schedule(latency, () -> attempt.complete("ok"));
                return attempt.whenComplete((result, error) -> timer.cancel());
              });
      time.advance(ofSeconds(10));
    }

    assertThat((double) attempts.get() / calls - 1).isBetween(0.035, 0.055);
    assertThat(hedge.delay()).isBetween(ofMillis(140), ofMillis(175));
  }

  @Test
  void callAsync_slowSpell_loadGrowsByNoMoreThanTheBudget() {
    VirtualTime time = new VirtualTime();
    Hedge hedge = Hedge.named("rates").after(ofMillis(100)).idempotent(true).time(time).build();
    AtomicInteger attempts = new AtomicInteger();
    int calls = 60 * 100;

    for (int i = 0; i < calls; i++) {
      var unused =
          hedge.callAsync(
              () -> {
                attempts.incrementAndGet();
                CompletableFuture<String> attempt = new CompletableFuture<>();
                var timer = time.schedule(ofSeconds(1), () -> attempt.complete("slow"));
                return attempt.whenComplete((result, error) -> timer.cancel());
              });
      time.advance(ofMillis(10));
    }
    time.advance(ofMinutes(1));

    assertThat((double) attempts.get() / calls).isBetween(1.01, 1.06);
    assertThat(time.scheduledTasks()).isZero();
  }
}
