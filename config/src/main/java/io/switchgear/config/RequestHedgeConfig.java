// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import io.switchgear.hedge.HedgeConfig;
import java.util.Set;

/**
 * When a request that is slow is sent once more.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class RequestHedgeConfig {
  private final HedgeConfig policy;
  private final Set<String> methods;

  RequestHedgeConfig(HedgeConfig policy, Set<String> methods) {
    this.policy = policy;
    this.methods = methods;
  }

  /** The same for another circuit. */
  RequestHedgeConfig name(String name) {
    return new RequestHedgeConfig(policy.name(name), methods);
  }

  /**
   * The hedge, with the verdicts of the profile, for calls whose options say whether they are
   * idempotent.
   *
   * @return its settings, with the name of the dependency or operation
   */
  public HedgeConfig policy() {
    return policy;
  }

  /**
   * The methods whose requests may be hedged without an idempotency key. A request with the header
   * {@code Idempotency-Key} may be hedged whatever its method.
   *
   * @return the methods; default GET, HEAD, OPTIONS; unmodifiable
   */
  public Set<String> methods() {
    return methods;
  }

  @Override
  public String toString() {
    return policy + ", of " + String.join(", ", methods);
  }
}
