// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config.policies;

import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.circuitbreaker.CircuitState;
import io.switchgear.config.DependencyConfig;
import io.switchgear.config.SwitchgearConfig;
import io.switchgear.core.RandomSource;
import io.switchgear.core.Verdicts;
import io.switchgear.testkit.VirtualTime;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class DependencyPoliciesTest {
  private static final String KEYED =
      """
      url: http://erp.example
          key: { header: X-Api-Key }
          breaker: { trip: { consecutiveFailures: 1 }, coolDown: { first: 30s, jitter: 50% } }
          operations:
            - match: { methods: [GET] }
              breaker: { trip: { consecutiveFailures: 9 } }
      """;

  private final VirtualTime time = new VirtualTime();

  @Test
  void operation_firstThatMatches_hasCircuitsOfItsOwn() {
    DependencyPolicies policies = policies(config(KEYED));

    fail(policies, "POST");

    assertThat(circuit(policies, "POST").state()).isEqualTo(CircuitState.OPEN);
    assertThat(circuit(policies, "GET").state()).isEqualTo(CircuitState.CLOSED);
  }

  @Test
  void next_sameKind_keepsCircuits() {
    DependencyPolicies policies = policies(config(KEYED));
    fail(policies, "POST");

    DependencyPolicies next = policies.next(config(KEYED.replace("30s", "60s")));

    assertThat(circuit(next, "POST")).isSameAs(circuit(policies, "POST"));
    assertThat(circuit(next, "POST").state()).isEqualTo(CircuitState.OPEN);
  }

  @Test
  void next_withoutKeys_beginsAnew() {
    DependencyPolicies policies = policies(config(KEYED));
    fail(policies, "POST");

    DependencyPolicies next = policies.next(config("url: http://erp.example"));

    assertThat(circuit(next, "POST").state()).isEqualTo(CircuitState.CLOSED);
  }

  @Test
  void coolDown_withJitter_isThatOfTheSeed() {
    assertThat(retryAfterOfSeed(1))
        .isEqualTo(retryAfterOfSeed(1))
        .isNotEqualTo(retryAfterOfSeed(2));
  }

  private Duration retryAfterOfSeed(long seed) {
    DependencyPolicies policies =
        DependencyPolicies.of(config(KEYED), new PolicyContext(time, RandomSource.seeded(seed)));
    fail(policies, "POST");
    return circuit(policies, "POST").snapshot().retryAfter().orElseThrow();
  }

  private DependencyPolicies policies(DependencyConfig config) {
    return DependencyPolicies.of(config, PolicyContext.of(time));
  }

  private static CircuitBreaker circuit(DependencyPolicies policies, String method) {
    return policies.operation(method, "/").circuits().forKey("k");
  }

  private static void fail(DependencyPolicies policies, String method) {
    OperationPolicies operation = policies.operation(method, "/");
    CallPipelines<Object> pipelines = operation.pipelines(Verdicts.standard());
    var unused =
        pipelines
            .of(false, operation.circuits().forKey("k"), "k")
            .execute(
                () -> {
                  throw new IllegalStateException("down");
                });
  }

  private static DependencyConfig config(String dependency) {
    String yaml = "version: 1\ndependencies:\n  erp:\n    " + dependency;
    return Objects.requireNonNull(
        SwitchgearConfig.parse("test", yaml, Map.<String, String>of()::get)
            .dependencies()
            .get("erp"));
  }
}
