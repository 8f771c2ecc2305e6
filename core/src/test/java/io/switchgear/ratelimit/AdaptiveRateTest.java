// SPDX-License-Identifier: Apache-2.0
package io.switchgear.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.switchgear.core.Assessment;
import io.switchgear.core.Verdict;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rules of the pace, one decision each. */
class AdaptiveRateTest {
  private static final long SECOND = Duration.ofSeconds(1).toNanos();
  private static final long MINUTE = 60 * SECOND;
  private static final long HOUR = 60 * MINUTE;
  private static final Assessment OK = Assessment.of(Verdict.SUCCESS);
  private static final Assessment THROTTLED = Assessment.of(Verdict.THROTTLED);

  /** Steps come every 5 s. */
  private static final AdaptiveRate RULES = new AdaptiveRate(60, MINUTE);

  /** A pace that was learned at a moment, with the rate at which the last refusal came. */
  private static Pace learned(double permits, double ceiling, long atNanos) {
    return RULES.initial(atNanos).withRate(LearnedRate.of(permits, ceiling, atNanos));
  }

  /** Calls that succeed, one at each of these moments. */
  private static Pace succeed(AdaptiveRate rules, Pace from, long... momentsNanos) {
    Pace pace = from;
    for (long now : momentsNanos) {
      pace = rules.settle(pace, now, now, OK);
    }
    return pace;
  }

  @Test
  void settle_callsSucceedForAStep_growsByASmallShareOfTheRefusedRate() {
    Pace pace = learned(30, 50, 10 * SECOND);

    Pace before = succeed(RULES, pace, 12 * SECOND, 15 * SECOND - 1);
    assertThat(before.rate().permits()).isEqualTo(30);
    Pace grown = succeed(RULES, before, 15 * SECOND);

    assertThat(grown.rate().permits()).isEqualTo(31);
    assertThat(grown.rate().successes()).isZero();
    assertThat(grown.rate().sinceNanos()).isEqualTo(15 * SECOND);
  }

  @Test
  void settle_windowOfSeconds_stepsAreATwelfthOfIt() {
    AdaptiveRate rules = new AdaptiveRate(60, 12 * SECOND);
    Pace pace = rules.initial(0).withRate(LearnedRate.of(12, 50, 0));

    assertThat(succeed(rules, pace, SECOND - 1).rate().permits()).isEqualTo(12);
    assertThat(succeed(rules, pace, SECOND).rate().permits()).isEqualTo(13);
  }

  @Test
  void settle_halfOfThePossibleCalls_isUseEnoughToGrow() {
    // In 5 s, 24 a minute are two calls.
    Pace pace = learned(24, 50, 10 * SECOND);

    assertThat(succeed(RULES, pace, 15 * SECOND).rate().permits()).isEqualTo(25);
  }

  @Test
  void settle_fewerThanHalfOfThePossibleCalls_beginsTheStepAnew() {
    Pace pace = learned(30, 50, 10 * SECOND);

    Pace unused = succeed(RULES, pace, 15 * SECOND);

    assertThat(unused.rate()).isEqualTo(LearnedRate.of(30, 50, 15 * SECOND));
  }

  @Test
  void grown_beyondTheRefusedRate_eachStepIsHalfAsLargeAgain() {
    LearnedRate rate = LearnedRate.of(49.5, 50, 0);

    LearnedRate beyond = rate.grown(60, SECOND);
    LearnedRate first = beyond.grown(60, SECOND);
    LearnedRate second = first.grown(60, SECOND);
    LearnedRate third = second.grown(60, SECOND);

    assertThat(beyond.permits()).isEqualTo(50.5);
    assertThat(first.permits()).isEqualTo(51.5);
    assertThat(second.permits()).isEqualTo(53);
    assertThat(third.permits()).isEqualTo(55.25);
    assertThat(third.grown(56, SECOND).permits()).as("the limit").isEqualTo(56);
  }

  @Test
  void grown_atTheRefusedRate_isBeyondIt() {
    assertThat(LearnedRate.of(50, 50, 0).grown(60, SECOND).step()).isEqualTo(1);
    assertThat(LearnedRate.of(49, 50, 0).grown(60, SECOND).step()).isZero();
  }

  @Test
  void settle_refusal_setsTheRateBelowWhatWasDelivered() {
    Pace pace = RULES.initial(0);
    for (long second = 1; second <= 40; second++) {
      pace = RULES.settle(pace, second * SECOND, second * SECOND, OK);
    }

    Pace refused = RULES.settle(pace, 41 * SECOND, 50 * SECOND, THROTTLED);

    assertThat(refused.rate().ceiling()).isEqualTo(40);
    assertThat(refused.rate().permits()).isEqualTo(36);
  }

  @Test
  void settle_refusalWithLittleDelivered_keepsNearlyHalfOfTheRate() {
    Pace refused = RULES.settle(RULES.initial(0), SECOND, 2 * SECOND, THROTTLED);

    assertThat(refused.rate().ceiling()).isEqualTo(30);
    assertThat(refused.rate().permits()).isEqualTo(27);
  }

  @Test
  void estimate_countsTheWindowBeforeByWhatIsLeftOfIt() {
    Delivered delivered = new Delivered(3, 30, 10);

    assertThat(delivered.estimate(MINUTE, 3 * MINUTE)).isEqualTo(40);
    assertThat(delivered.estimate(MINUTE, 3 * MINUTE + 20 * SECOND)).isCloseTo(30, within(1e-9));
    assertThat(delivered.estimate(MINUTE, 4 * MINUTE + 30 * SECOND)).isEqualTo(5);
    assertThat(delivered.estimate(MINUTE, 5 * MINUTE)).isZero();
  }

