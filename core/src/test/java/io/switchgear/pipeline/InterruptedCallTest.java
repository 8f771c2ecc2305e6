// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import static io.switchgear.circuitbreaker.CircuitBreaker.tripOn;
import static io.switchgear.circuitbreaker.TripRule.consecutiveFailures;
import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.switchgear.cache.AnswerCache;
import io.switchgear.core.Assessment;
import io.switchgear.core.CallOptions;
import io.switchgear.core.Verdict;
import io.switchgear.hedge.Hedge;
import io.switchgear.testkit.VirtualTime;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who catches an InterruptedException instead of the caller sets the thread's flag again. */
@Timeout(60)
class InterruptedCallTest {
  private static final CallOptions NONE = CallOptions.none();

  private final VirtualTime time = new VirtualTime();
  private final PipelineConfig<String> erp = Pipeline.<String>named("erp").time(time);
  private final InterruptedException stop = new InterruptedException("stop");

  @AfterEach
  void clearTheFlag() {
    boolean unused = Thread.interrupted();
  }

  private String interrupted() throws InterruptedException {
    throw stop;
  }

  private void assertKeepsTheFlag(Outcome<String> outcome) {
    assertThat(outcome.error()).containsSame(stop);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void execute_allForms_keepTheFlag() {
    Pipeline<String> pipeline = erp.build();

    assertKeepsTheFlag(pipeline.execute(this::interrupted));
    assertKeepsTheFlag(pipeline.execute(NONE, this::interrupted));
    assertKeepsTheFlag(pipeline.execute(NONE, options -> interrupted()));
  }

  @Test
  void execute_throughOtherPolicies_keepsTheFlag() {
    Pipeline<String> cached = erp.cache(AnswerCache.named("erp").freshFor(ofMinutes(1))).build();
    Pipeline<String> hedged =
        erp.hedge(Hedge.named("erp").idempotent(true).executor(Runnable::run)).build();
    KeyedPipeline<String, String> keyed =
        erp.circuitBreaker(tripOn(consecutiveFailures(5))).keyed();

    assertKeepsTheFlag(cached.execute(NONE.cacheKey("rates"), this::interrupted));
    assertKeepsTheFlag(hedged.execute(this::interrupted));
    assertKeepsTheFlag(keyed.forKey("ana").execute(this::interrupted));
  }

  @Test
  void execute_verdictsCallAnInterruptAFailure_noFallbackHidesIt() {
    Pipeline<String> pipeline =
        erp.verdicts((result, error) -> Assessment.of(Verdict.FAILURE))
            .fallback(() -> "sorry")
            .build();

    assertKeepsTheFlag(pipeline.execute(this::interrupted));
  }

  @Test
  void call_throwsTheExceptionItself_leavesTheFlagClear() {
    assertThatThrownBy(() -> erp.build().call(this::interrupted)).isSameAs(stop);
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void executeAsync_stageFailsWithAnInterrupt_leavesTheThreadThatEndsItAlone() {
    Outcome<String> outcome =
        erp.build().executeAsync(NONE, () -> CompletableFuture.failedFuture(stop)).join();

    assertThat(outcome.error()).containsSame(stop);
    assertThat(Thread.interrupted()).isFalse();
  }
}
