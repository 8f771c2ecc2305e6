// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import static io.switchgear.testkit.Calls.failTimes;
import static io.switchgear.testkit.Calls.succeedTimes;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.switchgear.core.Assessment;
import io.switchgear.core.LoggedErrors;
import io.switchgear.core.RandomSource;
import io.switchgear.core.Verdict;
import io.switchgear.testkit.VirtualTime;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CoolDownTest {
  private final VirtualTime time = new VirtualTime();
  private final CircuitBreakerConfig settings = CircuitBreaker.named("erp").time(time);

  @Test
  void growing_doublesWithEachFailedTrialUpToTheMaximum() {
    CircuitBreaker breaker =
        settings.coolDown(CoolDown.growing(ofSeconds(30), ofSeconds(120))).build();

    failTimes(breaker, 5);
    assertThat(waitOf(breaker)).isEqualTo(ofSeconds(30));
    for (long seconds : new long[] {60, 120, 120}) {
      time.advance(waitOf(breaker));
      failTimes(breaker, 1);
      assertThat(waitOf(breaker)).isEqualTo(ofSeconds(seconds));
    }
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "0.2, 3"})
  void nanos_drawsFromChanceOnceForAJitterAndNotWithoutOne(double jitter, int draws) {
    AtomicInteger drawn = new AtomicInteger();
    RandomSource chance =
        () -> {
          drawn.incrementAndGet();
          return 0.5;
        };
    CoolDown growing = CoolDown.growing(ofSeconds(30), ofSeconds(120));
    CoolDown coolDown = jitter == 0 ? growing : growing.jitter(jitter);

    for (int opening = 0; opening < 3; opening++) {
      assertThat(coolDown.nanos(opening, chance)).isPositive();
    }

    assertThat(drawn).hasValue(draws);
  }

  @Test
  void growing_tripSoonAfterClosing_goesOnGrowing() {
    CircuitBreaker breaker =
        settings.coolDown(CoolDown.growing(ofSeconds(30), ofSeconds(120))).build();
    failTimes(breaker, 5);
    time.advance(ofSeconds(30));
    succeedTimes(breaker, 1);

    time.advance(ofMinutes(5).minusNanos(1));
    failTimes(breaker, 5);

    assertThat(waitOf(breaker)).isEqualTo(ofSeconds(60));
  }

  @Test
  void growing_afterAHealthyStretch_beginsAgain() {
    CircuitBreaker breaker =
        settings.coolDown(CoolDown.growing(ofSeconds(30), ofSeconds(120))).build();
    failTimes(breaker, 5);
    time.advance(ofSeconds(30));
    succeedTimes(breaker, 1);

    time.advance(ofMinutes(5));
    failTimes(breaker, 5);

    assertThat(waitOf(breaker)).isEqualTo(ofSeconds(30));
  }

  @Test
  void growing_reset_beginsAgain() {
    CircuitBreaker breaker =
        settings.coolDown(CoolDown.growing(ofSeconds(30), ofSeconds(120))).build();
    failTimes(breaker, 5);
    time.advance(ofSeconds(30));
    failTimes(breaker, 1);

    breaker.reset(Directive.by("ana"));
    failTimes(breaker, 5);

    assertThat(waitOf(breaker)).isEqualTo(ofSeconds(30));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 10, 1_000, Integer.MAX_VALUE})
  void growing_anyNumberOfOpenings_staysWithinBounds(int openings) {
    CoolDown coolDown =
        CoolDown.growing(Duration.ofMillis(1), Duration.ofDays(366)).multiplier(100);

    long nanos = coolDown.nanos(openings, RandomSource.seeded(1));

    assertThat(nanos).isBetween(1_000_000L, Duration.ofDays(366).toNanos());
  }

  @Test
  void jitter_onlyLengthens_andSpreads() {
    CoolDown coolDown = CoolDown.fixed(ofSeconds(10)).jitter(0.5);
    RandomSource random = RandomSource.seeded(1);
    Set<Long> seen = new HashSet<>();

    for (int i = 0; i < 1_000; i++) {
      long nanos = coolDown.nanos(0, random);
      assertThat(nanos).isBetween(ofSeconds(10).toNanos(), ofSeconds(15).toNanos());
      seen.add(nanos);
    }

    assertThat(seen).hasSizeGreaterThan(990);
  }

  @Test
  void jitter_chanceThatThrows_opensWithoutIt() {
    CoolDown coolDown = CoolDown.fixed(ofSeconds(10)).jitter(0.5);
    RandomSource broken =
        () -> {
          throw new StackOverflowError("no chance");
        };
    CircuitBreaker breaker = settings.coolDown(coolDown).random(broken).build();

    try (LoggedErrors logged = new LoggedErrors(CircuitBreaker.class)) {
      failTimes(breaker, 5);

      assertThat(logged.lines())
          .containsExactly("A source of chance failed, so there is no jitter: no chance");
    }
    assertThat(waitOf(breaker)).isEqualTo(ofSeconds(10));
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1, 1, 1e300, Double.NaN})
  void jitter_chanceOutOfRange_opensWithoutIt(double drawn) {
    CoolDown coolDown = CoolDown.fixed(ofSeconds(10)).jitter(0.5);
    CircuitBreaker breaker = settings.coolDown(coolDown).random(() -> drawn).build();

    try (LoggedErrors logged = new LoggedErrors(CircuitBreaker.class)) {
      failTimes(breaker, 5);

      assertThat(logged.lines())
          .containsExactly("A source of chance gave " + drawn + ", so there is no jitter");
    }
    assertThat(waitOf(breaker)).isEqualTo(ofSeconds(10));
  }

  @Test
  void jitter_chanceOfZero_isNotBroken() {
    CoolDown coolDown = CoolDown.fixed(ofSeconds(10)).jitter(0.5);
    CircuitBreaker breaker = settings.coolDown(coolDown).random(() -> 0).build();

    try (LoggedErrors logged = new LoggedErrors(CircuitBreaker.class)) {
      failTimes(breaker, 5);

      assertThat(logged.lines()).isEmpty();
    }
    assertThat(waitOf(breaker)).isEqualTo(ofSeconds(10));
  }

  @Test
  void retryAfter_longerThanMillisecondsCanTell_opensAndOpensAgain() {
    Duration endless = Duration.ofSeconds(Long.MAX_VALUE, 1);
    CircuitBreaker breaker = settings.trustRetryAfter(ofMinutes(5)).build();

    failTimes(breaker, 4);
    failAndAskFor(breaker, endless);
    Duration first = waitOf(breaker);
    time.advance(first);
    failAndAskFor(breaker, endless);

    assertThat(first).isEqualTo(ofMinutes(5));
    assertThat(waitOf(breaker)).isEqualTo(ofMinutes(5));
    assertThat(breaker.state()).isEqualTo(CircuitState.OPEN);
  }

  @Test
  void retryAfter_trusted_keepsOpenAsLongAsAsked() {
    CircuitBreaker breaker = settings.trustRetryAfter(ofMinutes(5)).build();

    failTimes(breaker, 4);
    failAndAskFor(breaker, ofSeconds(90));

    assertThat(waitOf(breaker)).isEqualTo(ofSeconds(90));
    time.advance(ofSeconds(90));
    failAndAskFor(breaker, Duration.ofHours(1));
    assertThat(waitOf(breaker)).isEqualTo(ofMinutes(5));
    time.advance(ofMinutes(5));
    failAndAskFor(breaker, ofSeconds(1));
    assertThat(waitOf(breaker)).isEqualTo(ofSeconds(30));
  }

  @Test
  void retryAfter_byDefault_changesNothing() {
    CircuitBreaker breaker = settings.build();

    failTimes(breaker, 4);
    failAndAskFor(breaker, ofSeconds(90));

    assertThat(waitOf(breaker)).isEqualTo(ofSeconds(30));
  }

  @Test
  void limits_areInRange() {
    CoolDown steady = CoolDown.growing(ofSeconds(1), ofSeconds(1));

    assertThat(steady.max()).isEqualTo(ofSeconds(1));
    assertThat(steady.multiplier(1).first()).isEqualTo(ofSeconds(1));
    assertThat(steady.multiplier(100).first()).isEqualTo(ofSeconds(1));
  }

  @Test
  void coolDown_saysWhatItIs() {
    assertThat(CoolDown.fixed(ofSeconds(1))).hasToString("PT1S");
    assertThat(CoolDown.growing(ofSeconds(1), ofSeconds(60)).jitter(0.25))
        .hasToString("PT1S to PT1M with up to 25 % jitter");
  }

  @Test
  void outOfRange_namesArgumentAndValue() {
    assertThatThrownBy(() -> CoolDown.fixed(Duration.ZERO))
        .hasMessage("duration must be from 1 ms to 366 days, but is PT0S");
    assertThatThrownBy(() -> CoolDown.growing(ofSeconds(2), ofSeconds(1)))
        .hasMessage("max must be at least PT2S, but is PT1S");
    assertThatThrownBy(() -> CoolDown.fixed(ofSeconds(1)).multiplier(0.9))
        .hasMessage("multiplier must be from 1 to 100, but is 0.9");
    assertThatThrownBy(() -> CoolDown.fixed(ofSeconds(1)).multiplier(100.5))
        .hasMessage("multiplier must be from 1 to 100, but is 100.5");
    assertThatThrownBy(() -> CoolDown.fixed(ofSeconds(1)).jitter(1.1))
        .hasMessage("jitter must be above 0 and at most 1, but is 1.1");
  }

  private static Duration waitOf(CircuitBreaker breaker) {
    return breaker.snapshot().retryAfter().orElseThrow();
  }

  private static void failAndAskFor(CircuitBreaker breaker, Duration wait) {
    ((Permit) breaker.admit()).settle(Assessment.of(Verdict.FAILURE).retryAfter(wait));
  }
}
