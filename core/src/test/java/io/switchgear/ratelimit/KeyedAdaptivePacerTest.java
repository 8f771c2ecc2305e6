// SPDX-License-Identifier: Apache-2.0
package io.switchgear.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.core.Assessment;
import io.switchgear.core.KeyLimits;
import io.switchgear.core.Verdict;
import io.switchgear.testkit.VirtualTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class KeyedAdaptivePacerTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Assessment IN_A_MINUTE = Assessment.of(Verdict.THROTTLED).retryAfter(MINUTE);

  private final VirtualTime time = new VirtualTime();

  /** Keys are forgotten after ten idle minutes, if nothing is lost with them. */
  private final KeyedAdaptivePacer<String> pacers =
      AdaptivePacer.named("erp", 60, MINUTE)
          .time(time)
          .keyed(KeyLimits.maxKeys(10).idleAfter(MINUTE.multipliedBy(10)));

  private void idle(Duration duration) {
    time.advance(duration);
    pacers.tick();
  }

  @Test
  void forKey_eachKey_learnsForItself() {
    time.advance(MINUTE);

    pacers.forKey("a").onResult(pacers.forKey("a").tryAcquire(), IN_A_MINUTE);

    assertThat(pacers.forKey("a").tryAcquire().allowed()).isFalse();
    assertThat(pacers.forKey("b").tryAcquire().allowed()).isTrue();
    assertThat(pacers.forKey("a").key()).hasValue("a");
    assertThat(pacers.size()).isEqualTo(2);
  }

  @Test
  void tick_idleKeyThatHasLearnedNothing_isForgotten() {
    pacers.forKey("a").tryAcquire();

    idle(MINUTE.multipliedBy(10));
    assertThat(pacers.size()).isEqualTo(1);
    idle(MINUTE.multipliedBy(10));

    assertThat(pacers.size()).isZero();
  }

  @Test
  void tick_idleKeyThatHasLearnedSomething_isKeptForAnHour() {
    AdaptivePacer pacer = pacers.forKey("a");
    pacer.onResult(pacer.tryAcquire(), IN_A_MINUTE);

    for (int tenMinutes = 1; tenMinutes <= 6; tenMinutes++) {
      idle(MINUTE.multipliedBy(10));
      assertThat(pacers.size()).isEqualTo(1);
    }
    idle(MINUTE.multipliedBy(10));

    assertThat(pacers.size()).isZero();
  }

  @Test
  void pacerThatWasForgotten_isServedByTheOneInItsPlace() {
    AdaptivePacer held = pacers.forKey("a");
    Decision admitted = held.tryAcquire();
    idle(MINUTE.multipliedBy(10));
    idle(MINUTE.multipliedBy(10));
    assertThat(pacers.size()).isZero();

    held.onResult(admitted, IN_A_MINUTE);

    assertThat(pacers.forKey("a").pause()).isEqualTo(MINUTE);
    assertThat(held.tryAcquire().retryAfter()).isEqualTo(MINUTE);
  }
}
