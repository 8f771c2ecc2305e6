// SPDX-License-Identifier: Apache-2.0
package io.switchgear.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.testkit.VirtualTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** How the usage of a pacer ends, which is final for all who still hold it. */
class PacedUsageTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final VirtualTime time = new VirtualTime();
  private final RateLimiterConfig settings =
      RateLimiterConfig.adaptive("erp", 60, Duration.ofMinutes(1)).time(time);
  private final RateLimiter limiter = settings.build();
  private final PacedUsage usage = limiter.paced();

  @Test
  void moved_nothingGoesThroughItAnyMore() {
    Usage next = usage.moveTo(settings);

    assertThat(next).isNotNull();
    assertThat(usage.isMoved()).isTrue();
    assertThat(usage.isRetired()).isFalse();
    assertThat(usage.take(limiter, 1)).isNull();
    assertThat(usage.learn(pace -> pace)).isFalse();
    assertThat(usage.moveTo(settings)).isNull();
    assertThat(usage.retire()).isFalse();
    assertThat(usage.isUnused()).isFalse();
    assertThat(usage.pace()).isEqualTo(usage.rules().initial(0));
  }

  @Test
  void retired_untilThatIsTakenBack_nothingGoesThroughIt() {
    assertThat(usage.retire()).isTrue();
    assertThat(usage.isRetired()).isTrue();
    assertThat(usage.isMoved()).isFalse();
    assertThat(usage.take(limiter, 1)).isNull();
    assertThat(limiter.remaining()).as("a look at it ends").isEqualTo(1);

    usage.revive();

    assertThat(usage.isRetired()).isFalse();
    assertThat(limiter.tryAcquire().allowed()).isTrue();
  }

  @Test
  void retire_whileASlotIsTaken_isRefused() {
    usage.take(limiter, 1);
    assertThat(limiter.remaining()).isZero();

    time.advance(SECOND.minusNanos(1));
    assertThat(usage.isUnused()).isFalse();
    assertThat(usage.retire()).isFalse();
    time.advance(Duration.ofNanos(1));

    assertThat(limiter.remaining()).isEqualTo(1);
    assertThat(usage.isUnused()).isTrue();
    assertThat(usage.retire()).isTrue();
  }

  @Test
  void isUnused_whatWasLearned_countsForAnHour() {
    usage.learn(pace -> pace.withRate(LearnedRate.of(30, 50, 0)));

    time.advance(Duration.ofHours(1));
    assertThat(usage.isUnused()).isFalse();
    time.advance(Duration.ofNanos(1));

    assertThat(usage.isUnused()).isTrue();
  }

  @Test
  void isUnused_whatTheProviderHasSaid_countsForAnHour() {
    ProviderQuota quota = ProviderQuota.of(60, 60, Duration.ZERO);
    usage.learn(pace -> usage.rules().announced(pace, quota, 0));

    time.advance(Duration.ofHours(1));
    assertThat(usage.isUnused()).isFalse();
    time.advance(Duration.ofNanos(1));

    assertThat(usage.isUnused()).isTrue();
  }

  @Test
  void take_tellsWhenItWillBeUnusedAgain() {
    time.advance(SECOND.multipliedBy(100));

    Decision first = limiter.tryAcquire();
    Decision refused = limiter.tryAcquire();

    Duration untilTheSlot = Duration.ofMillis(990);
    assertThat(first.resetAfter()).isEqualTo(untilTheSlot);
    assertThat(refused.retryAfter()).isEqualTo(untilTheSlot);
    assertThat(refused.resetAfter()).isEqualTo(untilTheSlot.plus(SECOND));
  }

  @Test
  void refusalBehindOthersWhoWait_namesTheSlotAfterTheirs() {
    time.advance(SECOND.multipliedBy(100));
    limiter.tryAcquire();
    var unused = limiter.acquireAsync(Duration.ofHours(1));

    Decision refused = limiter.tryAcquire();

    assertThat(refused.retryAfter()).isEqualTo(Duration.ofMillis(1_990));
    assertThat(limiter.waiting()).isEqualTo(1);
  }
}