  @ParameterizedTest
  @CsvSource({"6000, 200, 1500", "60000, 2000, 15000", "3600000, 2000, 600000"})
  void settle_refusalsInARowWithoutATime_pauseFromAThirtiethToAQuarterOfTheWindow(
      long perMillis, long firstMillis, long longestMillis) {
    AdaptiveRate rules = new AdaptiveRate(60, perMillis * 1_000_000);

    Pace pace = rules.settle(rules.initial(0), 1, 2, THROTTLED);
    assertThat(pace.brake().notBeforeNanos()).isEqualTo(2 + firstMillis * 1_000_000);
    pace = rules.settle(pace, 3, 4, THROTTLED);
    assertThat(pace.brake().notBeforeNanos()).isEqualTo(4 + 2 * firstMillis * 1_000_000);
    for (long call = 5; call < 30; call += 2) {
      pace = rules.settle(pace, call, call + 1, THROTTLED);
    }

    assertThat(pace.brake().notBeforeNanos()).isEqualTo(30 + longestMillis * 1_000_000);
  }

  @Test
  void settle_refusalOfACallFromBeforeTheLastOne_isNoneInARow() {
    Pace pace = RULES.settle(RULES.initial(0), SECOND, 3 * SECOND, THROTTLED);

    Pace old = RULES.settle(pace, 2 * SECOND, 4 * SECOND, THROTTLED);

    assertThat(old).isEqualTo(pace.withBrake(pace.brake().until(4 * SECOND)));
    assertThat(old.brake().refusals()).isEqualTo(1);
  }

  @Test
  void settle_callLetOutAtTheVeryMomentOfARefusal_isFromBeforeIt() {
    Pace pace = RULES.settle(RULES.initial(0), SECOND, 3 * SECOND, THROTTLED);

    Pace old = RULES.settle(pace, 3 * SECOND, 4 * SECOND, THROTTLED);

    assertThat(old.brake().refusals()).isEqualTo(1);
  }

  @Test
  void settle_refusalOfAnOlderCallWithALongerTime_makesThePauseLonger() {
    Pace pace = RULES.settle(RULES.initial(0), SECOND, 3 * SECOND, THROTTLED);

    Assessment inAMinute = THROTTLED.retryAfter(Duration.ofMinutes(1));
    Pace old = RULES.settle(pace, 2 * SECOND, 4 * SECOND, inAMinute);

    assertThat(old.brake().notBeforeNanos()).isEqualTo(4 * SECOND + MINUTE);
  }

  @Test
  void settle_successOfACallFromBeforeTheRefusal_doesntEndTheRow() {
    Pace pace = RULES.settle(RULES.initial(0), SECOND, 3 * SECOND, THROTTLED);

    assertThat(RULES.settle(pace, 2 * SECOND, 4 * SECOND, OK).brake().refusals()).isEqualTo(1);
    assertThat(RULES.settle(pace, 6 * SECOND, 7 * SECOND, OK).brake().refusals()).isZero();
  }

  @Test
  void wasReleasedWithin_countsFromTheEndOfThePause() {
    Brake brake = Brake.RELEASED.refused(0, 100);

    assertThat(brake.wasReleasedWithin(50, 149)).isTrue();
    assertThat(brake.wasReleasedWithin(50, 150)).isFalse();
    assertThat(Brake.RELEASED.until(100).wasReleasedWithin(50, 149)).as("a hold").isFalse();
  }

  @Test
  void announced_forTheFirstTime_leavesTheLearnedRate() {
    Pace known = learned(30, 50, 0);

    Pace told = RULES.announced(known, ProviderQuota.of(200, 200, Duration.ZERO), SECOND);

    assertThat(told.rate()).isEqualTo(known.rate());
  }

  @Test
  void announced_spreadsWhatIsLeftOverTheTimeFromThen() {
    ProviderQuota quota = ProviderQuota.of(60, 10, Duration.ofSeconds(30));

    Pace told = RULES.announced(RULES.initial(0), quota, 100 * SECOND);

    assertThat(RULES.permitsPer(told, 100 * SECOND)).isCloseTo(20, within(1e-9));
    assertThat(RULES.permitsPer(told, 130 * SECOND - 1)).isCloseTo(20, within(1e-9));
    assertThat(RULES.permitsPer(told, 130 * SECOND)).isEqualTo(60);
  }

  @Test
  void settle_afterAnHourWithoutAResult_startsFromTheLimit() {
    Pace known = learned(30, 50, 10 * SECOND);
    long hourLater = 10 * SECOND + HOUR;

    Pace kept = RULES.settle(known, hourLater, hourLater, Assessment.of(Verdict.FAILURE));
    Pace forgotten = RULES.settle(known, hourLater, hourLater + 1, OK);

    assertThat(kept.rate().permits()).isEqualTo(30);
    assertThat(forgotten.rate().permits()).isEqualTo(60);
  }

  @Test
  void adopt_anotherTime_keepsTheRate() {
    AdaptiveRate longer = new AdaptiveRate(600, 2 * MINUTE);

    Pace adopted = longer.adopt(RULES, learned(30, 50, 0), SECOND);

    assertThat(adopted.rate()).isEqualTo(LearnedRate.of(60, 100, SECOND));
  }
}
