// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import static io.switchgear.testkit.Calls.failTimes;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.cache.AnswerCache;
import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.circuitbreaker.CircuitState;
import io.switchgear.core.Assessment;
import io.switchgear.core.AttemptBudget;
import io.switchgear.core.CallOptions;
import io.switchgear.core.Verdicts;
import io.switchgear.hedge.Hedge;
import io.switchgear.testkit.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever becomes of the trial calls, the circuit never stays half-open for ever. */
@Timeout(60)
class HalfOpenPipelineTest {
  private final VirtualTime time = new VirtualTime();
  private final CircuitBreaker circuit =
      CircuitBreaker.named("erp").trialCalls(2).trialTimeout(ofSeconds(40)).time(time).build();
  private final PipelineConfig<String> erp = Pipeline.<String>named("erp").time(time);
  private final CompletableFuture<String> hanging = new CompletableFuture<>();

  @AfterEach
  void leaveNothingBehind() {
    assertThat(time.scheduledTasks()).isZero();
  }

  private void halfOpen() {
    failTimes(circuit, 5);
    time.advance(ofSeconds(30));
    assertThat(circuit.state()).isEqualTo(CircuitState.HALF_OPEN);
  }

  private static CompletionStage<String> ok() {
    return CompletableFuture.completedFuture("ok");
  }

  /** How a trial call ends badly, or doesn't. */
  enum Fate {
    NEVER_ENDS,
    CANCELLED_BY_ITSELF,
    THROWS_AN_ERROR,
    CANT_BE_READ,
    WAITED_FOR_BY_NOBODY,
    CANCELLED_BY_ITS_CALLER;

    CompletionStage<String> trial() {
      return switch (this) {
        case NEVER_ENDS, WAITED_FOR_BY_NOBODY, CANCELLED_BY_ITS_CALLER -> new CompletableFuture<>();
        case CANCELLED_BY_ITSELF -> {
          CompletableFuture<String> cancelled = new CompletableFuture<>();
          cancelled.cancel(true);
          yield cancelled;
        }
        case THROWS_AN_ERROR -> throw new StackOverflowError();
        case CANT_BE_READ -> CompletableFuture.completedFuture("unreadable");
      };
    }
  }

  @ParameterizedTest
  @EnumSource(Fate.class)
  void caseR8_bothTrialsAreTaken_healthyCallsCloseTheCircuit(Fate fate) {
    Pipeline<String> pipeline =
        erp.verdicts(HalfOpenPipelineTest::read).circuitBreaker(circuit).build();
    halfOpen();
    List<CompletableFuture<String>> trials = new ArrayList<>();
    for (int trial = 0; trial < 2; trial++) {
      trials.add(pipeline.callAsync(fate::trial));
    }
    if (fate == Fate.CANCELLED_BY_ITS_CALLER) {
      trials.forEach(trial -> trial.cancel(true));
    }

    for (int healthy = 0; healthy < 100; healthy++) {
      time.advance(ofSeconds(1));
      var unused = pipeline.callAsync(HalfOpenPipelineTest::ok);
    }

    assertThat(circuit.state()).isEqualTo(CircuitState.CLOSED);
  }

  private static Assessment read(@Nullable String result, @Nullable Throwable error) {
    if ("unreadable".equals(result)) {
      throw new IllegalStateException(result);
    }
    return Verdicts.standard().assess(result, error);
  }

  @Test
  void caseT1_hedgedTrialIsCancelled_givesBothPlacesBack() {
    Pipeline<String> pipeline =
        erp.hedge(
                Hedge.named("erp")
                    .after(ofMillis(10))
                    .idempotent(true)
                    .budget(AttemptBudget.unlimited()))
            .circuitBreaker(circuit)
            .build();
    halfOpen();
    CompletableFuture<String> trial = pipeline.callAsync(() -> hanging.copy());
    time.advance(ofMillis(10));
    assertThat(circuit.snapshot().trialsOut()).isEqualTo(2);

    trial.cancel(true);

    assertThat(circuit.state()).isEqualTo(CircuitState.HALF_OPEN);
    assertThat(circuit.snapshot().trialsOut()).isZero();
    assertThat(pipeline.callAsync(HalfOpenPipelineTest::ok)).isCompletedWithValue("ok");
  }

  @Test
  void caseT1_allWhoWaitForACachedTrialGo_givesItsPlaceBack() {
    Pipeline<String> pipeline =
        erp.cache(AnswerCache.named("erp").freshFor(ofMinutes(1))).circuitBreaker(circuit).build();
    halfOpen();
    CallOptions question = CallOptions.none().cacheKey("parcel");
    Supplier<CompletionStage<String>> call = () -> hanging;
    CompletableFuture<String> leader = pipeline.callAsync(question, call);
    CompletableFuture<String> follower = pipeline.callAsync(question, call);

    leader.cancel(true);
    assertThat(circuit.snapshot().trialsOut()).isEqualTo(1);
    follower.cancel(true);

    assertThat(hanging).isCancelled();
    assertThat(circuit.snapshot().trialsOut()).isZero();
    assertThat(circuit.state()).isEqualTo(CircuitState.HALF_OPEN);
  }
}
