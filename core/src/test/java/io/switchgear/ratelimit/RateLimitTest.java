// SPDX-License-Identifier: Apache-2.0
package io.switchgear.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What only the pure functions show. */
class RateLimitTest {
  private final RateLimit bucket = new TokenBucket(1, 1_000_000, 3);
  private final RateLimit window = new FixedWindow(5, 1_000_000);

  @Test
  void giveBack_toABucketThatNobodyUsedSince_undoesTheTaking() {
    long before = bucket.take(RateLimit.UNUSED, 500, 1);
    long taken = bucket.take(before, 700, 2);

    assertThat(bucket.giveBack(taken, taken, 2)).isEqualTo(before);
  }

  @Test
  void giveBack_toABucketThatOthersUsedSince_isRefused() {
    long taken = bucket.take(RateLimit.UNUSED, 500, 1);
    long later = bucket.take(taken, 600, 1);

    assertThat(bucket.giveBack(later, taken, 1)).isEqualTo(RateLimit.NONE);
  }

  @Test
  void giveBack_toTheSameWindow_undoesTheTaking() {
    long taken = window.take(RateLimit.UNUSED, 500, 2);
    long later = window.take(taken, 600, 3);

    assertThat(window.remaining(window.giveBack(later, taken, 2), 700)).isEqualTo(2);
  }

  @Test
  void giveBack_toAWindowThatIsOver_isRefused() {
    long taken = window.take(RateLimit.UNUSED, 500, 2);
    long later = window.take(taken, 1_000_000, 1);

    assertThat(window.giveBack(later, taken, 2)).isEqualTo(RateLimit.NONE);
  }

  @Test
  void take_atTheGreatestNumbers_staysPositiveAndInOrder() {
    long now = Long.MAX_VALUE / 4;
    RateLimit slow = new TokenBucket(1, Long.MAX_VALUE / 8, 2);
    RateLimit large = new FixedWindow(1_000_000, 1_000_000);

    long full = slow.take(slow.take(slow.take(RateLimit.UNUSED, now, 2), now, 1), now, 1);
    long taken = large.take(RateLimit.UNUSED, now, 1_000_000);

    assertThat(slow.dueNanos(full)).isGreaterThan(now);
    assertThat(large.remaining(taken, now)).isZero();
    assertThat(large.dueNanos(taken)).isLessThanOrEqualTo(now);
    assertThat(large.dueNanos(large.take(taken, now, 1))).isGreaterThan(now);
  }
}
