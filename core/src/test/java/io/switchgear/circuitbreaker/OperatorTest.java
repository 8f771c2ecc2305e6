// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import static io.switchgear.circuitbreaker.Directive.by;
import static io.switchgear.testkit.Calls.failTimes;
import static io.switchgear.testkit.Calls.succeedTimes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.switchgear.core.Assessment;
import io.switchgear.core.KeyLimits;
import io.switchgear.core.RejectionReason;
import io.switchgear.core.Verdict;
import io.switchgear.testkit.VirtualTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Orders of an operator. */
class OperatorTest {
  private final VirtualTime time = new VirtualTime();

  @Test
  void forceOpen_rejectsEverythingUntilReset() {
    CircuitBreaker breaker = settings().build();
    Permit running = (Permit) breaker.admit();

    breaker.forceOpen(by("ana").because("partner maintenance"));
    running.settle(Assessment.of(Verdict.SUCCESS));
    time.advance(Duration.ofDays(30));

    assertThat(breaker.state()).isEqualTo(CircuitState.FORCED_OPEN);
    CircuitRejection rejection = (CircuitRejection) breaker.admit();
    assertThat(rejection.reason()).isEqualTo(RejectionReason.FORCED_OPEN);
    assertThat(rejection.retryAfter()).isEqualTo(Duration.ofSeconds(30));
    Directive directive = breaker.snapshot().directive().orElseThrow();
    assertThat(directive.who()).isEqualTo("ana");
    assertThat(directive.reason()).hasValue("partner maintenance");

    breaker.reset(by("ana"));
    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
    succeedTimes(breaker, 1);
  }

  @Test
  void forceOpen_forATime_endsByItself() {
    CircuitBreaker breaker = settings().build();
    breaker.forceOpen(by("ana").because("maintenance").forAtMost(Duration.ofHours(2)));

    time.advance(Duration.ofHours(1));
    assertThat(((CircuitRejection) breaker.admit()).retryAfter()).isEqualTo(Duration.ofHours(1));
    time.advance(Duration.ofHours(1));

    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
    Transition last = breaker.recentTransitions().get(1);
    assertThat(last.cause().kind()).isEqualTo(TransitionCause.Kind.ORDER_OVER);
    assertThat(last.timeInFrom()).isEqualTo(Duration.ofHours(2));
  }

  @Test
  void forceOpen_again_replacesTheOrder() {
    CircuitBreaker breaker = settings().build();
    breaker.forceOpen(by("ana").forAtMost(Duration.ofHours(1)));

    breaker.forceOpen(by("ben").because("longer"));
    time.advance(Duration.ofHours(1));

    assertThat(breaker.state()).isEqualTo(CircuitState.FORCED_OPEN);
    assertThat(breaker.snapshot().directive().orElseThrow().who()).isEqualTo("ben");
  }

  @Test
  void forceOpen_ofTheFamily_rejectsEachKeyAndItsOwnStateGoesOn() {
    KeyedCircuitBreaker<String> erp = settings().keyed(KeyLimits.maxKeys(10));
    failTimes(erp.forKey("a"), 5);

    erp.forceOpen(by("ana").because("maintenance").forAtMost(Duration.ofSeconds(10)));

    for (String key : new String[] {"a", "b", "never seen"}) {
      CircuitRejection rejection = (CircuitRejection) erp.forKey(key).admit();
      assertThat(rejection.state()).isEqualTo(CircuitState.FORCED_OPEN);
      assertThat(erp.forKey(key).state()).isEqualTo(CircuitState.FORCED_OPEN);
    }
    time.advance(Duration.ofSeconds(10));
    assertThat(erp.forKey("a").state()).isEqualTo(CircuitState.OPEN);
    assertThat(erp.forKey("b").state()).isEqualTo(CircuitState.CLOSED);
    assertThat(erp.snapshot().state()).isEqualTo(CircuitState.CLOSED);
  }

  @Test
  void reset_ofTheFamily_closesEveryKey() {
    KeyedCircuitBreaker<String> erp = settings().keyed(KeyLimits.maxKeys(10));
    failTimes(erp.forKey("a"), 5);
    erp.forKey("b").forceOpen(by("ana"));
    erp.forceOpen(by("ana"));

    erp.reset(by("ana"));

    assertThat(erp.forKey("a").state()).isEqualTo(CircuitState.CLOSED);
    assertThat(erp.forKey("b").state()).isEqualTo(CircuitState.CLOSED);
    assertThat(erp.snapshot().state()).isEqualTo(CircuitState.CLOSED);
  }

  @Test
  void reset_ofTheFamily_forgetsWhatClosedKeysHaveSeen() {
    KeyedCircuitBreaker<String> erp = settings().keyed(KeyLimits.maxKeys(10));
    failTimes(erp.forKey("a"), 4);
    succeedTimes(erp.forKey("untouched"), 1);

    erp.reset(by("ana"));
    failTimes(erp.forKey("a"), 4);

    assertThat(erp.forKey("a").state()).isEqualTo(CircuitState.CLOSED);
    assertThat(erp.recentTransitions()).isEmpty();
  }

  @Test
  void reset_ofTheFamily_endsAPause() {
    KeyedCircuitBreaker<String> erp = settings().keyed(KeyLimits.maxKeys(10));
    Permit permit = (Permit) erp.forKey("a").admit();
    permit.settle(Assessment.of(Verdict.THROTTLED).retryAfter(Duration.ofHours(1)));

    erp.reset(by("ana"));

    assertThat(erp.forKey("a").admit()).isInstanceOf(Permit.class);
  }

  @Test
  void directive_blank_refused() {
    assertThatThrownBy(() -> by(" ")).hasMessage("who must not be blank");
    assertThatThrownBy(() -> by("ana").because(""))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("reason must not be blank");
  }

  private CircuitBreakerConfig settings() {
    return CircuitBreaker.named("erp").time(time);
  }
}
