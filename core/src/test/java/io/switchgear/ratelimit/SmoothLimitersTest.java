// SPDX-License-Identifier: Apache-2.0
package io.switchgear.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.switchgear.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Sliding windows and the leaky bucket by example. */
class SmoothLimitersTest {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration LONG = Duration.ofHours(1);

  private final VirtualTime time = new VirtualTime();

  @Test
  void slidingWindow_rightAfterAnEdge_stillCountsTheWindowBefore() {
    RateLimiter limiter = RateLimiter.named("erp").slidingWindow(100, SECOND).time(time).build();
    time.advance(Duration.ofMillis(990));
    limiter.tryAcquire(100);

    time.advance(Duration.ofMillis(10));
    Decision atTheEdge = limiter.tryAcquire();
    time.advance(Duration.ofMillis(250));

    assertThat(atTheEdge.allowed()).isFalse();
    assertThat(atTheEdge.retryAfter()).isEqualTo(Duration.ofMillis(10));
    assertThat(limiter.remaining()).isEqualTo(25);
    assertThat(limiter.tryAcquire(26).retryAfter()).isEqualTo(Duration.ofMillis(10));
    assertThat(limiter.tryAcquire(25).resetAfter()).isEqualTo(Duration.ofMillis(1_750));
  }

  @Test
  void slidingWindow_afterALongRest_hasAllItsPermits() {
    RateLimiter limiter = RateLimiter.named("erp").slidingWindow(100, SECOND).time(time).build();
    limiter.tryAcquire(100);

    time.advance(Duration.ofDays(10_000));

    assertThat(limiter.tryAcquire(100).allowed()).isTrue();
  }

  @Test
  void slidingWindowLog_eachPermit_comesBackExactlyOneWindowLater() {
    RateLimiter limiter = RateLimiter.named("erp").slidingWindowLog(3, SECOND).time(time).build();
    limiter.tryAcquire();
    time.advance(Duration.ofMillis(300));
    Decision two = limiter.tryAcquire(2);

    Decision one = limiter.tryAcquire();
    Decision oneMore = limiter.tryAcquire(2);

    assertThat(two.remaining()).isZero();
    assertThat(two.resetAfter()).isEqualTo(SECOND);
    assertThat(one.retryAfter()).isEqualTo(Duration.ofMillis(700));
    assertThat(oneMore.retryAfter()).isEqualTo(SECOND);
    assertThat(oneMore.limit()).isEqualTo(3);
    time.advance(Duration.ofMillis(700));
    assertThat(limiter.remaining()).isEqualTo(1);
  }

  @Test
  void slidingWindowLog_ofWaitersBehindOneAnother_tellsTheWaitOfEach() {
    RateLimiter limiter = RateLimiter.named("erp").slidingWindowLog(3, SECOND).time(time).build();
    limiter.tryAcquire(3);
    CompletableFuture<Decision> waiter = limiter.acquireAsync(2, LONG);

    Decision light = limiter.tryAcquire();
    Decision heavy = limiter.tryAcquire(2);

    assertThat(light.retryAfter()).isEqualTo(SECOND);
    assertThat(light.remaining()).isZero();
    assertThat(heavy.retryAfter()).isEqualTo(Duration.ofSeconds(2));
    time.advance(SECOND);
    assertThat(waiter).isCompleted();
    assertThat(limiter.remaining()).isEqualTo(1);
  }

  @Test
  void giveBack_toALog_removesThePermitsOfThatMoment() {
    RateLimiter limiter = RateLimiter.named("erp").slidingWindowLog(3, SECOND).time(time).build();
    Decision taken = limiter.tryAcquire(2);
    time.advance(Duration.ofMillis(1));
    limiter.tryAcquire();

    limiter.giveBack(taken, 2);

    assertThat(limiter.remaining()).isEqualTo(2);
    assertThat(limiter.tryAcquire(2).allowed()).isTrue();
  }

  @Test
  void leakyBucket_evenAfterALongRest_letsCallsOutOneByOne() {
    RateLimiter limiter = RateLimiter.named("erp").leakyBucket(10, SECOND, 5).time(time).build();
    time.advance(Duration.ofHours(1));
    List<CompletableFuture<Decision>> calls = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      calls.add(limiter.acquireAsync(LONG));
    }

    for (int passed = 1; passed < 4; passed++) {
      assertThat(calls.subList(0, passed)).allMatch(CompletableFuture::isDone);
      assertThat(calls.subList(passed, 4)).noneMatch(CompletableFuture::isDone);
      time.advance(Duration.ofMillis(100));
    }

    assertThat(calls).allMatch(CompletableFuture::isDone);
  }

  @Test
  void leakyBucket_whenItIsFull_refusesWhoeverComesNext() {
    RateLimiter limiter = RateLimiter.named("erp").leakyBucket(10, SECOND, 2).time(time).build();
    limiter.tryAcquire();
    CompletableFuture<Decision> first = limiter.acquireAsync(LONG);
    CompletableFuture<Decision> second = limiter.acquireAsync(LONG);

    CompletableFuture<Decision> third = limiter.acquireAsync(LONG);

    assertThat(first).isNotDone();
    assertThat(second).isNotDone();
    assertThat(third).isCompletedExceptionally();
    assertThat(limiter.waiting()).isEqualTo(2);
  }

  @Test
  void leakyBucket_afterAHeavyCall_pausesAsLongAsItWeighs() {
    RateLimiter limiter = RateLimiter.named("erp").leakyBucket(10, SECOND, 5).time(time).build();

    Decision heavy = limiter.tryAcquire(5);
    Decision next = limiter.tryAcquire();

    assertThat(heavy.allowed()).isTrue();
    assertThat(heavy.remaining()).isZero();
    assertThat(heavy.resetAfter()).isEqualTo(Duration.ofMillis(500));
    assertThat(next.retryAfter()).isEqualTo(Duration.ofMillis(500));
  }

  @Test
  void settings_outOfRange_areRefusedWithTheirName() {
    RateLimiterConfig.Named erp = RateLimiter.named("erp");

    assertThatThrownBy(() -> erp.leakyBucket(1, SECOND, 0)).hasMessageContaining("capacity");
    assertThatThrownBy(() -> erp.leakyBucket(1, Duration.ofDays(366), 1_000))
        .hasMessageContaining("capacity must be filled again within 73 years");
    assertThatThrownBy(() -> erp.slidingWindowLog(10_001, SECOND))
        .hasMessage("limit must be from 1 to 10000, but is 10001");
    assertThatThrownBy(() -> erp.slidingWindow(32_768, SECOND))
        .hasMessage("limit must be at most 32767 every 1000000000 ns, but is 32768");
    assertThat(erp.slidingWindow(1_000_000, Duration.ofMinutes(5)).limit()).isEqualTo(1_000_000);
    assertThat(erp.slidingWindow(262_143, Duration.ofMinutes(1)).burst()).isEqualTo(262_143);
  }
}
