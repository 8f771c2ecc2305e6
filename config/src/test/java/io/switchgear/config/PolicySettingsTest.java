// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.bulkhead.Bulkhead;
import io.switchgear.circuitbreaker.CircuitBreakerConfig;
import io.switchgear.pipeline.Records;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the sections of a dependency make of the policies' settings. */
class PolicySettingsTest {

  @Test
  void breaker_full_hasWhatIsWritten() {
    CircuitBreakerConfig breaker =
        Parsed.dependency(
                """
                breaker:
                  trip: auto
                  coolDown: { first: 30s, max: 2m, multiplier: 3, jitter: 20%, healthyStretch: 10m }
                  proportional: { window: 10s, tolerating: 5%, minCalls: 50 }
                  trustRetryAfter: 10m
                  ramp: 1m
                  holdFor: 6h
                """)
            .breaker();

    assertThat(breaker)
        .hasToString(
            "erp: the failing share over PT10S is rejected, beyond 0.05, at least 50, trips on"
                + " [change detection], cool-down PT30S to PT2M with up to 20 % jitter");
  }

  @Test
  void breaker_proportionalAlone_hasNoTripRule() {
    String yaml = "breaker: { proportional: { window: 10s } }\n";

    assertThat(Parsed.dependency(yaml).breaker().tripRules()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "10s | PT10S",
        "{ first: 10s } | PT10S",
        "{ first: 10s, jitter: 50% } | PT10S with up to 50 % jitter",
        "{ first: 10s, max: 10s } | PT10S",
        "{ first: 10s, max: 1m } | PT10S to PT1M",
      })
  void breaker_coolDown_isAsWritten(String coolDown, String expected) {
    String yaml = "breaker: { coolDown: " + coolDown + " }\n";

    assertThat(Parsed.dependency(yaml).breaker().coolDown()).hasToString(expected);
  }

  @Test
  void breaker_records_areOfAttemptsUnlessSaidOtherwise() {
    assertThat(Parsed.dependency("breaker: {}\n").records()).isEqualTo(Records.ATTEMPT);
    assertThat(Parsed.dependency("breaker: { records: operation }\n").records())
        .isEqualTo(Records.OPERATION);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "limit: 200/min, burst: 20 | 20",
        "algorithm: tokenBucket, limit: 200/min, burst: 20 | 20",
        "algorithm: leakyBucket, limit: 200/min, capacity: 7 | 7",
        "algorithm: fixedWindow, limit: 200/min | 200",
        "algorithm: slidingWindow, limit: 200/min | 200",
        "algorithm: slidingWindowLog, limit: 200/min | 200",
      })
  void rateLimit_eachAlgorithm_hasItsNumbers(String settings, int burst) {
    var limit = Parsed.dependency("rateLimit: { " + settings + " }\n").rateLimit().orElseThrow();

    assertThat(limit.limit()).isEqualTo(200);
    assertThat(limit.per()).isEqualTo(Duration.ofMinutes(1));
    assertThat(limit.burst()).isEqualTo(burst);
    assertThat(limit.maxWait()).isZero();
    assertThat(limit.maxWaiting()).isEqualTo(1000);
  }

  @Test
  void rateLimit_algorithms_areDifferentOnes() {
    assertThat(limiter("tokenBucket, burst: 5")).contains("bucket");
    assertThat(limiter("leakyBucket, capacity: 5")).contains("leak");
    assertThat(limiter("fixedWindow")).contains("fixed");
    assertThat(limiter("slidingWindow")).contains("sliding").doesNotContain("log");
    assertThat(limiter("slidingWindowLog")).contains("log");
  }

  private static String limiter(String settings) {
    String yaml = "rateLimit: { limit: 200/min, algorithm: " + settings + " }\n";
    return Parsed.dependency(yaml).rateLimit().orElseThrow().toString();
  }

  @Test
  void rateLimit_waits_areAsWritten() {
    var limit =
        Parsed.dependency("rateLimit: { limit: 9/s, burst: 1, maxWait: 2s, maxWaiting: 7 }\n")
            .rateLimit()
            .orElseThrow();

    assertThat(limit.maxWait()).isEqualTo(Duration.ofSeconds(2));
    assertThat(limit.maxWaiting()).isEqualTo(7);
  }

  @Test
  void rateLimit_adaptive_isAPacer() {
    DependencyConfig erp =
        Parsed.dependency("rateLimit: { algorithm: adaptive, limit: 600/min, maxWait: 0s }\n");

    assertThat(erp.rateLimit()).isEmpty();
    assertThat(erp.pacer().orElseThrow().name()).isEqualTo("erp");
    assertThat(erp.pacer().orElseThrow().limit()).isEqualTo(600);
  }

  @Test
  void bulkhead_adaptive_sizesIt() {
    DependencyConfig erp =
        Parsed.dependency(
            "bulkhead: { maxConcurrent: 20, adaptiveConcurrency: { min: 5, max: 200 } }\n");
    Bulkhead bulkhead = erp.bulkhead().orElseThrow().build();

    assertThat(erp.adaptiveConcurrency().orElseThrow()).hasToString("5 to 200 at once");
    assertThat(erp.adaptiveConcurrency().orElseThrow().build(bulkhead).limit()).isEqualTo(20);
  }

  @Test
  void bulkhead_aimd_knowsWhatIsSlow() {
    var adaptive =
        Parsed.dependency(
                """
                bulkhead:
                  adaptiveConcurrency: { algorithm: aimd, min: 5, max: 200, slowerThan: 2s }
                """)
            .adaptiveConcurrency()
            .orElseThrow();

    assertThat(adaptive).hasToString("5 to 200 at once, slower than 2s");
    assertThat(adaptive.build(Bulkhead.named("erp").build()))
        .asString()
        .contains("additive increase from 5 to 200");
  }

  @Test
  void keys_limits_areAsWritten() {
    DependencyConfig erp =
        Parsed.dependency("key: { header: X-Api-Key }\nkeys: { maxKeys: 7, idleAfter: 1h }\n");

    assertThat(erp.keyLimits()).hasToString("maxKeys=7, idleAfter=PT1H");
    assertThat(Parsed.dependency("key: { path: 1 }\n").keyLimits())
        .hasToString("maxKeys=100000, idleAfter=PT10M");
  }

  @Test
  void wrongCombinations_areToldTogether() {
    String yaml =
        """
        keys: { maxKeys: 0 }
        bulkhead: { adaptiveConcurrency: { algorithm: aimd, min: 9, max: 8 } }
        rateLimit: { algorithm: adaptive, limit: 1/s, burst: 5, maxWait: 367d }
        """;

    assertThat(Parsed.errors(yaml))
        .containsExactly(
            "t.yaml:5:5: 'keys' needs a 'key', which says where keys are",
            "t.yaml:5:22: 'maxKeys' must be a whole number from 1 to 10000000, but is other text",
            "t.yaml:6:17: 'adaptiveConcurrency' has no 'slowerThan'",
            "t.yaml:6:70: 'max' must be at least 'min'",
            "t.yaml:7:51: 'burst' isn't for 'algorithm: adaptive'",
            "t.yaml:7:70: 'maxWait' must be from 0s to 366d, but is '367d'");
  }
}
