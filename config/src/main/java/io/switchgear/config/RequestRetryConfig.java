// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import io.switchgear.retry.RetryConfig;
import java.util.Set;

/**
 * When requests are sent again.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class RequestRetryConfig {
  private final RetryConfig policy;
  private final Set<String> methods;
  private final IdempotencyKeys idempotencyKeys;

  RequestRetryConfig(RetryConfig policy, Set<String> methods, IdempotencyKeys idempotencyKeys) {
    this.policy = policy;
    this.methods = methods;
    this.idempotencyKeys = idempotencyKeys;
  }

  /** The same for another circuit. */
  RequestRetryConfig name(String name) {
    return new RequestRetryConfig(policy.name(name), methods, idempotencyKeys);
  }

  /**
   * The retry, with the verdicts of the profile, for calls whose options say whether they are
   * idempotent.
   *
   * @return its settings, with the name of the dependency or operation
   */
  public RetryConfig policy() {
    return policy;
  }

  /**
   * The methods whose requests may be sent again without an idempotency key.
   *
   * @return the methods; default GET, HEAD, OPTIONS, TRACE, PUT, DELETE; unmodifiable
   */
  public Set<String> methods() {
    return methods;
  }

  /**
   * What is done with the header {@code Idempotency-Key}. A request that has it may be sent again
   * whatever its method.
   *
   * @return the choice; default {@link IdempotencyKeys#PASS}
   */
  public IdempotencyKeys idempotencyKeys() {
    return idempotencyKeys;
  }

  @Override
  public String toString() {
    return policy + ", of " + String.join(", ", methods);
  }
}
