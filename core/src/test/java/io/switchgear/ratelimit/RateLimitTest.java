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
}
