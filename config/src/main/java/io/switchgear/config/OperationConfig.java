// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import io.switchgear.circuitbreaker.CircuitBreakerConfig;
import io.switchgear.pipeline.Records;
import java.util.Optional;

/**
 * The settings of some of a dependency's requests, which have circuits of their own. Limits are the
 * dependency's.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class OperationConfig {
  private final String name;
  private final RequestMatch match;
  private final CallPolicies policies;

  OperationConfig(String name, RequestMatch match, CallPolicies policies) {
    this.name = name;
    this.match = match;
    this.policies = policies;
  }

  /**
   * The name among the operations of the dependency.
   *
   * @return letters, digits, dots, underscores and dashes
   */
  public String name() {
    return name;
  }

  /**
   * Which requests are of the operation, unless an earlier operation has them.
   *
   * @return the match
   */
  public RequestMatch match() {
    return match;
  }

  /**
   * The circuit breaker, as {@link DependencyConfig#breaker} says; its name is {@code
   * dependency/operation}.
   *
   * @return its settings; without a section of its own, the dependency's
   */
  public CircuitBreakerConfig breaker() {
    return policies.circuit().breaker();
  }

  /**
   * How the dependency is asked for its health while a circuit is open.
   *
   * @return the settings; empty when it isn't asked; those of the dependency unless the operation
   *     has a breaker section
   */
  public Optional<HealthProbeConfig> healthProbe() {
    return Optional.ofNullable(policies.circuit().healthProbe());
  }

  /**
   * Whose results the circuit breaker learns.
   *
   * @return the choice; that of the dependency unless the operation has a breaker section
   */
  public Records records() {
    return policies.circuit().records();
  }

  /**
   * What an operation may have of its own, in one piece.
   *
   * @return the settings
   */
  public CallPolicies policies() {
    return policies;
  }

  /**
   * How long the parts of a call may take.
   *
   * @return the limits; those that the operation doesn't name are the dependency's
   */
  public TimeoutConfig timeout() {
    return policies.timeout();
  }

  /**
   * When requests are sent again.
   *
   * @return the settings; empty when they aren't
   */
  public Optional<RequestRetryConfig> retry() {
    return Optional.ofNullable(policies.retry());
  }

  /**
   * When slow requests are sent once more.
   *
   * @return the settings; empty when they aren't
   */
  public Optional<RequestHedgeConfig> hedge() {
    return Optional.ofNullable(policies.hedge());
  }

  @Override
  public String toString() {
    return breaker().name() + ": " + match;
  }
}
