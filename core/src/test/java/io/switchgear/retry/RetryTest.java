// SPDX-License-Identifier: Apache-2.0
package io.switchgear.retry;

import static io.switchgear.retry.RetryConfig.exponential;
import static io.switchgear.retry.RetryConfig.fixed;
import static io.switchgear.retry.RetryConfig.never;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofNanos;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.circuitbreaker.CircuitBreakerRejectedException;
import io.switchgear.circuitbreaker.Directive;
import io.switchgear.circuitbreaker.Permit;
import io.switchgear.core.Assessment;
import io.switchgear.core.AttemptBudget;
import io.switchgear.core.CallOptions;
import io.switchgear.core.Deadline;
import io.switchgear.core.DeadlineOverException;
import io.switchgear.core.RejectionReason;
import io.switchgear.core.Repeat;
import io.switchgear.core.Verdict;
import io.switchgear.testkit.RefusingTime;
import io.switchgear.testkit.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryTest {
  private final ImpatientTime time = new ImpatientTime();
  private final RetryConfig settings = exponential(ofMillis(200)).noJitter().time(time);
  private final FlakyCall down = FlakyCall.down();

  @Test
  void call_failsTwice_isMadeThreeTimes() throws IOException {
    FlakyCall flaky = FlakyCall.failing(2);

    String result = settings.build().call(flaky::make);

    assertThat(result).isEqualTo("ok");
    assertThat(time.waits()).containsExactly(ofMillis(200), ofMillis(400));
  }

  @Test
  void call_neverSucceeds_throwsTheLastErrorUnchanged() {
    Retry retry = settings.maxAttempts(4).build();

    assertThatThrownBy(() -> retry.call(down::make))
        .isInstanceOf(IOException.class)
        .hasMessage("reset 4")
        .hasNoSuppressedExceptions();
    assertThat(down.attempts()).isEqualTo(4);
  }

  @Test
  void named_defaults_areThreeAttemptsUpTo5Seconds() {
    assertThat(Retry.named("erp").build())
        .hasToString(
            "erp: at most 3 attempts, exponential(PT0.2S to PT5S) with full jitter,"
                + " budget 10.0 % of calls, min 1.0/s");
  }

  @ParameterizedTest
  @CsvSource({
    "FAILURE,   BY_VERDICT, true,  2",
    "FAILURE,   BY_VERDICT, false, 1",
    "IGNORED,   BY_VERDICT, true,  1",
    "FAILURE,   USELESS,    true,  1",
    "THROTTLED, USELESS,    true,  1",
    "IGNORED,   USELESS,    true,  1",
    "IGNORED,   USEFUL,     true,  2",
    "IGNORED,   USEFUL,     false, 1",
    "FAILURE,   UNSEEN,     false, 2",
    "IGNORED,   UNSEEN,     false, 2",
    "SUCCESS,   USEFUL,     true,  1"
  })
  void attempt_isRepeatedAsItsReadingSays(
      Verdict verdict, Repeat repeat, boolean idempotent, int attempts) throws IOException {
    Assessment reading = Assessment.of(verdict).repeat(repeat);
    Retry retry = settings.maxAttempts(2).verdicts((result, error) -> reading).build();
    FlakyCall call = FlakyCall.failing(0);

    var unused = retry.call(CallOptions.none().idempotent(idempotent), call::make);

    assertThat(call.attempts()).isEqualTo(attempts);
  }

  @Test
  void never_failing_isMadeOnce() {
    assertThatThrownBy(() -> never().time(time).build().call(down::make)).hasMessage("reset 1");
    assertThatThrownBy(() -> never().maxAttempts(2))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("a retry that is never() makes one attempt");
    assertThat(time.waits()).isEmpty();
  }

  @Test
  void call_failingResult_isMadeAgainAndReturnedInTheEnd() {
    Retry retry =
        settings
            .verdicts((result, error) -> Assessment.of(Verdict.THROTTLED))
            .maxAttempts(2)
            .build();
    List<Integer> results = new ArrayList<>();

    int last =
        retry.call(
            () -> {
              results.add(results.size() + 1);
              return results.size();
            });

    assertThat(last).isEqualTo(2);
    assertThat(results).containsExactly(1, 2);
  }

  @Test
  void call_ignoredError_isNotRetried() {
    assertThatThrownBy(
            () ->
                settings
                    .build()
                    .call(
                        () -> {
                          throw new CancellationException("enough");
                        }))
        .hasMessage("enough");
    assertThat(time.waits()).isEmpty();
  }

  @Test
  void call_interruptedCall_isNotRetriedWhateverTheVerdict() {
    Retry retry = settings.verdicts((result, error) -> Assessment.of(Verdict.FAILURE)).build();

    assertThatThrownBy(
            () ->
                retry.call(
                    () -> {
                      throw new InterruptedException("stop");
                    }))
        .isInstanceOf(InterruptedException.class);
    assertThat(time.waits()).isEmpty();
  }

  @Test
  void call_notIdempotent_isMadeOnceUnlessThereIsAKey() {
    Retry retry = settings.build();
    CallOptions payment = CallOptions.none().idempotent(false);

    assertThatThrownBy(() -> retry.call(payment, down::make)).hasMessage("reset 1");
    assertThatThrownBy(() -> retry.call(payment.idempotencyKey("order-7"), down::make))
        .hasMessage("reset 4");
  }

  @Test
  void idempotent_false_retriesOnlyCallsThatSaySo() {
    Retry retry = settings.idempotent(false).build();

    assertThatThrownBy(() -> retry.call(down::make)).hasMessage("reset 1");
    assertThatThrownBy(() -> retry.call(CallOptions.none().idempotent(true), down::make))
        .hasMessage("reset 4");
  }

  @Test
  void call_retryAfterLongerThanTheBackOff_isWaitedForWhole() {
    Retry retry = throttledFor(ofMillis(1_234)).build();

    assertThatThrownBy(() -> retry.call(down::make)).hasMessage("reset 3");
    assertThat(time.waits()).containsExactly(ofMillis(1_234), ofMillis(1_234));
  }

  @Test
  void call_retryAfterShorterThanTheBackOff_waitsTheBackOff() {
    Retry retry = throttledFor(ofMillis(300)).build();

    assertThatThrownBy(() -> retry.call(down::make)).hasMessage("reset 3");
    assertThat(time.waits()).containsExactly(ofMillis(300), ofMillis(400));
  }

  @Test
  void call_retryAfterAboveTheMaximum_endsAtOnce() {
    Retry retry = throttledFor(ofSeconds(30).plusNanos(1)).build();

    assertThatThrownBy(() -> retry.call(down::make)).hasMessage("reset 1");
    assertThatThrownBy(
            () -> throttledFor(ofSeconds(90)).maxRetryAfter(ofSeconds(90)).build().call(down::make))
        .hasMessage("reset 4");
    assertThat(time.waits()).containsExactly(ofSeconds(90), ofSeconds(90));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1})
  void call_hold_isNeverRetried_howeverShort(long millis) {
    List<RetryDecision> decisions = new ArrayList<>();
    Retry retry =
        settings
            .verdicts((result, error) -> Assessment.hold().retryAfter(ofMillis(millis)))
            .build();
    var unused = retry.onDecision(decisions::add);

    assertThatThrownBy(() -> retry.call(down::make)).hasMessage("reset 1");
    assertThat(decisions)
        .extracting(RetryDecision::end)
        .containsExactly(Optional.of(RetryEnd.HELD));
  }

  @Test
  void retryRejections_hold_isRefused() {
    assertThatThrownBy(() -> settings.retryRejections(RejectionReason.OPEN, RejectionReason.HELD))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a hold is never retried");
  }

  private RetryConfig throttledFor(Duration wait) {
    return settings.verdicts((result, error) -> Assessment.of(Verdict.THROTTLED).retryAfter(wait));
  }

  @Test
  void call_waitThatReachesTheDeadline_endsAtOnce() {
    Retry retry = settings.maxAttempts(9).build();
    CallOptions options = CallOptions.none().deadline(Deadline.after(ofMillis(600), time));

    assertThatThrownBy(() -> retry.call(options, down::make)).hasMessage("reset 2");
    assertThat(time.waits()).containsExactly(ofMillis(200));
  }

  @Test
  void call_waitThatEndsJustBeforeTheDeadline_isMade() {
    Retry retry = settings.build();
    Deadline deadline = Deadline.after(ofMillis(600).plusNanos(1), time);

    assertThatThrownBy(() -> retry.call(CallOptions.none().deadline(deadline), down::make))
        .hasMessage("reset 3");
  }

  @Test
  void call_deadlineOverWhileItRuns_startsNoOtherAttempt() {
    Retry retry = settings.build();
    CallOptions options = CallOptions.none().deadline(Deadline.after(ofSeconds(1), time));

    assertThatThrownBy(
            () ->
                retry.call(
                    options,
                    () -> {
                      time.advance(ofSeconds(1));
                      return down.make();
                    }))
        .hasMessage("reset 1");
    assertThat(time.waits()).isEmpty();
  }

  @Test
  void call_wakesUpAfterTheDeadline_startsNoOtherAttempt() {
    VirtualTime late = new VirtualTime();
    Retry retry = settings.time(new LateTime(late)).build();
    CallOptions options = CallOptions.none().deadline(Deadline.after(ofSeconds(1), late));

    assertThatThrownBy(() -> retry.call(options, down::make)).hasMessage("reset 1");
  }

  @Test
  void call_deadlineOverBefore_isNotMade() {
    Deadline over = Deadline.after(Duration.ZERO, time);

    assertThatThrownBy(() -> settings.build().call(CallOptions.none().deadline(over), down::make))
        .isInstanceOf(DeadlineOverException.class);
    assertThat(down.attempts()).isZero();
  }

  @Test
  void caseR6_aroundAForcedOpenBreaker_oneRejectionAndNoSleep() {
    CircuitBreaker breaker = CircuitBreaker.named("erp").time(time).build();
    breaker.forceOpen(Directive.by("ana"));

    assertThatThrownBy(() -> settings.build().call(() -> breaker.call(down::make)))
        .isInstanceOf(CircuitBreakerRejectedException.class);
    assertThat(breaker.stats().calls().rejected()).isEqualTo(1);
    assertThat(time.waits()).isEmpty();
  }

  @Test
  void retryRejections_waitThatFits_isMadeWithoutABudgetAndForAnyCall() throws IOException {
    CircuitBreaker breaker = openFor(ofSeconds(2));
    Retry retry =
        settings
            .budget(AttemptBudget.ofCalls(0.1).minPerSecond(0))
            .retryRejections(RejectionReason.OPEN)
            .build();
    CallOptions options = CallOptions.none().idempotent(false);

    String result = retry.call(options, () -> breaker.call(() -> "ok"));

    assertThat(result).isEqualTo("ok");
    assertThat(time.waits()).containsExactly(ofSeconds(2));
  }

  @Test
  void retryRejections_waitThatDoesNotFit_endsAtOnce() {
    CircuitBreaker breaker = openFor(ofSeconds(2));
    Retry retry = settings.retryRejections(RejectionReason.OPEN).build();
    CallOptions options = CallOptions.none().deadline(Deadline.after(ofSeconds(2), time));

    assertThatThrownBy(() -> retry.call(options, () -> breaker.call(() -> "ok")))
        .isInstanceOf(CircuitBreakerRejectedException.class);
    assertThat(time.waits()).isEmpty();
  }

  private CircuitBreaker openFor(Duration coolDown) {
    CircuitBreaker breaker = CircuitBreaker.named("erp").coolDown(coolDown).time(time).build();
    while (breaker.admit() instanceof Permit permit) {
      permit.settle(Assessment.of(Verdict.FAILURE));
    }
    return breaker;
  }

  @Test
  void caseT11c_interruptedDuringABackOff_stopsWithTheFlagSet() throws InterruptedException {
    VirtualTime standing = new VirtualTime();
    Retry retry = settings.time(standing).build();
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    AtomicReference<Boolean> flag = new AtomicReference<>();
    Thread caller =
        new Thread(
            () -> {
              try {
                retry.call(down::make);
              } catch (IOException e) {
                thrown.set(e);
                flag.set(Thread.currentThread().isInterrupted());
              }
            });
    caller.start();
    while (standing.scheduledTasks() == 0) {
      Thread.onSpinWait();
    }

    caller.interrupt();
    caller.join();

    assertThat(thrown.get()).hasMessage("reset 1").hasNoSuppressedExceptions();
    assertThat(flag).hasValue(true);
    assertThat(standing.scheduledTasks()).isZero();
    assertThat(down.attempts()).isEqualTo(1);
  }

  @Test
  void call_interruptFlagSetByTheCall_stopsWithTheFlagSet() {
    assertThatThrownBy(
            () ->
                settings
                    .build()
                    .call(
                        () -> {
                          Thread.currentThread().interrupt();
                          return down.make();
                        }))
        .hasMessage("reset 1");
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void call_verdictsThrow_throwsTheFailureWithTheHookErrorSuppressed() {
    RuntimeException broken = new IllegalStateException("broken");
    RetryConfig config =
        settings.verdicts(
            (result, error) -> {
              throw broken;
            });

    assertThatThrownBy(() -> config.build().call(down::make))
        .hasMessage("reset 1")
        .hasSuppressedException(broken);
    assertThatThrownBy(() -> config.build().call(() -> "ok")).isSameAs(broken);
  }

  @Test
  void call_chanceThrows_throwsTheFailureWithTheHookErrorSuppressed() {
    RuntimeException broken = new IllegalStateException("broken");
    Retry retry =
        settings
            .fullJitter()
            .random(
                () -> {
                  throw broken;
                })
            .build();

    assertThatThrownBy(() -> retry.call(down::make))
        .hasMessage("reset 1")
        .hasSuppressedException(broken);
  }

  @Test
  void call_schedulerRefuses_throwsTheFailureWithTheRefusalSuppressed() {
    assertThatThrownBy(() -> settings.time(new RefusingTime(time)).build().call(down::make))
        .hasMessage("reset 1")
        .satisfies(e -> assertThat(e.getSuppressed()[0]).hasMessage("shut down"));
  }

  @Test
  void onDecision_tellsAttemptsWaitsCausesAndTheEnd() {
    Retry retry = settings.name("erp").maxAttempts(2).build();
    List<RetryDecision> told = new ArrayList<>();
    retry.onDecision(told::add);

    assertThatThrownBy(() -> retry.call(down::make)).hasMessage("reset 2");

    assertThat(told)
        .extracting(RetryDecision::toString)
        .containsExactly(
            "erp: attempt 1 (FAILURE), another attempt in PT0.2S",
            "erp: attempt 2 (FAILURE), ends: ATTEMPTS_USED_UP");
    assertThat(told.get(0).error()).get().isInstanceOf(IOException.class);
    assertThat(told.get(0).end()).isEmpty();
    assertThat(told.get(1).delay()).isZero();
  }

  @Test
  void onDecision_successAtOnce_tellsNothing_successLater_isTold() throws IOException {
    Retry retry = settings.build();
    List<RetryDecision> told = new ArrayList<>();
    retry.onDecision(told::add);

    retry.call(() -> "ok");
    assertThat(told).isEmpty();
    retry.call(FlakyCall.failing(1)::make);

    assertThat(told)
        .extracting(decision -> decision.end().orElse(null))
        .containsExactly(null, RetryEnd.SUCCEEDED);
    assertThat(told.get(1).attempt()).isEqualTo(2);
  }

  @Test
  void onDecision_throwingListener_disturbsNobody() throws IOException {
    Retry retry = settings.build();
    List<RetryDecision> told = new ArrayList<>();
    var broken =
        retry.onDecision(
            decision -> {
              throw new AssertionError("broken listener");
            });
    retry.onDecision(told::add);

    assertThat(retry.call(FlakyCall.failing(1)::make)).isEqualTo("ok");
    broken.close();

    assertThat(told).hasSize(2);
  }

  @Test
  void begin_attemptsMadeBySomebodyElse_saysWhatFollows() {
    RetryRun run = fixed(ofNanos(7)).time(time).build().begin(CallOptions.none());
    Exception wrapped = new CompletionException(new IOException("reset"));

    RetryDecision decision = run.next(Assessment.of(Verdict.FAILURE), wrapped);

    assertThat(decision.isRetry()).isTrue();
    assertThat(decision.delay()).isEqualTo(ofNanos(7));
    assertThat(run.attempts()).isEqualTo(1);
    assertThat(run.next(Assessment.of(Verdict.SUCCESS), null).end()).contains(RetryEnd.SUCCEEDED);
    assertThat(run.attempts()).isEqualTo(2);
  }
}
