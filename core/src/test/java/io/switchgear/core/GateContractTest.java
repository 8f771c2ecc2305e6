// SPDX-License-Identifier: Apache-2.0
package io.switchgear.core;

import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.switchgear.bulkhead.AdaptiveConcurrency;
import io.switchgear.bulkhead.Bulkhead;
import io.switchgear.bulkhead.BulkheadConfig;
import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.ratelimit.AdaptivePacer;
import io.switchgear.ratelimit.RateLimiter;
import io.switchgear.ratelimit.RateLimiterConfig;
import io.switchgear.testkit.contract.ContractSetup;
import io.switchgear.testkit.contract.GateContract;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.TestFactory;

/** Every policy that a pipeline uses as a gate keeps the contract of gates. */
class GateContractTest {
  private static final RateLimiterConfig.Named ERP = RateLimiter.named("erp");

  @TestFactory
  Stream<DynamicContainer> gates_keepTheContract() {
    return Stream.of(
        contract("circuit breaker", GateContract.of(this::circuit, this::trialsOut)),
        contract("bulkhead", GateContract.of(setup -> places(setup, 0), this::occupied)),
        contract(
            "bulkhead with a queue", GateContract.of(setup -> places(setup, 9), this::occupied)),
        contract("adaptive concurrency", GateContract.of(this::adaptive, gate -> 0)),
        limiter("token bucket", ERP.tokenBucket(60, ofMinutes(1), 10)),
        limiter("leaky bucket", ERP.leakyBucket(60, ofMinutes(1), 10)),
        limiter("fixed window", ERP.fixedWindow(10, ofSeconds(1))),
        limiter("sliding window", ERP.slidingWindow(10, ofSeconds(1))),
        limiter("sliding window log", ERP.slidingWindowLog(10, ofSeconds(1))),
        contract("adaptive pacer", GateContract.of(this::pacer, AdaptivePacer::waiting)));
  }

  private static DynamicContainer contract(String policy, GateContract contract) {
    return dynamicContainer(
        policy, contract.checks().stream().map(check -> dynamicTest(check.name(), check::run)));
  }

  private static DynamicContainer limiter(String algorithm, RateLimiterConfig settings) {
    Function<ContractSetup, RateLimiter> limiter =
        setup -> settings.maxWait(ofMinutes(1)).time(setup.time()).build();
    return contract(algorithm, GateContract.of(limiter, RateLimiter::waiting));
  }

  private CircuitBreaker circuit(ContractSetup setup) {
    return CircuitBreaker.named("erp").time(setup.time()).build();
  }

  private long trialsOut(CircuitBreaker circuit) {
    return circuit.snapshot().trialsOut();
  }

  private Bulkhead places(ContractSetup setup, int maxQueued) {
    BulkheadConfig settings = Bulkhead.named("erp").maxConcurrent(3).maxQueued(maxQueued);
    return settings.time(setup.time()).build();
  }

  private long occupied(Bulkhead bulkhead) {
    return (long) bulkhead.inUse() + bulkhead.queued();
  }

  private AdaptiveConcurrency adaptive(ContractSetup setup) {
    return AdaptiveConcurrency.aimd(places(setup, 9), 3, 3, ofSeconds(1));
  }

  private AdaptivePacer pacer(ContractSetup setup) {
    return AdaptivePacer.named("erp", 60, ofMinutes(1))
        .maxWait(ofMinutes(1))
        .time(setup.time())
        .build();
  }
}
