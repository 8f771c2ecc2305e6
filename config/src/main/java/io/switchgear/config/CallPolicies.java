// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import io.switchgear.circuitbreaker.CircuitBreakerConfig;
import io.switchgear.pipeline.Records;
import org.jspecify.annotations.Nullable;

/**
 * The settings that an operation may have of its own; those of a dependency are for the rest.
 *
 * @param circuit its circuits
 * @param timeout the limits in time of its calls
 * @param retry when its requests are sent again; null when they aren't
 * @param hedge when its slow requests are sent once more; null when they aren't
 */
public record CallPolicies(
    CircuitPolicy circuit,
    TimeoutConfig timeout,
    @Nullable RequestRetryConfig retry,
    @Nullable RequestHedgeConfig hedge) {

  /** What holds for a dependency that says nothing. */
  static CallPolicies standard(CircuitBreakerConfig breaker) {
    CircuitPolicy circuit = new CircuitPolicy(breaker, Records.ATTEMPT, null);
    return new CallPolicies(circuit, TimeoutConfig.STANDARD, null, null);
  }

  /** The same under the name of another circuit. */
  CallPolicies name(String name) {
    return new CallPolicies(
        circuit.name(name),
        timeout,
        retry == null ? null : retry.name(name),
        hedge == null ? null : hedge.name(name));
  }
}
