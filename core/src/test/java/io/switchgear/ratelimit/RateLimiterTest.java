// SPDX-License-Identifier: Apache-2.0
package io.switchgear.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.switchgear.core.RejectionReason;
import io.switchgear.testkit.VirtualTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RateLimiterTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final VirtualTime time = new VirtualTime();

  private RateLimiter bucket(int limit, Duration per, int burst) {
    return RateLimiter.named("erp").tokenBucket(limit, per, burst).time(time).build();
  }

  private RateLimiter window(int limit, Duration per) {
    return RateLimiter.named("erp").fixedWindow(limit, per).time(time).build();
  }

  private static void takeAll(RateLimiter limiter) {
    assertThat(limiter.tryAcquire(limiter.remaining()).allowed()).isTrue();
  }

  @Test
  void tokenBucket_whenNew_givesItsBurstAtOnce() {
    RateLimiter limiter = bucket(10, SECOND, 3);

    Decision first = limiter.tryAcquire();
    limiter.tryAcquire(2);
    Decision fourth = limiter.tryAcquire();

    assertThat(first.allowed()).isTrue();
    assertThat(first.retryAfter()).isZero();
    assertThat(first.remaining()).isEqualTo(2);
    assertThat(first.resetAfter()).isEqualTo(Duration.ofMillis(100));
    assertThat(first.limit()).isEqualTo(10);
    assertThat(first.rejection()).isEmpty();
    assertThat(first.orThrow()).isSameAs(first);
    assertThat(fourth.allowed()).isFalse();
    assertThat(fourth.retryAfter()).isEqualTo(Duration.ofMillis(100));
    assertThat(fourth.remaining()).isZero();
    assertThat(fourth.resetAfter()).isEqualTo(Duration.ofMillis(300));
  }

  @Test
  void tokenBucket_exactlyAfterRetryAfter_allowsAgainAndNotBefore() {
    RateLimiter limiter = bucket(3, SECOND, 5);
    takeAll(limiter);
    Duration wait = limiter.tryAcquire(2).retryAfter();

    time.advance(wait.minusNanos(1));
    Decision tooEarly = limiter.tryAcquire(2);
    time.advance(Duration.ofNanos(1));
    Decision inTime = limiter.tryAcquire(2);

    assertThat(wait).isEqualTo(Duration.ofNanos(2 * 333_333_334));
    assertThat(tooEarly.allowed()).isFalse();
    assertThat(inTime.allowed()).isTrue();
    assertThat(inTime.remaining()).isZero();
  }

  @Test
  void tokenBucket_afterALongRest_holdsNoMoreThanItsBurst() {
    RateLimiter limiter = bucket(10, SECOND, 3);
    takeAll(limiter);

    time.advance(Duration.ofDays(1_000));

    assertThat(limiter.remaining()).isEqualTo(3);
    takeAll(limiter);
    assertThat(limiter.tryAcquire().allowed()).isFalse();
  }

  @Test
  void fixedWindow_atItsEdge_hasAllPermitsAgain() {
    RateLimiter limiter = window(5, SECOND);
    time.advance(Duration.ofMillis(900));

    Decision three = limiter.tryAcquire(3);
    Decision tooMany = limiter.tryAcquire(3);

    assertThat(three.remaining()).isEqualTo(2);
    assertThat(three.resetAfter()).isEqualTo(Duration.ofMillis(100));
    assertThat(tooMany.allowed()).isFalse();
    assertThat(tooMany.remaining()).isEqualTo(2);
    assertThat(tooMany.retryAfter()).isEqualTo(Duration.ofMillis(100));
    time.advance(Duration.ofMillis(100));
    assertThat(limiter.remaining()).isEqualTo(5);
    assertThat(limiter.tryAcquire(5).allowed()).isTrue();
  }

  @Test
  void fixedWindow_afterOneThatWasUsedUp_beginsAnew() {
    RateLimiter limiter = window(5, SECOND);
    takeAll(limiter);
    time.advance(Duration.ofSeconds(7));

    Decision decision = limiter.tryAcquire();

    assertThat(decision.remaining()).isEqualTo(4);
    assertThat(decision.resetAfter()).isEqualTo(SECOND);
    assertThat(limiter).hasToString("erp: 4 of 5 left, 0 waiting");
  }

  @Test
  void tryAcquire_whenTheWeightIsAboveTheMost_isRefusedForGood() {
    RateLimiter bucket = bucket(10, SECOND, 3);
    RateLimiter window = window(5, SECOND);

    assertThatThrownBy(() -> bucket.tryAcquire(4))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("permits must be from 1 to 3, but is 4");
    assertThatThrownBy(() -> window.acquireAsync(6, SECOND))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("permits must be from 1 to 5, but is 6");
    assertThatThrownBy(() -> bucket.acquire(0, SECOND)).hasMessageContaining("but is 0");
  }

  @Test
  void orThrow_whenRefused_throwsWhatKnowsTheRestOfTheWait() {
    RateLimiter limiter = bucket(1, SECOND, 1);
    takeAll(limiter);
    Decision refused = limiter.tryAcquire();

    time.advance(Duration.ofMillis(400));

    assertThatThrownBy(refused::orThrow)
        .isInstanceOfSatisfying(
            RateLimiterRejectedException.class,
            e -> {
              assertThat(e).hasMessage("Rate limit erp is used up: the call was not made");
              assertThat(e.reason()).isEqualTo(RejectionReason.RATE_LIMITED);
              assertThat(e.retryAfter()).isEqualTo(Duration.ofMillis(600));
              assertThat(e.getStackTrace()).isEmpty();
            });
    assertThat(refused.retryAfter()).isEqualTo(SECOND);
    assertThat(refused.rejection()).isPresent();
    assertThat(refused).hasToString("refused for PT1S, 0 of 1 left");
  }

  @Test
  void settings_outOfRange_areRefusedWithTheirName() {
    RateLimiterConfig.Named erp = RateLimiter.named("erp");

    assertThatThrownBy(() -> RateLimiter.named("")).hasMessageContaining("name");
    assertThatThrownBy(() -> erp.tokenBucket(0, SECOND, 1)).hasMessageContaining("limit");
    assertThatThrownBy(() -> erp.tokenBucket(1, Duration.ZERO, 1)).hasMessageContaining("per");
    assertThatThrownBy(() -> erp.tokenBucket(1, SECOND, 0)).hasMessageContaining("burst");
    assertThatThrownBy(() -> erp.tokenBucket(1_001, Duration.ofMillis(1), 1))
        .hasMessage("limit must be at most one permit a microsecond, but is 1001 per PT0.001S");
    assertThatThrownBy(() -> erp.tokenBucket(1, Duration.ofDays(366), 1_000))
        .hasMessageContaining("burst must be filled again within 73 years");
    assertThatThrownBy(() -> erp.fixedWindow(1_000_001, SECOND)).hasMessageContaining("limit");
    assertThatThrownBy(() -> erp.fixedWindow(1, SECOND).maxWaiting(-1))
        .hasMessageContaining("maxWaiting");
  }

  @Test
  void settings_whenChanged_leaveTheOriginalAsItWas() {
    RateLimiterConfig original = RateLimiter.named("erp").tokenBucket(200, SECOND, 20);

    RateLimiterConfig changed = original.name("crm").maxWaiting(7);

    assertThat(original.name()).isEqualTo("erp");
    assertThat(original.maxWaiting()).isEqualTo(1_000);
    assertThat(changed.name()).isEqualTo("crm");
    assertThat(changed.maxWaiting()).isEqualTo(7);
    assertThat(changed.limit()).isEqualTo(200);
    assertThat(changed.per()).isEqualTo(SECOND);
    assertThat(changed.burst()).isEqualTo(20);
    assertThat(changed)
        .hasToString("crm: 200 per PT1S, token bucket of 20, one permit every 5000000 ns");
    assertThat(RateLimiter.named("erp").fixedWindow(3, SECOND))
        .hasToString("erp: 3 per PT1S, fixed window of 3 every 1000000000 ns");
  }
}
