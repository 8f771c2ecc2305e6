// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import static io.switchgear.circuitbreaker.TripRule.consecutiveFailures;
import static io.switchgear.testkit.Calls.failTimes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.switchgear.core.CallRejectedException;
import io.switchgear.core.Verdict;
import io.switchgear.testkit.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/** The forms of a call, and the settings. */
class CircuitBreakerTest {
  private final VirtualTime time = new VirtualTime();
  private final CircuitBreaker breaker = CircuitBreaker.named("erp").time(time).build();

  @Test
  void call_passesResultAndCheckedExceptionThrough() {
    String result = breaker.call(() -> "ok");

    assertThat(result).isEqualTo("ok");
    assertThatThrownBy(() -> breaker.call(CircuitBreakerTest::ioFailure))
        .isInstanceOf(IOException.class);
  }

  @Test
  void tripOn_withoutAName_beginsSettingsLikeNamed() {
    CircuitBreakerConfig settings = CircuitBreaker.tripOn(consecutiveFailures(2));
    CircuitBreaker unnamed = settings.time(time).build();

    failTimes(unnamed, 2);

    assertThat(unnamed.name()).isEqualTo("circuit-breaker");
    assertThat(unnamed.state()).isEqualTo(CircuitState.OPEN);
  }

  @Test
  void call_whenOpen_doesNotCall() {
    failTimes(breaker, 5);
    boolean[] called = new boolean[1];

    assertThatThrownBy(() -> breaker.call(() -> called[0] = true))
        .isInstanceOf(CallRejectedException.class);

    assertThat(called[0]).isFalse();
    assertThat(breaker.stats().calls().rejected()).isEqualTo(1);
  }

  @Test
  void countCallsOff_numbersOfCallsStandStill_theCircuitWorks() {
    CircuitBreaker uncounted =
        CircuitBreaker.tripOn(consecutiveFailures(2)).countCalls(false).time(time).build();

    uncounted.call(() -> "ok");
    failTimes(uncounted, 2);
    assertThat(uncounted.admit()).isInstanceOf(CircuitRejection.class);

    CircuitStats stats = uncounted.stats();
    assertThat(stats.calls().byVerdict().values()).containsOnly(0L);
    assertThat(stats.calls().rejected()).isZero();
    assertThat(stats.permits()).isEqualTo(new CircuitStats.Permits(0, 0, 0));
    assertThat(stats.transitions().get(CircuitState.CLOSED)).containsEntry(CircuitState.OPEN, 1L);
  }

  @Test
  void countCalls_changedLive_countsFromThenOn() {
    CircuitBreakerConfig settings = CircuitBreaker.named("erp").time(time);
    CircuitBreaker changing = settings.countCalls(false).build();
    changing.call(() -> "ok");

    changing.reconfigure(settings.countCalls(true));
    changing.call(() -> "ok");
    changing.reconfigure(settings.countCalls(false));
    changing.call(() -> "ok");

    assertThat(changing.stats().permits().settled()).isEqualTo(1);
  }

  @Test
  void callAsync_settlesWhenTheStageCompletes() {
    CompletableFuture<String> inner = new CompletableFuture<>();
    CompletableFuture<String> outer = breaker.callAsync(() -> inner);

    assertThat(breaker.stats().permits().settled()).isZero();
    inner.complete("ok");

    assertThat(outer).isCompletedWithValue("ok");
    assertThat(breaker.stats().calls().byVerdict()).containsEntry(Verdict.SUCCESS, 1L);
  }

  @Test
  void callAsync_wrappedFailures_countAndComeOutUnwrapped() {
    for (int i = 0; i < 5; i++) {
      CompletableFuture<String> outer =
          breaker.callAsync(
              () -> CompletableFuture.failedFuture(new CompletionException(new IOException("x"))));
      assertThat(outer)
          .failsWithin(Duration.ZERO)
          .withThrowableThat()
          .withCauseInstanceOf(IOException.class);
    }

    assertThat(breaker.state()).isEqualTo(CircuitState.OPEN);
  }

  @Test
  void caseR4_supplierThrowsOrGivesNoStage_completesExceptionally() {
    CompletableFuture<String> thrown =
        breaker.callAsync(
            () -> {
              throw new IllegalStateException("no call");
            });
    CompletableFuture<String> missing = breaker.callAsync(CircuitBreakerTest::noStage);

    assertThat(thrown).isCompletedExceptionally();
    assertThat(missing).isCompletedExceptionally();
    assertThat(breaker.stats().permits()).isEqualTo(new CircuitStats.Permits(2, 0, 0));
  }

