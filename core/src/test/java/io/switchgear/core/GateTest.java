// SPDX-License-Identifier: Apache-2.0
package io.switchgear.core;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.switchgear.bulkhead.AdaptiveConcurrency;
import io.switchgear.bulkhead.Bulkhead;
import io.switchgear.bulkhead.BulkheadRejectedException;
import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.circuitbreaker.CircuitBreakerRejectedException;
import io.switchgear.circuitbreaker.CircuitState;
import io.switchgear.circuitbreaker.Directive;
import io.switchgear.ratelimit.AdaptivePacer;
import io.switchgear.ratelimit.RateLimiter;
import io.switchgear.ratelimit.RateLimiterRejectedException;
import io.switchgear.testkit.Calls;
import io.switchgear.testkit.VirtualTime;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What the policies do as gates beyond the contract that {@link GateContractTest} checks. */
class GateTest {
  private static final Assessment FAILURE = Assessment.of(Verdict.FAILURE);

  private final VirtualTime time = new VirtualTime();
  private final CallOptions inAHurry =
      CallOptions.none().deadline(Deadline.after(ofMillis(300), time));

  @Test
  void exit_ofACircuitsTicket_countsAsAResult() {
    CircuitBreaker erp = CircuitBreaker.named("erp").time(time).build();

    for (int call = 0; call < 5; call++) {
      erp.exit(erp.enter(CallOptions.none()), FAILURE);
    }

    assertThat(erp.state()).isEqualTo(CircuitState.OPEN);
    assertThatThrownBy(() -> erp.enter(CallOptions.none()))
        .isInstanceOf(CircuitBreakerRejectedException.class);
    assertThat(erp.enterLater(CallOptions.none())).isCompletedExceptionally();
  }

  @Test
  void check_ofAHalfOpenCircuit_takesNoTrialCallsPlace() {
    CircuitBreaker erp = CircuitBreaker.named("erp").time(time).build();
    Calls.failTimes(erp, 5);
    time.advance(ofSeconds(30));

    erp.check(CallOptions.none());
    erp.check(CallOptions.none());
    long trial = erp.enter(CallOptions.none());

    assertThatThrownBy(() -> erp.check(CallOptions.none()))
        .isInstanceOf(CircuitBreakerRejectedException.class);
    erp.cancel(trial);
    erp.check(CallOptions.none());
  }

  @Test
  void check_underAnOrderForAllKeys_followsTheOrder() {
    var keyed = CircuitBreaker.named("erp").time(time).<String>keyed();
    CircuitBreaker erp = keyed.forKey("k1");
    Calls.failTimes(erp, 5);

    keyed.metricsOnly(Directive.by("ana"));
    erp.check(CallOptions.none());
    keyed.forceOpen(Directive.by("ana"));

    assertThatThrownBy(() -> keyed.forKey("k2").check(CallOptions.none()))
        .isInstanceOf(CircuitBreakerRejectedException.class);
  }

  @Test
  void enter_ofAFullBulkhead_waitsOnlyIfThereIsAQueue() {
    Bulkhead none = Bulkhead.named("erp").maxConcurrent(1).time(time).build();
    Bulkhead queue = Bulkhead.named("erp").maxConcurrent(1).maxQueued(1).time(time).build();
    none.enter(CallOptions.none());
    long place = queue.enter(CallOptions.none());

    assertThatThrownBy(() -> none.enter(CallOptions.none()))
        .isInstanceOf(BulkheadRejectedException.class);
    assertThat(queue.enter(CallOptions.none())).isEqualTo(Gate.WAITS);
    CompletableFuture<Long> later = queue.enterLater(CallOptions.none());
    assertThat(later).isNotDone();

    queue.cancel(place);

    assertThat(later).isCompleted();
    assertThat(queue.inUse()).isEqualTo(1);
  }

  @Test
  void enter_ofABulkhead_looksAtThePriority() {
    Bulkhead erp = Bulkhead.named("erp").maxConcurrent(10).shares(1, 0.1).time(time).build();
    CallOptions sheddable = CallOptions.none().priority(Priority.SHEDDABLE);
    erp.enter(sheddable);

    assertThatThrownBy(() -> erp.enter(sheddable)).isInstanceOf(BulkheadRejectedException.class);
    assertThat(erp.enter(CallOptions.none())).isNotEqualTo(Gate.WAITS);
  }

  @Test
  void exit_ofAnAdaptiveBulkhead_teachesIt() {
    Bulkhead erp = Bulkhead.named("erp").maxConcurrent(10).time(time).build();
    AdaptiveConcurrency adaptive = AdaptiveConcurrency.aimd(erp, 1, 100, ofSeconds(1));

    for (int second = 0; second < 3; second++) {
      long[] tickets = new long[Math.max(1, erp.maxConcurrent())];
      for (int call = 0; call < tickets.length; call++) {
        tickets[call] = adaptive.enter(CallOptions.none());
      }
      time.advance(ofSeconds(2));
      for (long ticket : tickets) {
        adaptive.exit(ticket, FAILURE);
      }
    }

    assertThat(erp.maxConcurrent()).isLessThan(10);
    assertThat(erp.inUse()).isZero();
  }

  @Test
  void enter_ofALimiterThatIsUsedUp_refusesOrWaitsAsItsMaxWaitSays() {
    var settings = RateLimiter.named("erp").tokenBucket(1, ofMinutes(1), 1).time(time);
    RateLimiter strict = settings.build();
    RateLimiter patient = settings.maxWait(ofMinutes(2)).build();
    strict.enter(CallOptions.none());
    patient.enter(CallOptions.none());

    assertThatThrownBy(() -> strict.enter(CallOptions.none()))
        .isInstanceOf(RateLimiterRejectedException.class);
    assertThatThrownBy(() -> patient.enter(inAHurry))
        .isInstanceOf(RateLimiterRejectedException.class);
    assertThat(patient.enter(CallOptions.none())).isEqualTo(Gate.WAITS);

    CompletableFuture<Long> later = patient.enterLater(CallOptions.none());
    time.advance(ofMinutes(1));
    assertThat(later).isCompleted();
  }

  @Test
  void exit_ofAPacersTicket_teachesIt() {
    AdaptivePacer erp = AdaptivePacer.named("erp", 600, ofMinutes(1)).time(time).build();
    long ticket = erp.enter(CallOptions.none());

    erp.exit(ticket, Assessment.of(Verdict.THROTTLED).retryAfter(ofSeconds(10)));

    assertThat(erp.pause()).isEqualTo(ofSeconds(10));
    assertThat(erp.enter(CallOptions.none())).isEqualTo(Gate.WAITS);
  }
}
