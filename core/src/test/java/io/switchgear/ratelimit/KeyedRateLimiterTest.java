// SPDX-License-Identifier: Apache-2.0
package io.switchgear.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.switchgear.core.KeyLimits;
import io.switchgear.testkit.VirtualTime;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class KeyedRateLimiterTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final VirtualTime time = new VirtualTime();

  /** Two permits at once, one a minute; keys are forgotten after an hour. */
  private KeyedRateLimiter<String> keyed(int maxKeys) {
    return RateLimiter.named("erp")
        .tokenBucket(1, MINUTE, 2)
        .time(time)
        .keyed(KeyLimits.maxKeys(maxKeys).idleAfter(Duration.ofHours(1)));
  }

  private void forgetIdleKeys(KeyedRateLimiter<String> limiters) {
    time.advance(Duration.ofHours(1));
    limiters.tick();
    time.advance(Duration.ofHours(1));
    limiters.tick();
  }

  @Test
  void forKey_eachKey_hasItsOwnLimit() {
    KeyedRateLimiter<String> limiters = keyed(10);

    limiters.forKey("a").tryAcquire(2);

    assertThat(limiters.forKey("a").tryAcquire().allowed()).isFalse();
    assertThat(limiters.forKey("b").tryAcquire().allowed()).isTrue();
    assertThat(limiters.size()).isEqualTo(2);
    assertThat(limiters.name()).isEqualTo("erp");
    assertThat(limiters.config().limit()).isEqualTo(1);
  }

  @Test
  void rejection_namesTheKey() {
    RateLimiter limiter = keyed(10).forKey("tenant-7");
    limiter.tryAcquire(2);

    assertThatThrownBy(() -> limiter.tryAcquire().orThrow())
        .isInstanceOfSatisfying(
            RateLimiterRejectedException.class,
            e -> {
              assertThat(e.key()).hasValue("tenant-7");
              assertThat(e)
                  .hasMessage("Rate limit erp[tenant-7] is used up: the call was not made");
            });
  }

  @Test
  void tick_aKeyThatIsIdleAndUnused_isForgotten() {
    KeyedRateLimiter<String> limiters = keyed(10);
    limiters.forKey("a").tryAcquire();
    assertThat(limiters.find("a")).isPresent();

    forgetIdleKeys(limiters);

    assertThat(limiters.find("a")).isEmpty();
    assertThat(limiters.size()).isZero();
  }

  @Test
  void tick_aKeyThatSomebodyWaitsFor_isKept() {
    KeyedRateLimiter<String> limiters = keyed(10);
    RateLimiter limiter = limiters.forKey("a");
    limiter.tryAcquire(2);
    CompletableFuture<Decision> waiter = limiter.acquireAsync(2, Duration.ofHours(1));

    assertThat(limiter.retire()).isFalse();
    time.advance(MINUTE.multipliedBy(2));

    assertThat(waiter).isCompleted();
  }

  @Test
  void tryAcquire_onALimiterThatWasForgotten_usesTheOneInItsPlace() {
    KeyedRateLimiter<String> limiters = keyed(10);
    RateLimiter held = limiters.forKey("a");
    held.tryAcquire();
    forgetIdleKeys(limiters);

    limiters.forKey("a").tryAcquire(2);

    assertThat(limiters.forKey("a")).isNotSameAs(held);
    assertThat(held.tryAcquire().allowed()).isFalse();
    CompletableFuture<Decision> waiter = held.acquireAsync(MINUTE);
    assertThat(limiters.forKey("a").waiting()).isEqualTo(1);
    time.advance(MINUTE);
    assertThat(waiter).isCompleted();
  }

  @Test
  void forKey_atTheBound_replacesAnUnusedKeyAndKeepsThoseInUse() {
    KeyedRateLimiter<String> limiters = keyed(2);
    limiters.forKey("busy").tryAcquire(2);
    limiters.forKey("rested");

    limiters.forKey("new").tryAcquire();

    assertThat(limiters.find("busy")).isPresent();
    assertThat(limiters.find("rested")).isEmpty();
    assertThat(limiters.size()).isEqualTo(2);
  }

  @Test
  void forKey_whenNoKeyCanBeForgotten_furtherKeysShareOneLimit() {
    KeyedRateLimiter<String> limiters = keyed(1);
    limiters.forKey("busy").tryAcquire(2);

    limiters.forKey("b").tryAcquire();
    limiters.forKey("c").tryAcquire();

    assertThat(limiters.forKey("d").tryAcquire().allowed()).isFalse();
    assertThat(limiters.forKey("d").key()).hasValue("(all further keys)");
    assertThat(limiters.size()).isEqualTo(1);
  }
}
