// SPDX-License-Identifier: Apache-2.0
package io.switchgear.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What only the pure functions show. */
class RateLimitTest {
  private final WordLimit bucket = new TokenBucket(1, 1_000_000, 3);
  private final WordLimit window = new FixedWindow(5, 1_000_000);

  @Test
  void giveBack_toABucketThatNobodyUsedSince_undoesTheTaking() {
    long before = bucket.take(WordLimit.UNUSED, 500, 1);
    long taken = bucket.take(before, 700, 2);

    assertThat(bucket.giveBack(taken, taken, 2)).isEqualTo(before);
  }

  @Test
  void giveBack_toABucketThatOthersUsedSince_isRefused() {
    long taken = bucket.take(WordLimit.UNUSED, 500, 1);
    long later = bucket.take(taken, 600, 1);

    assertThat(bucket.giveBack(later, taken, 1)).isEqualTo(WordLimit.NONE);
  }

  @Test
  void giveBack_toTheSameWindow_undoesTheTaking() {
    long taken = window.take(WordLimit.UNUSED, 500, 2);
    long later = window.take(taken, 600, 3);

    assertThat(window.remaining(window.giveBack(later, taken, 2), 700)).isEqualTo(2);
  }

  @Test
  void giveBack_toAWindowThatIsOver_isRefused() {
    long taken = window.take(WordLimit.UNUSED, 500, 2);
    long later = window.take(taken, 1_000_000, 1);

    assertThat(window.giveBack(later, taken, 2)).isEqualTo(WordLimit.NONE);
  }

  @Test
  void take_atTheGreatestNumbers_staysPositiveAndInOrder() {
    long now = Long.MAX_VALUE / 4;
    WordLimit slow = new TokenBucket(1, Long.MAX_VALUE / 8, 2);
    WordLimit large = new FixedWindow(1_000_000, 1_000_000);

    WordLimit sliding = new SlidingWindow(1_023, 1_000_000);

    long full = slow.take(slow.take(slow.take(WordLimit.UNUSED, now, 2), now, 1), now, 1);
    long taken = large.take(WordLimit.UNUSED, now, 1_000_000);
    long slid = sliding.take(WordLimit.UNUSED, now, 1_023);

    assertThat(slow.dueNanos(full, 1)).isGreaterThan(now);
    assertThat(large.remaining(taken, now)).isZero();
    assertThat(large.dueNanos(taken, 1_000_000)).isLessThanOrEqualTo(now);
    assertThat(large.dueNanos(large.take(taken, now, 1), 1)).isGreaterThan(now);
    assertThat(sliding.remaining(slid, now)).isZero();
    assertThat(sliding.dueNanos(slid, 1_023)).isLessThanOrEqualTo(now);
    assertThat(sliding.dueNanos(sliding.take(slid, now, 1), 1)).isGreaterThan(now);
  }

  @Test
  void giveBack_ofASlot_isPossibleForTheLatestOnly() {
    WordLimit leaky = new LeakyBucket(1, 1_000_000, 3);
    long taken = leaky.take(WordLimit.UNUSED, 500, 2);
    long later = leaky.take(taken, 600, 1);

    assertThat(leaky.remaining(leaky.giveBack(taken, taken, 2), 500)).isEqualTo(1);
    assertThat(leaky.giveBack(later, taken, 2)).isEqualTo(WordLimit.NONE);
  }

  @Test
  void giveBack_toASlidingWindow_worksAsLongAsItsWindowCounts() {
    WordLimit sliding = new SlidingWindow(10, 1_000_000);
    long taken = sliding.take(WordLimit.UNUSED, 500, 4);
    long same = sliding.take(taken, 600, 3);
    long next = sliding.take(same, 1_000_000, 1);
    long afterThat = sliding.take(next, 2_000_000, 1);

    assertThat(sliding.remaining(sliding.giveBack(same, taken, 4), 700)).isEqualTo(7);
    assertThat(sliding.remaining(sliding.giveBack(next, taken, 4), 1_000_000)).isEqualTo(6);
    assertThat(sliding.giveBack(afterThat, taken, 4)).isEqualTo(WordLimit.NONE);
  }

  @Test
  void take_ofAllPermitsOfAUsedSlidingWindow_isDueAfterAWholeWindowWithoutAny() {
    WordLimit sliding = new SlidingWindow(10, 1_000_000);
    long used = sliding.take(WordLimit.UNUSED, 0, 10);

    long all = sliding.take(used, 0, 10);
    long one = sliding.take(all, 0, 1);

    assertThat(sliding.dueNanos(all, 10)).isEqualTo(2_000_000);
    assertThat(sliding.dueNanos(one, 1)).isEqualTo(3_100_000);
  }

