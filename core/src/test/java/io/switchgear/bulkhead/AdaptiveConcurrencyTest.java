// SPDX-License-Identifier: Apache-2.0
package io.switchgear.bulkhead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.switchgear.core.Assessment;
import io.switchgear.core.Verdict;
import io.switchgear.testkit.VirtualTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class AdaptiveConcurrencyTest {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration FAST = Duration.ofMillis(100);

  private final VirtualTime time = new VirtualTime();
  private final Bulkhead bulkhead = Bulkhead.named("erp").maxConcurrent(20).time(time).build();

  private void fill(int places) {
    for (int i = 0; i < places; i++) {
      assertThat(bulkhead.tryAcquire()).isPresent();
    }
  }

  /** A second in which ten calls end. */
  private void second(AdaptiveConcurrency adaptive, Duration took, Verdict verdict) {
    time.advance(SECOND);
    for (int i = 0; i < 10; i++) {
      adaptive.onResult(took, verdict);
    }
  }

  @Test
  void aimd_aSecondInWhichAllGoesWell_addsOne() {
    AdaptiveConcurrency adaptive = AdaptiveConcurrency.aimd(bulkhead, 5, 22, SECOND);
    fill(20);

    second(adaptive, FAST, Verdict.SUCCESS);
    assertThat(bulkhead.maxConcurrent()).isEqualTo(21);
    second(adaptive, FAST, Verdict.SUCCESS);
    second(adaptive, FAST, Verdict.SUCCESS);

    assertThat(adaptive.limit()).isEqualTo(22);
    assertThat(bulkhead.maxConcurrent()).isEqualTo(22);
  }

  @Test
  void aimd_aSecondWithASlowOrRefusedCall_takesATenthAway() {
    AdaptiveConcurrency adaptive = AdaptiveConcurrency.aimd(bulkhead, 17, 100, SECOND);
    fill(20);

    time.advance(SECOND);
    adaptive.onResult(SECOND.plusNanos(1), Verdict.SUCCESS);
    assertThat(bulkhead.maxConcurrent()).isEqualTo(18);
    time.advance(SECOND);
    adaptive.onResult(FAST, Verdict.THROTTLED);

    assertThat(bulkhead.maxConcurrent()).isEqualTo(17);
  }

  @Test
  void onResult_whileLessThanHalfIsUsed_changesNothing() {
    AdaptiveConcurrency adaptive = AdaptiveConcurrency.aimd(bulkhead, 5, 100, SECOND);
    fill(9);

    second(adaptive, FAST, Verdict.SUCCESS);
    second(adaptive, FAST, Verdict.FAILURE);

    assertThat(adaptive.limit()).isEqualTo(20);
  }

  @Test
  void onResult_ignoredOrFewResults_changeNothing() {
    AdaptiveConcurrency adaptive = AdaptiveConcurrency.aimd(bulkhead, 5, 100, SECOND);
    fill(20);
    time.advance(SECOND);

    for (int i = 0; i < 9; i++) {
      adaptive.onResult(FAST, Verdict.SUCCESS);
      adaptive.onResult(FAST, Verdict.IGNORED);
    }

    assertThat(adaptive.limit()).isEqualTo(20);
  }

  @Test
  void gradient_whileCallsTakeWhatTheyUsuallyTake_growsByItsQueue() {
    AdaptiveConcurrency adaptive = AdaptiveConcurrency.gradient(bulkhead, 5, 100);
    fill(20);

    for (int i = 0; i < 5; i++) {
      second(adaptive, FAST, Verdict.SUCCESS);
    }

    assertThat(adaptive.limit()).isEqualTo(24);
    assertThat(adaptive).hasToString("erp: 24, gradient from 5 to 100");
  }

  @Test
  void gradient_whenCallsTakeThriceTheirTime_shrinks() {
    AdaptiveConcurrency adaptive = AdaptiveConcurrency.gradient(bulkhead, 5, 100);
    fill(20);
    second(adaptive, FAST, Verdict.SUCCESS);

    // 20.8 × 0.8 + (20.8 × 1.5 / 3 + 4) × 0.2 = 19.5
    second(adaptive, FAST.multipliedBy(3), Verdict.SUCCESS);

    assertThat(adaptive.limit()).isEqualTo(19);
  }

  @Test
  void gradient_aRefusedCall_takesATenthAway() {
    AdaptiveConcurrency adaptive = AdaptiveConcurrency.gradient(bulkhead, 5, 100);
    fill(20);

    second(adaptive, FAST, Verdict.FAILURE);

    assertThat(adaptive.limit()).isEqualTo(18);
  }

  @Test
  void gradient_onceInAWhile_halvesTheLimitToMeasureTheTimeAtRest() {
    AdaptiveConcurrency adaptive = AdaptiveConcurrency.gradient(bulkhead, 5, 20);
    fill(20);
    for (int i = 0; i < 9; i++) {
      second(adaptive, FAST, Verdict.SUCCESS);
    }
    assertThat(adaptive.limit()).isEqualTo(20);

    second(adaptive, FAST, Verdict.SUCCESS);
    assertThat(bulkhead.maxConcurrent()).isEqualTo(10);
    second(adaptive, FAST, Verdict.SUCCESS);
    assertThat(bulkhead.maxConcurrent()).isEqualTo(10);
    second(adaptive, FAST.dividedBy(2), Verdict.SUCCESS);
    assertThat(bulkhead.maxConcurrent()).isEqualTo(20);

    // 20 × 0.8 + (20 × 1.5 / 2 + 4) × 0.2 = 19.8: they take twice the time at rest.
    second(adaptive, FAST, Verdict.SUCCESS);
    assertThat(adaptive.limit()).isEqualTo(19);
  }

  @Test
  void gradient_whileFewCallsRun_takesTheirTimeForThatAtRest() {
    AdaptiveConcurrency adaptive = AdaptiveConcurrency.gradient(bulkhead, 5, 100);
    fill(5);
    second(adaptive, FAST, Verdict.SUCCESS);
    fill(15);

    second(adaptive, FAST.multipliedBy(3), Verdict.SUCCESS);

    // 20 × 0.8 + (20 × 1.5 / 3 + 4) × 0.2 = 18.8
    assertThat(adaptive.limit()).isEqualTo(18);
  }

  @Test
  void drive_aBulkheadOutsideOfTheBounds_bringsItInside() {
    AdaptiveConcurrency adaptive = AdaptiveConcurrency.gradient(bulkhead, 30, 100);

    assertThat(adaptive.limit()).isEqualTo(30);
    assertThat(bulkhead.maxConcurrent()).isEqualTo(30);
  }

  @Test
  void settings_outOfRange_areRefusedWithTheirName() {
    assertThatThrownBy(() -> AdaptiveConcurrency.gradient(bulkhead, 10, 5))
        .hasMessage("min must be from 1 to 5, but is 10");
    assertThatThrownBy(() -> AdaptiveConcurrency.gradient(bulkhead, 1, 0))
        .hasMessageContaining("max");
    assertThatThrownBy(() -> AdaptiveConcurrency.aimd(bulkhead, 1, 5, Duration.ZERO))
        .hasMessageContaining("slowerThan");
  }

  @Test
  void stop_leavesTheSizeToOthers() {
    AdaptiveConcurrency adaptive = AdaptiveConcurrency.aimd(bulkhead, 5, 22, SECOND);
    fill(20);
    long ticket = time.nanoTime();

    adaptive.stop();
    bulkhead.resize(20);
    second(adaptive, FAST, Verdict.SUCCESS);
    adaptive.exit(ticket, Assessment.of(Verdict.SUCCESS));

    assertThat(bulkhead.maxConcurrent()).isEqualTo(20);
    assertThat(bulkhead.inUse()).isEqualTo(19);
  }
}
