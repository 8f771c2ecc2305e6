// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import static io.switchgear.circuitbreaker.Directive.by;
import static io.switchgear.circuitbreaker.TripRule.consecutiveFailures;
import static io.switchgear.testkit.Calls.failTimes;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.core.Assessment;
import io.switchgear.core.RejectionReason;
import io.switchgear.core.Verdict;
import io.switchgear.testkit.VirtualTime;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A trial call whose half-open period is over still runs: it keeps its place in the next one. */
class OvertakenTrialsTest {
  private static final Duration COOL_DOWN = ofSeconds(1);
  private static final Duration TRIAL_TIMEOUT = ofSeconds(30);
  private static final Assessment SUCCESS = Assessment.of(Verdict.SUCCESS);
  private static final Assessment FAILURE = Assessment.of(Verdict.FAILURE);
  private static final Directive FLEET = by("fleet");

  private final VirtualTime time = new VirtualTime();
  private final CircuitBreakerConfig settings =
      CircuitBreaker.named("erp")
          .tripOn(consecutiveFailures(1))
          .coolDown(COOL_DOWN)
          .trialTimeout(TRIAL_TIMEOUT)
          .time(time);

  /** The ways from half-open to half-open on which no call is admitted. */
  private enum Way {
    RESTRICTED {
      @Override
      void go(CircuitBreaker breaker, VirtualTime time) {
        restrict(breaker, Restriction.halfOpenAfter(ofMillis(1)));
        time.advance(ofMillis(1));
      }
    },
    RESTRICTION_LIFTED {
      @Override
      void go(CircuitBreaker breaker, VirtualTime time) {
        restrict(breaker, Restriction.openFor(ofSeconds(5)));
        restrict(breaker, Restriction.none());
      }
    },
    FORCED_OPEN_WHILE_RESTRICTED {
      @Override
      void go(CircuitBreaker breaker, VirtualTime time) {
        breaker.forceOpen(by("ana").forAtMost(ofMillis(1)));
        restrict(breaker, Restriction.halfOpenAfter(ofMillis(2)));
        time.advance(ofMillis(2));
      }
    };

    abstract void go(CircuitBreaker breaker, VirtualTime time);

