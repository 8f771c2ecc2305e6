// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.core.Throttled;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What operations have of their own, and what they take from their dependency. */
class OperationSettingsTest {
  private static final String TWO =
      """
      throttled: trip
      timeout: { connect: 100ms, total: 1m }
      breaker: { trip: { consecutiveFailures: 9 }, coolDown: 7s, trialCalls: 3 }
      retry: { maxAttempts: 4 }
      hedge: { after: 1s }
      operations:
        - match: { methods: [GET, HEAD] }
          timeout: { total: 5s }
          breaker: { coolDown: 1m, records: operation }
          hedge: none
        - name: rates
          match: { path: /v1/rates/* }
          retry: { maxAttempts: 2 }
      """;

  @Test
  void operations_withoutName_areCalledByTheirMethods() {
    assertThat(Parsed.dependency(TWO).operations())
        .hasToString("[erp/get-head: GET, HEAD, erp/rates: any method /v1/rates/*]")
        .extracting(OperationConfig::name)
        .containsExactly("get-head", "rates");
  }

  @Test
  void operation_withSections_hasThemAsAWholeButTheTimeoutByKeys() {
    OperationConfig reads = Parsed.dependency(TWO).operations().get(0);

    assertThat(reads.breaker().name()).isEqualTo("erp/get-head");
    assertThat(reads.breaker().tripRules()).hasToString("[5 consecutive failures]");
    assertThat(reads.breaker().trialCalls()).isEqualTo(1);
    assertThat(reads.breaker().coolDown().first()).isEqualTo(Duration.ofMinutes(1));
    assertThat(reads.breaker().throttled()).isEqualTo(Throttled.TRIP);
    assertThat(reads.records()).hasToString("OPERATION");
    assertThat(reads.timeout()).hasToString("connect 100ms, first byte 10s, idle 10s, total 5s");
    assertThat(reads.retry().orElseThrow().policy().maxAttempts()).isEqualTo(4);
    assertThat(reads.retry().orElseThrow().policy().name()).isEqualTo("erp/get-head");
    assertThat(reads.hedge()).isEmpty();
  }

  @Test
  void operation_withoutSections_hasThoseOfTheDependency() {
    OperationConfig rates = Parsed.dependency(TWO).operations().get(1);

    assertThat(rates.breaker().name()).isEqualTo("erp/rates");
    assertThat(rates.breaker().tripRules()).hasToString("[9 consecutive failures]");
    assertThat(rates.breaker().trialCalls()).isEqualTo(3);
    assertThat(rates.records()).hasToString("ATTEMPT");
    assertThat(rates.timeout()).hasToString("connect 100ms, first byte 10s, idle 10s, total 1m");
    assertThat(rates.retry().orElseThrow().policy().maxAttempts()).isEqualTo(2);
    assertThat(rates.hedge().orElseThrow().policy().name()).isEqualTo("erp/rates");
  }

  @Test
  void match_methodAndPath_needBoth() {
    List<OperationConfig> operations =
        Parsed.dependency(
                """
                operations:
                  match: { methods: GET, path: /v1/** }
                  name: v1
                """)
            .operations();

    assertThat(operations).hasSize(1);
    RequestMatch match = operations.get(0).match();
    assertThat(match.matches("GET", "/v1/rates")).isTrue();
    assertThat(match.matches("GET", "/v2/rates")).isFalse();
    assertThat(match.matches("POST", "/v1/rates")).isFalse();
  }

  @Test
  void wrongOperations_areToldTogether() {
    String yaml =
        """
        operations:
          - match: {}
          - {}
          - match: { path: /v1 }
          - { match: { methods: GET } }
          - { match: { methods: [GET] } }
          - { name: get, match: { methods: [GET] }, bulkhead: {}, breakers: {} }
          - { name: a/b, match: { methods: [], path: v1/*x } }
        """;

    assertThat(Parsed.errors(yaml))
        .containsExactly(
            "t.yaml:6:16: 'match' must have 'methods', a 'path' or both",
            "t.yaml:7:9: 'operations' has no 'match'",
            "t.yaml:8:9: an operation with a 'path' needs a 'name'",
            "t.yaml:10:9: there is an operation 'get' already; give this one a 'name'",
            "t.yaml:11:17: there is an operation of this name already",
            "t.yaml:11:49: unknown key 'bulkhead'; valid here: name, match, breaker, timeout,"
                + " retry, hedge",
            "t.yaml:11:63: unknown key 'breakers'; did you mean 'breaker'?",
            "t.yaml:12:17: 'name' must be 1 to 64 letters, digits, dots, underscores or dashes, and"
                + " neither '.' nor '..', but is 'a/b'",
            "t.yaml:12:40: 'methods' must have 1 to 20 methods",
            "t.yaml:12:50: 'path' must be a path such as /v1/rates, /v1/rates/* for one more"
                + " segment or /v1/** for the rest, but is 'v1/*x'");
  }
}
