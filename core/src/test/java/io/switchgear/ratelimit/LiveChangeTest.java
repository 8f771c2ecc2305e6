// SPDX-License-Identifier: Apache-2.0
package io.switchgear.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.switchgear.core.KeyLimits;
import io.switchgear.testkit.VirtualTime;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Other numbers while calls go on: what was used stays used. */
class LiveChangeTest {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration LONG = Duration.ofHours(1);

  private final VirtualTime time = new VirtualTime();

  private static RateLimiterConfig.Named named() {
    return RateLimiter.named("other");
  }

  private RateLimiter erp(Function<RateLimiterConfig.Named, RateLimiterConfig> by) {
    return by.apply(RateLimiter.named("erp")).time(time).build();
  }

  @Test
  void tokenBucket_thatMissesPermits_missesAsManyAfterwards() {
    RateLimiter limiter = erp(it -> it.tokenBucket(10, SECOND, 20));
    limiter.tryAcquire(15);

    limiter.reconfigure(named().tokenBucket(2, SECOND, 30));

    assertThat(limiter.remaining()).isEqualTo(15);
    assertThat(limiter.tryAcquire(15).allowed()).isTrue();
    assertThat(limiter.tryAcquire().retryAfter()).isEqualTo(Duration.ofMillis(500));
    assertThat(limiter.config().limit()).isEqualTo(2);
    assertThat(limiter.name()).isEqualTo("erp");
  }

  @Test
  void tokenBucket_whenAPermitIsHalfRefilled_keepsTheHalf() {
    RateLimiter limiter = erp(it -> it.tokenBucket(10, SECOND, 1));
    limiter.tryAcquire();
    time.advance(Duration.ofMillis(50));

    limiter.reconfigure(named().tokenBucket(1, SECOND, 1));

    assertThat(limiter.tryAcquire().retryAfter()).isEqualTo(Duration.ofMillis(500));
  }

  @Test
  void tokenBucket_thatShrinksBelowWhatIsMissing_isEmpty() {
    RateLimiter limiter = erp(it -> it.tokenBucket(10, SECOND, 20));
    limiter.tryAcquire(20);

    limiter.reconfigure(named().tokenBucket(10, SECOND, 5));

    assertThat(limiter.tryAcquire().retryAfter()).isEqualTo(Duration.ofMillis(100));
  }

  @Test
  void leakyBucket_thatIsBusy_letsOutAsManyAsBefore() {
    RateLimiter limiter = erp(it -> it.leakyBucket(10, SECOND, 20));
    limiter.tryAcquire(8);

    limiter.reconfigure(named().leakyBucket(1, SECOND, 20));

    assertThat(limiter.tryAcquire().retryAfter()).isEqualTo(Duration.ofSeconds(8));
  }

  @Test
  void fixedWindow_thatIsOpen_keepsWhatWasTaken() {
    RateLimiter limiter = erp(it -> it.fixedWindow(10, SECOND));
    limiter.tryAcquire(8);

    limiter.reconfigure(named().fixedWindow(12, SECOND));
    assertThat(limiter.remaining()).isEqualTo(4);
    limiter.reconfigure(named().fixedWindow(5, SECOND));
    assertThat(limiter.remaining()).isZero();
    limiter.reconfigure(named().fixedWindow(10, SECOND.multipliedBy(2)));

    assertThat(limiter.remaining()).isEqualTo(2);
    assertThat(limiter.tryAcquire(3).retryAfter()).isEqualTo(Duration.ofSeconds(2));
  }

  @Test
  void fixedWindow_thatIsOver_leavesNothing() {
    RateLimiter limiter = erp(it -> it.fixedWindow(10, SECOND));
    limiter.tryAcquire(8);
    time.advance(SECOND);

    limiter.reconfigure(named().fixedWindow(10, SECOND.multipliedBy(2)));

    assertThat(limiter.remaining()).isEqualTo(10);
  }

  @Test
  void slidingWindow_withAnotherLimit_keepsBothCounts() {
    RateLimiter limiter = erp(it -> it.slidingWindow(10, SECOND));
    limiter.tryAcquire(8);
    time.advance(Duration.ofMillis(1_500));
    limiter.tryAcquire(3);

    limiter.reconfigure(named().slidingWindow(1_000, SECOND));

    assertThat(limiter.remaining()).isEqualTo(1_000 - 4 - 3);
    time.advance(Duration.ofMillis(500));
    assertThat(limiter.remaining()).isEqualTo(1_000 - 3);
    limiter.reconfigure(named().slidingWindow(2, SECOND));
    assertThat(limiter.remaining()).isZero();
  }

  @Test
  void slidingWindow_withAnotherLength_keepsWhatItEstimates() {
    RateLimiter limiter = erp(it -> it.slidingWindow(10, SECOND));
    limiter.tryAcquire(8);
    time.advance(Duration.ofMillis(1_500));

    limiter.reconfigure(named().slidingWindow(10, SECOND.multipliedBy(3)));

    assertThat(limiter.remaining()).isEqualTo(6);
    time.advance(Duration.ofSeconds(3));
    assertThat(limiter.remaining()).isEqualTo(8);
  }

  @Test
  void slidingWindowLog_keepsItsTimes() {
    RateLimiter limiter = erp(it -> it.slidingWindowLog(10, SECOND));
    limiter.tryAcquire(4);
    time.advance(Duration.ofMillis(400));
    limiter.tryAcquire(5);

    limiter.reconfigure(named().slidingWindowLog(6, SECOND));

    assertThat(limiter.remaining()).isZero();
    assertThat(limiter.tryAcquire().retryAfter()).isEqualTo(Duration.ofMillis(600));
    assertThat(limiter.tryAcquire(2).retryAfter()).isEqualTo(SECOND);
  }

