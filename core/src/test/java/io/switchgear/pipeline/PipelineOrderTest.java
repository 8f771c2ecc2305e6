// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import static io.switchgear.circuitbreaker.CircuitBreaker.tripOn;
import static io.switchgear.circuitbreaker.TripRule.consecutiveFailures;
import static io.switchgear.retry.RetryConfig.exponential;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.core.Assessment;
import io.switchgear.core.Verdict;
import io.switchgear.ratelimit.AdaptivePacer;
import io.switchgear.ratelimit.AdaptivePacerConfig;
import io.switchgear.ratelimit.RateLimiter;
import io.switchgear.retry.RetryConfig;
import org.junit.jupiter.api.Test;

class PipelineOrderTest {
  private final PipelineConfig<String> erp = Pipeline.named("erp");
  private final RetryConfig retry = exponential(ofMillis(200));

  @Test
  void build_inOrder_tellsItsPolicies() {
    Pipeline<String> pipeline =
        erp.fallback(() -> "table")
            .fallback(() -> "nothing")
            .deadline(ofSeconds(8))
            .retry(retry)
            .circuitBreaker(tripOn(consecutiveFailures(5)))
            .bulkhead(16)
            .rateLimiter(RateLimiter.named("erp").tokenBucket(200, ofMinutes(1), 20))
            .timeout(ofSeconds(2))
            .build();

    assertThat(pipeline)
        .hasToString(
            "erp: fallback, fallback, deadline, retry, circuitBreaker, bulkhead, rateLimiter,"
                + " timeout");
    assertThat(pipeline.circuitBreaker()).get().extracting(b -> b.name()).isEqualTo("erp");
    assertThat(pipeline.retry()).get().extracting(r -> r.name()).isEqualTo("erp");
    assertThat(pipeline.bulkhead()).get().extracting(b -> b.maxConcurrent()).isEqualTo(16);
    assertThat(pipeline.rateLimiter()).get().extracting(l -> l.remaining()).isEqualTo(20);
  }

  @Test
  void build_timeoutAroundRetry_saysWhatIsMeantByThat() {
    assertThatThrownBy(() -> erp.timeout(ofSeconds(2)).retry(retry).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "retry must be written before timeout: timeout belongs inside of it, since it bounds"
                + " one attempt, without the waits before it; a limit for all together is"
                + " deadline. The order is fallback, deadline, cache, retry, hedge, circuitBreaker,"
                + " bulkhead, rateLimiter or pacer, timeout");
  }

  @Test
  void build_bulkheadAroundRetry_isRefused() {
    assertThatThrownBy(() -> erp.bulkhead(16).retry(retry).build())
        .hasMessageStartingWith(
            "retry must be written before bulkhead: bulkhead belongs inside of it, since no place"
                + " must be held while a retry waits.");
  }

  @Test
  void build_circuitBreakerAroundRetry_namesTheSetting() {
    assertThatThrownBy(
            () -> erp.circuitBreaker(tripOn(consecutiveFailures(5))).retry(retry).build())
        .hasMessageContaining("to have it count whole operations, say records(OPERATION)");
  }

  @Test
  void build_withoutPolicies_hasNone() {
    Pipeline<String> pipeline = erp.build();

    assertThat(pipeline).hasToString("erp: no policies");
    assertThat(pipeline.circuitBreaker()).isEmpty();
    assertThat(pipeline.retry()).isEmpty();
    assertThat(pipeline.bulkhead()).isEmpty();
    assertThat(pipeline.rateLimiter()).isEmpty();
    assertThat(pipeline.hedge()).isEmpty();
    assertThat(pipeline.cacheStats()).isEmpty();
  }

  @Test
  void keyed_inTheWrongOrder_isRefusedAsWell() {
    assertThatThrownBy(() -> erp.bulkhead(16).retry(retry).<String>keyed())
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void build_onePolicyTwice_isRefused() {
    assertThatThrownBy(() -> erp.bulkhead(16).bulkhead(8).build())
        .hasMessage("a pipeline can have one bulkhead");
  }

  @Test
  void build_pacerInTheWrongPlace_isNamedAsItWasWritten() {
    AdaptivePacerConfig pacer = AdaptivePacer.named("erp", 600, ofMinutes(1));

    assertThatThrownBy(() -> erp.pacer(pacer).retry(retry).build())
        .hasMessageStartingWith("retry must be written before pacer: pacer belongs inside of it");
    assertThatThrownBy(
            () ->
                erp.rateLimiter(RateLimiter.named("erp").tokenBucket(200, ofMinutes(1), 20))
                    .pacer(pacer)
                    .build())
        .hasMessage("a pipeline can have one rateLimiter or pacer");
    assertThat(erp.pacer(pacer).timeout(ofSeconds(2))).hasToString("erp: pacer, timeout");
  }

  @Test
  void build_fallbackAndNoFallback_isRefused() {
    assertThatThrownBy(() -> erp.fallback(() -> "table").noFallback("later").build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("fallback and noFallback contradict each other: leave one of them out");
  }

  @Test
  void build_recordsOperationsWithoutABreaker_isRefused() {
    assertThatThrownBy(() -> erp.retry(retry).records(Records.OPERATION).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("records(OPERATION) is about a circuitBreaker: add one, or leave it out");
  }

  @Test
  void build_timeoutLongerThanTheDeadline_isRefused() {
    PipelineConfig<String> hurried = erp.deadline(ofSeconds(2));

    assertThatThrownBy(() -> hurried.timeout(ofSeconds(3)).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "timeout must be at most the deadline, which bounds all attempts together: PT3S is more"
                + " than PT2S");
    assertThat(hurried.timeout(ofSeconds(2)).build()).isNotNull();
  }

  @Test
  void keyed_withoutAPolicyThatHasKeys_isRefused() {
    assertThatThrownBy(() -> erp.retry(retry).bulkhead(16).<String>keyed())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "keyed needs a policy that has keys: add the settings of a circuitBreaker, rateLimiter,"
                + " pacer or cache, or use build instead");
  }

  @Test
  void keyed_withABreakerThatIsReady_isRefused() {
    CircuitBreaker shared = CircuitBreaker.named("erp").build();

    assertThatThrownBy(() -> erp.circuitBreaker(shared).<String>keyed())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "keyed needs the settings of a circuitBreaker rather than one that is ready, whose"
                + " circuit all keys would share");
  }

  @Test
  void keyed_contradictions_areRefusedAsWell() {
    assertThatThrownBy(() -> erp.fallback(() -> "table").noFallback("later").<String>keyed())
        .hasMessageContaining("contradict");
  }

  @Test
  void retry_withVerdictsOfItsOwn_isRefused() {
    RetryConfig own = retry.verdicts((result, error) -> Assessment.of(Verdict.FAILURE));

    assertThatThrownBy(() -> erp.retry(own))
        .hasMessage(
            "the verdicts of retry must be given to the pipeline, which reads each result once");
  }

  @Test
  void named_blank_isRefused() {
    assertThatThrownBy(() -> Pipeline.named(" ")).hasMessageContaining("name");
  }
}
