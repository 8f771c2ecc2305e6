// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import io.switchgear.circuitbreaker.CircuitBreakerConfig;
import io.switchgear.pipeline.Records;
import org.jspecify.annotations.Nullable;

/**
 * The settings that an operation may have of its own; those of a dependency are for the rest.
 *
 * @param breaker its circuit, under the name that the circuit is known by
 * @param records whose results the circuit learns
 * @param timeout the limits in time of its calls
 * @param retry when its requests are sent again; null when they aren't
 * @param hedge when its slow requests are sent once more; null when they aren't
 */
public record CallPolicies(
    CircuitBreakerConfig breaker,
    Records records,
    TimeoutConfig timeout,
    @Nullable RequestRetryConfig retry,
    @Nullable RequestHedgeConfig hedge) {

  /** What holds for a dependency that says nothing. */
  static CallPolicies standard(CircuitBreakerConfig breaker) {
    return new CallPolicies(breaker, Records.ATTEMPT, TimeoutConfig.STANDARD, null, null);
  }

  /** The same under the name of another circuit. */
  CallPolicies name(String name) {
    return new CallPolicies(
        breaker.name(name),
        records,
        timeout,
        retry == null ? null : retry.name(name),
        hedge == null ? null : hedge.name(name));
  }
}
