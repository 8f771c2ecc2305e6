// SPDX-License-Identifier: Apache-2.0
package io.switchgear.core;

import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.switchgear.testkit.contract.ContractSetup;
import io.switchgear.testkit.contract.PolicyContract;
import io.switchgear.testkit.contract.ProtectedCalls;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.TestFactory;

/** Every policy of core keeps the contract. */
class PolicyContractTest {

  @TestFactory
  Stream<DynamicContainer> policies_keepTheContract() {
    return Stream.of(
        contract("circuit breaker", Subjects::circuitBreaker),
        contract("half-open circuit breaker", Subjects::halfOpenCircuit),
        contract("bulkhead", Subjects::bulkhead),
        contract("adaptive concurrency", PipelineSubjects::adaptiveConcurrency),
        contract("rate limiter", PipelineSubjects::rateLimiter),
        contract("adaptive pacer", PipelineSubjects::adaptivePacer),
        contract("retry", Subjects::retry),
        contract("timeout", Subjects::timeout),
        contract("hedge", Subjects::hedge),
        contract("answer cache", Subjects::cache),
        contract("pipeline", PipelineSubjects::whole),
        contract("pipeline with hedges", PipelineSubjects::wholeWithHedges));
  }

  private static DynamicContainer contract(
      String policy, Function<ContractSetup, ProtectedCalls> subject) {
    return dynamicContainer(
        policy,
        PolicyContract.of(subject).checks().stream()
            .map(check -> dynamicTest(check.name(), check::run)));
  }
}
