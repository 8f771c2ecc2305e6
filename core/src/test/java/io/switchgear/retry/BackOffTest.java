// SPDX-License-Identifier: Apache-2.0
package io.switchgear.retry;

import static java.time.Duration.ofDays;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofNanos;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.switchgear.core.RandomSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BackOffTest {
  private static final List<Duration> BASES =
      List.of(ofNanos(1), ofNanos(999), ofMillis(1), ofMillis(200), ofSeconds(7), ofDays(1));
  private static final List<RandomSource> DRAWS =
      List.of(RandomSource.seeded(1), () -> 0, () -> Math.nextDown(1.0));

  /** Each kind of back-off with each kind of jitter that it has, at its default and a far cap. */
  private static Stream<BackOff> all() {
    List<BackOff> all = new ArrayList<>();
    for (Duration base : BASES) {
      for (BackOff grown : List.of(BackOff.exponential(base), BackOff.decorrelated(base))) {
        all.add(grown);
        all.add(grown.withMultiplier(100).upTo(ofDays(366).minusNanos(1)));
      }
      all.add(BackOff.fixed(base));
    }
    return all.stream().flatMap(BackOffTest::jittered);
  }

  private static Stream<BackOff> jittered(BackOff backOff) {
    return backOff.kind() == BackOff.Kind.DECORRELATED
        ? Stream.of(backOff)
        : Stream.of(Jitter.values()).map(backOff::withJitter);
  }

  @ParameterizedTest
  @MethodSource("all")
  void nanosAfter_drawsFromChanceOnceForAJitterAndNotWithoutOne(BackOff backOff) {
    AtomicInteger drawn = new AtomicInteger();
    boolean varies = backOff.kind() == BackOff.Kind.DECORRELATED || backOff.jitter() != Jitter.NONE;

    long nanos =
        backOff.nanosAfter(
            1,
            0,
            () -> {
              drawn.incrementAndGet();
              return 0.5;
            });

    assertThat(nanos).isNotNegative();
    assertThat(drawn).hasValue(varies ? 1 : 0);
  }

  @ParameterizedTest
  @MethodSource("all")
  void caseT9_anyAttempt_staysWithinZeroAndTheMaximum(BackOff backOff) {
    long max = backOff.max().toNanos();
    for (RandomSource random : DRAWS) {
      long previous = 0;
      for (int attempt = 0; attempt <= 5_000; attempt++) {
        previous = backOff.nanosAfter(attempt, previous, random);
        assertThat(previous >= 0 && previous <= max)
            .as("%s after attempt %s", previous, attempt)
            .isTrue();
      }
    }
  }

  private static Stream<BackOff> random() {
    return Stream.of(
        BackOff.exponential(ofMillis(200)),
        BackOff.exponential(ofMillis(200)).withJitter(Jitter.EQUAL),
        BackOff.fixed(ofSeconds(5)).withJitter(Jitter.FULL),
        BackOff.fixed(ofSeconds(5)).withJitter(Jitter.EQUAL),
        BackOff.decorrelated(ofMillis(200)));
  }

  @ParameterizedTest
  @MethodSource("random")
  void caseT9_saturated_almostAllDrawsDiffer(BackOff backOff) {
    RandomSource random = RandomSource.seeded(7);
    Set<Long> draws = new HashSet<>();

    for (int i = 0; i < 1_000; i++) {
      draws.add(backOff.nanosAfter(100, backOff.max().toNanos(), random));
    }

    assertThat(draws).hasSizeGreaterThanOrEqualTo(900);
  }

  @Test
  void exponential_withoutJitter_doublesUpToTheMaximum() {
    BackOff backOff = BackOff.exponential(ofMillis(200)).withJitter(Jitter.NONE);

    assertThat(millis(backOff)).containsExactly(200L, 400L, 800L, 1600L, 3200L, 5000L, 5000L);
  }

  @Test
  void exponential_otherMultiplierAndMaximum_growsSo() {
    BackOff backOff = BackOff.exponential(ofMillis(10)).withMultiplier(3).upTo(ofMillis(500));

    assertThat(millis(backOff.withJitter(Jitter.NONE)))
        .containsExactly(10L, 30L, 90L, 270L, 500L, 500L, 500L);
  }

  @Test
  void exponential_firstAboveTheDefaultMaximum_isTheMaximum() {
    assertThat(BackOff.exponential(ofSeconds(9)).max()).isEqualTo(ofSeconds(9));
  }

  private static List<Long> millis(BackOff backOff) {
    List<Long> waits = new ArrayList<>();
    for (int attempt = 1; attempt <= 7; attempt++) {
      waits.add(backOff.nanosAfter(attempt, 0, RandomSource.seeded(1)) / 1_000_000);
    }
    return waits;
  }

  @Test
  void jitter_draw_isSpreadOverItsRange() {
    BackOff backOff = BackOff.exponential(ofMillis(200));

    assertThat(backOff.nanosAfter(2, 0, () -> 0.25)).isEqualTo(100_000_000);
    assertThat(backOff.nanosAfter(2, 0, () -> 0)).isZero();
    assertThat(backOff.withJitter(Jitter.EQUAL).nanosAfter(2, 0, () -> 0)).isEqualTo(200_000_000);
    assertThat(backOff.withJitter(Jitter.EQUAL).nanosAfter(2, 0, () -> 0.5)).isEqualTo(300_000_000);
  }

  @Test
  void decorrelated_draw_isBetweenTheFirstAndThreeTimesThePrevious() {
    BackOff backOff = BackOff.decorrelated(ofMillis(200));

    assertThat(backOff.nanosAfter(1, 0, () -> 0)).isEqualTo(200_000_000);
    assertThat(backOff.nanosAfter(1, 0, () -> 0.5)).isEqualTo(400_000_000);
    assertThat(backOff.nanosAfter(2, 400_000_000, () -> 0.5)).isEqualTo(700_000_000);
    assertThat(backOff.nanosAfter(9, 5_000_000_000L, () -> 0.5)).isEqualTo(2_600_000_000L);
  }

  @Test
  void settings_outOfRange_areRefusedWithTheValue() {
    assertThatThrownBy(() -> BackOff.exponential(Duration.ZERO))
        .hasMessage("exponential must be from 1 ns to 366 days, but is PT0S");
    assertThatThrownBy(() -> BackOff.fixed(ofDays(367)))
        .hasMessage("fixed must be from 1 ns to 366 days, but is PT8808H");
    assertThatThrownBy(() -> BackOff.exponential(ofSeconds(2)).upTo(ofSeconds(1)))
        .hasMessage("upTo must be at least PT2S, but is PT1S");
    assertThatThrownBy(() -> BackOff.exponential(ofSeconds(2)).withMultiplier(Double.NaN))
        .hasMessage("multiplier must be from 1 to 100, but is NaN");
  }

  @Test
  void settings_atTheEdgeOfTheirRange_areTaken() {
    assertThat(BackOff.fixed(ofDays(366)).max()).isEqualTo(ofDays(366));
    assertThat(BackOff.exponential(ofSeconds(2)).upTo(ofSeconds(2)).max()).isEqualTo(ofSeconds(2));
    assertThat(millis(BackOff.exponential(ofMillis(2)).withMultiplier(1).withJitter(Jitter.NONE)))
        .containsOnly(2L);
    assertThat(
            BackOff.exponential(ofMillis(1))
                .withMultiplier(100)
                .withJitter(Jitter.NONE)
                .nanosAfter(2, 0, () -> 0))
        .isEqualTo(100_000_000);
    assertThatThrownBy(() -> BackOff.exponential(ofSeconds(2)).withMultiplier(Math.nextUp(100.0)))
        .hasMessageStartingWith("multiplier must be from 1 to 100");
  }

  @Test
  void nanosAfter_drawsOnceAtMost() {
    int[] draws = {0};
    RandomSource counting =
        () -> {
          draws[0]++;
          return 0.5;
        };

    BackOff.fixed(ofSeconds(1)).withJitter(Jitter.NONE).nanosAfter(1, 0, counting);
    assertThat(draws[0]).isZero();
    BackOff.decorrelated(ofSeconds(1)).nanosAfter(1, 0, counting);
    assertThat(draws[0]).isEqualTo(1);
  }

  @Test
  void settings_thatMakeNoSense_areRefusedWithASentence() {
    assertThatThrownBy(() -> BackOff.fixed(ofSeconds(1)).upTo(ofSeconds(2)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("a retry that is fixed(PT1S) has no maximum");
    assertThatThrownBy(() -> BackOff.never().withMultiplier(2))
        .hasMessage("a retry that is never() has no multiplier");
    assertThatThrownBy(() -> BackOff.never().withJitter(Jitter.FULL))
        .hasMessage("a retry that is never() has no jitter");
    assertThatThrownBy(() -> BackOff.decorrelated(ofSeconds(1)).withJitter(Jitter.NONE))
        .hasMessage(
            "a retry that is decorrelated(PT1S to PT5S) is left to chance already and has no"
                + " jitter of its own");
  }
}