    static void restrict(CircuitBreaker breaker, Restriction restriction) {
      assertThat(breaker.restrict(breaker.snapshot().generation(), restriction, FLEET)).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource(Way.class)
  void halfOpenAgain_trialOfBeforeRuns_noneIsAdmittedUntilItEnds(Way way) {
    CircuitBreaker breaker = halfOpen(settings);
    Permit overtaken = admitted(breaker);

    way.go(breaker, time);

    assertThat(breaker.state()).isEqualTo(CircuitState.HALF_OPEN);
    CircuitRejection rejection = (CircuitRejection) breaker.admit();
    assertThat(rejection.reason()).isEqualTo(RejectionReason.TRIALS_TAKEN);
    assertThat(rejection.retryAfter()).isEqualTo(ofSeconds(1));
    assertThat(breaker.snapshot().evidence())
        .isEqualTo("0 trial calls out, 0 passed, 1 of before may still run");
    overtaken.settle(FAILURE);
    assertThat(breaker.state())
        .as("a late result decides nothing")
        .isEqualTo(CircuitState.HALF_OPEN);
    assertThat(breaker.stats().calls().late()).isEqualTo(1);
    admitted(breaker).settle(SUCCESS);
    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
  }

  @ParameterizedTest
  @EnumSource(Way.class)
  void trialOfBefore_endsWhileNoCallIsAdmitted_itsPlaceIsFree(Way way) {
    CircuitBreaker breaker = halfOpen(settings.trialCalls(2));
    Permit first = admitted(breaker);
    Permit second = admitted(breaker);
    Way.restrict(breaker, Restriction.openFor(ofSeconds(1)));
    assertThat(first.release()).isTrue();

    way.go(breaker, time);
    time.advance(ofSeconds(1));

    admitted(breaker);
    assertThat(breaker.admit()).isInstanceOf(CircuitRejection.class);
    assertThat(second.release()).isTrue();
    admitted(breaker);
    assertThat(breaker.admit()).isInstanceOf(CircuitRejection.class);
  }

  @Test
  void oneOfThreeTrialsFails_theOthersStillCountInTheNextHalfOpenPeriod() {
    CircuitBreaker breaker = halfOpen(settings.trialCalls(3));
    Permit failing = admitted(breaker);
    admitted(breaker);
    admitted(breaker);

    failing.settle(FAILURE);
    time.advance(COOL_DOWN);

    admitted(breaker);
    assertThat(breaker.admit()).isInstanceOf(CircuitRejection.class);
    assertThat(breaker.snapshot().trialsOut()).isEqualTo(1);
  }

  @Test
  void probeEndsTheOpenState_trialOfBeforeStillCounts() {
    CircuitBreakerConfig probed =
        settings.healthProbe(key -> CompletableFuture.completedFuture(true), ofSeconds(1));
    CircuitBreaker breaker = halfOpen(probed.trialCalls(2));
    Permit failing = admitted(breaker);
    admitted(breaker);

    failing.settle(FAILURE);
    time.advance(Duration.ZERO);

    assertThat(breaker.state()).isEqualTo(CircuitState.HALF_OPEN);
    admitted(breaker);
    assertThat(breaker.admit()).isInstanceOf(CircuitRejection.class);
  }

  @Test
  void trialOfBefore_runsLongerThanATrialMay_isWaitedForNoLonger() {
    CircuitBreaker breaker = halfOpen(settings);
    Permit hanging = admitted(breaker);
    Way.RESTRICTED.go(breaker, time);

    time.advance(TRIAL_TIMEOUT.minusMillis(2));
    assertThat(((CircuitRejection) breaker.admit()).retryAfter()).isEqualTo(ofMillis(1));
    time.advance(ofMillis(1));

    Permit trial = admitted(breaker);
    assertThat(hanging.release()).isTrue();
    assertThat(breaker.admit()).as("its end frees no second place").isNotInstanceOf(Permit.class);
    trial.settle(SUCCESS);
    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
  }

  @Test
  void rejection_askedWhenThePlaceIsFree_stillNamesAWait() {
    CircuitBreaker breaker = halfOpen(settings);
    admitted(breaker);
    Way.RESTRICTED.go(breaker, time);
    CircuitRejection rejection = (CircuitRejection) breaker.admit();

    time.advance(TRIAL_TIMEOUT);

    assertThat(rejection.retryAfter()).isEqualTo(ofSeconds(1));
  }

  @Test
  void fewerTrialCallsLive_noneIsAdmittedUntilEnoughHaveEnded() {
    CircuitBreaker breaker = halfOpen(settings.trialCalls(3));
    Permit first = admitted(breaker);
    Permit second = admitted(breaker);
    Way.RESTRICTED.go(breaker, time);

    breaker.reconfigure(settings.trialCalls(1));

    assertThat(breaker.admit()).isInstanceOf(CircuitRejection.class);
    assertThat(first.release()).isTrue();
    assertThat(breaker.admit()).isInstanceOf(CircuitRejection.class);
    assertThat(second.release()).isTrue();
    admitted(breaker);
  }

  @Test
  void circuitWasClosedMeanwhile_trialOfBeforeIsACallLikeOthers() {
    CircuitBreaker breaker = halfOpen(settings);
    admitted(breaker);
    breaker.reset(by("ana"));

    failTimes(breaker, 1);
    time.advance(COOL_DOWN);

    admitted(breaker).settle(SUCCESS);
    assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
  }

  @Test
  void metricsOnly_shadowCountsThemToo() {
    CircuitBreaker breaker = settings.build();
    breaker.metricsOnly(by("ana"));
    failTimes(breaker, 1);
    time.advance(COOL_DOWN);
    Permit overtaken = admitted(breaker);
    Way.RESTRICTED.go(breaker, time);

    admitted(breaker);
    assertThat(breaker.snapshot().trialsOut()).as("it was admitted unwatched").isZero();
    overtaken.settle(SUCCESS);
    admitted(breaker);

    assertThat(breaker.snapshot().trialsOut()).isEqualTo(1);
  }

  private CircuitBreaker halfOpen(CircuitBreakerConfig config) {
    CircuitBreaker breaker = config.build();
    failTimes(breaker, 1);
    time.advance(COOL_DOWN);
    assertThat(breaker.state()).isEqualTo(CircuitState.HALF_OPEN);
    return breaker;
  }

  private static Permit admitted(CircuitBreaker breaker) {
    Admission admission = breaker.admit();
    assertThat(admission).isInstanceOf(Permit.class);
    return (Permit) admission;
  }
}
