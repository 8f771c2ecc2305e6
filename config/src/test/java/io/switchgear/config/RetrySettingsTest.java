// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the sections about further attempts make of the settings of retries and hedges. */
class RetrySettingsTest {

  @Test
  void retry_leastSection_hasTheDefaults() {
    RequestRetryConfig retry = Parsed.dependency("retry: {}\n").retry().orElseThrow();

    assertThat(retry)
        .hasToString(
            "erp: at most 3 attempts, exponential(PT0.2S to PT5S) with full jitter, budget 10.0 %"
                + " of calls, min 1.0/s, of GET, HEAD, OPTIONS, TRACE, PUT, DELETE");
    assertThat(retry.policy().maxRetryAfter()).isEqualTo(Duration.ofSeconds(30));
    assertThat(retry.policy().idempotent()).isFalse();
    assertThat(retry.idempotencyKeys()).isEqualTo(IdempotencyKeys.PASS);
  }

  @Test
  void retry_full_hasWhatIsWritten() {
    RequestRetryConfig retry =
        Parsed.dependency(
                """
                retry:
                  maxAttempts: 5
                  backoff: { initial: 300ms, multiplier: 1.5, max: 9s, jitter: equal }
                  maxRetryAfter: 1m
                  budget: { ratio: 20%, minPerSecond: 0.5 }
                  retryRejections: [bulkhead-full, rate-limited]
                  methods: [GET, HEAD]
                  idempotencyKeys: mint
                """)
            .retry()
            .orElseThrow();

    assertThat(retry)
        .hasToString(
            "erp: at most 5 attempts, exponential(PT0.3S to PT9S) with equal jitter, budget 20.0 %"
                + " of calls, min 0.5/s, of GET, HEAD");
    assertThat(retry.policy().maxRetryAfter()).isEqualTo(Duration.ofMinutes(1));
    assertThat(retry.idempotencyKeys()).isEqualTo(IdempotencyKeys.MINT);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1s | exponential(PT1S to PT5S) with full jitter",
        "{} | exponential(PT0.2S to PT5S) with full jitter",
        "{ initial: 7s } | exponential(PT7S to PT7S) with full jitter",
        "{ jitter: none } | exponential(PT0.2S to PT5S)",
        "{ algorithm: fixed, initial: 2s } | fixed(PT2S)",
        "{ algorithm: fixed, jitter: full } | fixed(PT0.2S) with full jitter",
        "{ algorithm: decorrelated, max: 1m, multiplier: 4 } | decorrelated(PT0.2S to PT1M)",
      })
  void retry_backoff_isAsWritten(String backoff, String expected) {
    RequestRetryConfig retry =
        Parsed.dependency("retry: { backoff: " + backoff + " }\n").retry().orElseThrow();

    assertThat(retry.policy().toString()).contains(" attempts, " + expected + ", budget");
  }

  @Test
  void retry_noneOrUnlimited_areWords() {
    assertThat(Parsed.dependency("retry: none\nhedge: none\n").retry()).isEmpty();
    assertThat(
            Parsed.dependency("retry: { budget: unlimited, methods: [] }\n")
                .retry()
                .orElseThrow()
                .policy()
                .budget()
                .isUnlimited())
        .isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | at most 2 attempts, another one for the slowest 5.0 %, budget 5.0 % of calls, min"
            + " 1.0/s, of GET, HEAD, OPTIONS",
        "{ after: 200ms, maxAttempts: 3 } | at most 3 attempts, another one after PT0.2S, budget"
            + " 5.0 % of calls, min 1.0/s, of GET, HEAD, OPTIONS",
        "{ afterSlowest: 1%, initialDelay: 2s, budget: { ratio: 1% }, methods: GET } | at most 2"
            + " attempts, another one for the slowest 1.0 %, budget 1.0 % of calls, min 1.0/s, of"
            + " GET",
      })
  void hedge_eachForm_isAsWritten(String hedge, String expected) {
    assertThat(Parsed.dependency("hedge: " + hedge + "\n").hedge().orElseThrow())
        .hasToString("erp: " + expected);
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "500, 500", "64KiB, 65536", "16MiB, 16777216"})
  void replayBody_size_isInBytes(String size, int bytes) {
    assertThat(Parsed.dependency("replayBody: " + size + "\n").replayBodyBytes()).isEqualTo(bytes);
    assertThat(Parsed.dependency("throttled: pace\n").replayBodyBytes()).isEqualTo(64 * 1024);
  }

  @Test
  void wrongSettings_areToldTogether() {
    String yaml =
        """
        retry:
          maxAttempts: 0
          backoff: { initial: 2s, max: 1s, multiplier: 0.5 }
          budget: 10%
          retryRejections: [open, held, opne]
          methods: [get, POST]
          idempotencyKeys: mints
          on: [500]
        hedge: { after: 200ms, afterSlowest: 5%, initialDelay: 1s, maxAttempts: 11 }
        replayBody: 17MiB
        """;

    assertThat(Parsed.errors(yaml))
        .containsExactly(
            "t.yaml:6:20: 'maxAttempts' must be a whole number from 1 to 1000, but is '0'",
            "t.yaml:7:36: 'max' must be at least 'initial'",
            "t.yaml:7:52: 'multiplier' must be a number from 1 to 100, but is '0.5'",
            "t.yaml:8:15: 'budget' must be unlimited or a mapping, but is '10%'",
            "t.yaml:9:31: 'retryRejections' must be one of open, trials-taken, forced-open,"
                + " ramping, shedding, paced, bulkhead-full, bulkhead-timeout, rate-limited,"
                + " deadline-over, interrupted, but is 'held'",
            "t.yaml:9:37: 'retryRejections' must be one of open, trials-taken, forced-open,"
                + " ramping, shedding, paced, bulkhead-full, bulkhead-timeout, rate-limited,"
                + " deadline-over, interrupted, but is 'opne'; did you mean 'open'?",
            "t.yaml:10:17: 'methods' must be a method in capital letters, such as GET, but is"
                + " 'get'",
            "t.yaml:11:24: 'idempotencyKeys' must be one of pass, mint, but is other text",
            "t.yaml:12:7: unknown key 'on'; valid here: maxAttempts, backoff, maxRetryAfter,"
                + " budget, retryRejections, methods, idempotencyKeys",
            "t.yaml:13:28: 'afterSlowest' can't be there together with 'after'",
            "t.yaml:13:46: 'initialDelay' is for a delay that is learned, not for 'after'",
            "t.yaml:13:77: 'maxAttempts' must be a whole number from 2 to 10, but is '11'",
            "t.yaml:14:17: 'replayBody' must be from 0 to 16MiB, but is '17MiB'");
  }

  @Test
  void backoff_ofOtherAlgorithms_isRefused() {
    String yaml =
        """
        retry: { backoff: { algorithm: fixed, multiplier: 2, max: 1s } }
        hedge: { methods: [], budget: { ratio: 0%, minPerSecond: 1000001 } }
        """;

    assertThat(Parsed.errors(yaml))
        .containsExactly(
            "t.yaml:5:43: 'multiplier' isn't for 'algorithm: fixed'",
            "t.yaml:5:58: 'max' isn't for 'algorithm: fixed'",
            "t.yaml:6:44: 'ratio' must be a percentage above 0% and at most 100%, such as 50%, but"
                + " is '0%'",
            "t.yaml:6:62: 'minPerSecond' must be a number from 0 to 1000000, but is '1000001'");
  }
}
