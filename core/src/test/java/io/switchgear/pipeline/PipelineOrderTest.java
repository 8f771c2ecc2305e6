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

import io.switchgear.core.Assessment;
import io.switchgear.core.Verdict;
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
                + " bulkhead, rateLimiter, timeout");
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