  @Test
  void reconfigure_whileOthersWait_givesThemTheirNewTimes() {
    RateLimiter limiter = erp(it -> it.tokenBucket(1, SECOND, 1));
    limiter.tryAcquire();
    CompletableFuture<Decision> first = limiter.acquireAsync(LONG);
    CompletableFuture<Decision> second = limiter.acquireAsync(LONG);

    limiter.reconfigure(named().tokenBucket(10, SECOND, 1));

    time.advance(Duration.ofMillis(100));
    assertThat(first).isCompleted();
    assertThat(second).isNotDone();
    time.advance(Duration.ofMillis(100));
    assertThat(second).isCompleted();
    assertThat(time.scheduledTasks()).isZero();
  }

  @Test
  void reconfigure_whenOneWaitsForMoreThanThereCanBe_refusesIt() {
    RateLimiter limiter = erp(it -> it.tokenBucket(1, SECOND, 5));
    limiter.tryAcquire(5);
    CompletableFuture<Decision> heavy = limiter.acquireAsync(5, LONG);
    CompletableFuture<Decision> light = limiter.acquireAsync(1, LONG);

    limiter.reconfigure(named().tokenBucket(1, SECOND, 2));

    assertThatThrownBy(heavy::join)
        .isInstanceOf(CompletionException.class)
        .hasCauseInstanceOf(RateLimiterRejectedException.class);
    time.advance(SECOND);
    assertThat(light).isCompleted();
  }

  @Test
  void caseR5_permitOfALaterOneWouldComeTooLateNow_isRefusedAtOnce() {
    RateLimiter limiter = erp(it -> it.tokenBucket(1, SECOND, 1));
    limiter.tryAcquire();
    CompletableFuture<Decision> first = limiter.acquireAsync(LONG);
    CompletableFuture<Decision> second = limiter.acquireAsync(SECOND.multipliedBy(2));
    CompletableFuture<Decision> third = limiter.acquireAsync(LONG);

    limiter.reconfigure(named().tokenBucket(1, Duration.ofMinutes(1), 1));

    assertThat(second).isCompletedExceptionally();
    time.advance(Duration.ofMinutes(1));
    assertThat(first).isCompleted();
    assertThat(third).isNotDone();
    time.advance(Duration.ofMinutes(1));
    assertThat(third).isCompleted();
  }

  @Test
  void cancel_ofOneThatGotItsPermitBeforeTheChange_changesNothing() {
    RateLimiter limiter = erp(it -> it.slidingWindow(10, SECOND));
    Decision taken = limiter.tryAcquire(5);
    RateLimiterConfig original = limiter.config();
    limiter.reconfigure(named().slidingWindow(1, SECOND));
    limiter.reconfigure(original);

    limiter.giveBack(taken, 5);

    assertThat(limiter.remaining()).isEqualTo(9);
  }

  @Test
  void reconfigure_toAnotherAlgorithm_isRefused() {
    RateLimiter limiter = erp(it -> it.tokenBucket(1, SECOND, 5));

    assertThatThrownBy(() -> limiter.reconfigure(named().fixedWindow(5, SECOND)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a limiter like the token bucket")
        .hasMessageContaining("not fixed window");
  }

  @Test
  void reconfigure_ofAFamily_reachesKnownAndNewKeysAndTheSharedOne() {
    KeyedRateLimiter<String> limiters =
        RateLimiter.named("erp").fixedWindow(5, SECOND).time(time).keyed(KeyLimits.maxKeys(2));
    limiters.forKey("known").tryAcquire(4);

    limiters.reconfigure(named().fixedWindow(7, SECOND));

    assertThat(limiters.forKey("known").remaining()).isEqualTo(3);
    assertThat(limiters.forKey("new").tryAcquire().limit()).isEqualTo(7);
    assertThat(limiters.forKey("without room").key()).hasValue("(all further keys)");
    assertThat(limiters.forKey("without room").remaining()).isEqualTo(7);
    assertThat(limiters.config().limit()).isEqualTo(7);
    assertThatThrownBy(() -> limiters.forKey("known").reconfigure(named().fixedWindow(9, SECOND)))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void keyedPacer_keepsWhatItLearned_withinTheNewBounds() {
    KeyedAdaptivePacer<String> pacers = AdaptivePacer.named("erp", 600, SECOND).time(time).keyed();
    AdaptivePacer pacer = pacers.forKey("a");
    pacer.onQuota(ProviderQuota.of(100, 50, SECOND));
    double learned = pacer.permits();

    pacers.reconfigure(AdaptivePacer.named("other", 300, SECOND).maxWaiting(7));

    assertThat(learned).isLessThan(300);
    assertThat(pacers.forKey("a").permits()).isEqualTo(learned);
    pacers.reconfigure(AdaptivePacer.named("other", 20, SECOND));
    assertThat(pacers.forKey("a").permits()).isEqualTo(20);
  }

  @Test
  void limitKeys_changesHowManyKeysHaveLimitersOfTheirOwn() {
    KeyedRateLimiter<String> limiters =
        RateLimiter.named("erp").tokenBucket(1, LONG, 1).time(time).keyed(KeyLimits.maxKeys(1));
    limiters.forKey("a").tryAcquire();

    limiters.limitKeys(KeyLimits.maxKeys(2));
    limiters.forKey("b").tryAcquire();

    assertThat(limiters.size()).isEqualTo(2);
    assertThat(limiters.forKey("a").tryAcquire().allowed()).isFalse();
  }
}