  @Test
  void giveBack_ofTheLatestSlot_isTheWordFromBefore() {
    WordLimit leaky = new LeakyBucket(1, 1_000_000, 3);
    long taken = leaky.take(WordLimit.UNUSED, 500, 2);

    assertThat(leaky.resetNanos(taken, 500)).isEqualTo(2_000_000);
    assertThat(leaky.giveBack(taken, taken, 2)).isEqualTo(500);
  }

  @Test
  void unused_needsNoTimeToBeAsGoodAsUnused() {
    assertThat(window.resetNanos(WordLimit.UNUSED, 5)).isZero();
    assertThat(new SlidingWindow(10, 1_000_000).resetNanos(WordLimit.UNUSED, 5)).isZero();
  }

  @Test
  void adopt_windowOfAnotherLength_keepsWhatWasTakenFromTheOpenOne() {
    FixedWindow half = new FixedWindow(5, 500_000);
    long taken = window.take(WordLimit.UNUSED, 2_500_000, 3);

    assertThat(half.remaining(half.adopt(window, taken, 2_600_000), 2_600_000)).isEqualTo(2);
    assertThat(half.remaining(half.adopt(window, taken, 3_000_000), 3_000_000)).isEqualTo(5);
  }

  @Test
  void slidingWindow_lengthThatTheCountDoesNotDivide_isDueAtTheExactMoment() {
    WordLimit sliding = new SlidingWindow(10, 1_000_003);
    long before = sliding.take(WordLimit.UNUSED, 0, 7);

    long word = sliding.take(before, 1_000_003, 6);

    // Four sevenths of the window before may still count: 2 * 1,000,003 - 571,430.
    assertThat(sliding.dueNanos(word, 6)).isEqualTo(1_428_576);
  }

  @Test
  void slidingWindow_quotientIsOffInItsLastDigits_remainingIsExact() {
    WordLimit second = new SlidingWindow(100, 1_000_000_000);
    long full = second.take(WordLimit.UNUSED, 0, 100);
    // 0.07 * 100 is more than 7 in floating point.
    assertThat(second.remaining(full, 1_930_000_000)).isEqualTo(93);

    WordLimit decades = new SlidingWindow(10, 1_000_000_000_000_000_000L);
    long taken = decades.take(WordLimit.UNUSED, 0, 10);
    // The last nanosecond is lost in floating point.
    assertThat(decades.remaining(taken, 1_700_000_000_000_000_000L)).isEqualTo(7);
    assertThat(decades.remaining(taken, 1_699_999_999_999_999_999L)).isEqualTo(6);
  }

  @Test
  void slidingWindow_othersWaitForTheNextOne_nothingIsLeft() {
    WordLimit sliding = new SlidingWindow(10, 1_000_000);
    long ahead = sliding.take(sliding.take(WordLimit.UNUSED, 0, 10), 0, 1);

    assertThat(sliding.remaining(ahead, 500_000)).isZero();
  }

  @Test
  void slidingWindow_allGivenBack_onlyTheWindowBeforeCounts() {
    WordLimit sliding = new SlidingWindow(10, 1_000_000);
    long before = sliding.take(WordLimit.UNUSED, 0, 4);
    long taken = sliding.take(before, 1_000_000, 2);
    assertThat(sliding.resetNanos(taken, 1_000_005)).isEqualTo(1_999_995);

    long back = sliding.giveBack(taken, taken, 2);

    assertThat(sliding.resetNanos(back, 1_000_005)).isEqualTo(999_995);
  }

  @Test
  void log_whatIsOlderThanTheWindow_countsNoMore() {
    SlidingWindowLog log = new SlidingWindowLog(2, 1_000);
    TakenTimes times = new TakenTimes();
    times.add(10, 2);

    assertThat(log.dueNanos(times, 1_009, 1)).isEqualTo(1_010);
    assertThat(log.dueNanos(times, 2_000, 1)).isEqualTo(2_000);
    assertThat(log.reading(times, 2_000, 2_000)).isEqualTo(new MomentReading(2, 2, 0));
    assertThat(log.reading(times, 2_000, 2_001)).isEqualTo(new MomentReading(2, 0, 0));
  }

  @Test
  void interval_bucketThatTakesTheLongestTime_isFilled() {
    assertThat(new Interval(1L << 60).fillNanos("burst", 2)).isEqualTo(1L << 61);
  }

  @Test
  void limits_sayWhatTheyAre() {
    assertThat(new LeakyBucket(2, 1_000, 3))
        .hasToString("leaky bucket of 3, one permit every 500 ns")
        .returns(2, RateLimit::limit);
    assertThat(new SlidingWindow(10, 1_000))
        .hasToString("sliding window of 10 over 1000 ns")
        .returns(10, RateLimit::limit);
    assertThat(new SlidingWindowLog(10, 1_000))
        .hasToString("sliding window log of 10 over 1000 ns");
  }
}