  @Test
  void callAsync_whenOpen_completesWithTheRejection() {
    failTimes(breaker, 5);

    CompletableFuture<String> outer =
        breaker.callAsync(() -> CompletableFuture.completedFuture("ok"));

    assertThat(outer)
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withCauseInstanceOf(CircuitBreakerRejectedException.class);
  }

  @Test
  void callAsync_stageThatRefusesCallbacks_losesNoPermit() {
    CompletableFuture<String> outer = breaker.callAsync(RefusingStage::new);

    assertThat(outer).isCompletedExceptionally();
    assertThat(breaker.stats().permits()).isEqualTo(new CircuitStats.Permits(1, 0, 0));
  }

  @Test
  void caseT7_callerCancels50Calls_nothingCounts() {
    CircuitBreaker strict =
        CircuitBreaker.named("erp").tripOn(consecutiveFailures(1)).time(time).build();

    for (int i = 0; i < 50; i++) {
      CompletableFuture<String> call = strict.callAsync(CompletableFuture::new);
      assertThat(call.cancel(true)).isTrue();
      assertThatThrownBy(
              () ->
                  strict.call(
                      () -> {
                        throw new CancellationException();
                      }))
          .isInstanceOf(CancellationException.class);
    }

    assertThat(strict.state()).isEqualTo(CircuitState.CLOSED);
    assertThat(strict.snapshot().evidence()).isEqualTo("nothing to note");
  }

  @Test
  void nestedRejection_isNoFailureOfTheOuterOne() {
    failTimes(breaker, 5);
    CircuitBreaker outer =
        CircuitBreaker.named("outer").tripOn(consecutiveFailures(1)).time(time).build();

    assertThatThrownBy(() -> outer.call(() -> breaker.call(() -> "ok")))
        .isInstanceOf(CircuitBreakerRejectedException.class);

    assertThat(outer.state()).isEqualTo(CircuitState.CLOSED);
  }

  @Test
  void settings_areCopies() {
    CircuitBreakerConfig base = CircuitBreaker.named("erp").coolDown(Duration.ofSeconds(1));
    CircuitBreakerConfig changed = base.coolDown(Duration.ofSeconds(2)).name("crm");

    assertThat(base.coolDown().first()).isEqualTo(Duration.ofSeconds(1));
    assertThat(base.name()).isEqualTo("erp");
    assertThat(changed.coolDown().first()).isEqualTo(Duration.ofSeconds(2));
    assertThat(changed.name()).isEqualTo("crm");
  }

  @Test
  void settings_defaults() {
    CircuitBreakerConfig config = CircuitBreaker.named("erp");

    assertThat(config.coolDown().first()).isEqualTo(Duration.ofSeconds(30));
    assertThat(config.trialCalls()).isEqualTo(1);
    assertThat(config.successThreshold()).isEqualTo(1);
    assertThat(config.trialCalls(3).successThreshold()).isEqualTo(3);
    assertThat(config.trialTimeout()).isEqualTo(Duration.ofSeconds(30));
    assertThat(config.coolDown(Duration.ofSeconds(90)).trialTimeout())
        .isEqualTo(Duration.ofSeconds(90));
    assertThat(config.tripRules())
        .extracting(TripRule::toString)
        .containsExactly("5 consecutive failures");
  }

  @Test
  void settings_outOfRange_nameArgumentAndValue() {
    CircuitBreakerConfig config = CircuitBreaker.named("erp");

    assertThatThrownBy(() -> CircuitBreaker.named(" ")).hasMessage("name must not be blank");
    assertThatThrownBy(() -> config.coolDown(Duration.ZERO))
        .hasMessage("coolDown must be from 1 ms to 366 days, but is PT0S");
    assertThatThrownBy(() -> config.coolDown(Duration.ofSeconds(Long.MAX_VALUE)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> config.trialCalls(0))
        .hasMessage("trialCalls must be from 1 to 1000, but is 0");
    assertThatThrownBy(() -> config.successThreshold(1_001))
        .hasMessage("successThreshold must be from 1 to 1000, but is 1001");
  }

  private static Object ioFailure() throws IOException {
    throw new IOException("refused");
  }

  @SuppressWarnings("NullAway") // The caller's defect that the test is about.
  private static CompletionStage<String> noStage() {
    return null;
  }

  /** A stage of somebody else's that can't be listened to. */
  private static final class RefusingStage extends CompletableFuture<String> {
    @Override
    public CompletableFuture<String> whenComplete(
        BiConsumer<? super String, ? super Throwable> action) {
      throw new UnsupportedOperationException();
    }
  }
}
