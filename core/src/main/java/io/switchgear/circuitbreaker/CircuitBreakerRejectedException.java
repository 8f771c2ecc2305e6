// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import io.switchgear.core.CallRejectedException;

/**
 * A call that a circuit refused.
 *
 * <p><b>Thread safety:</b> immutable; all calls refused for the same state get the same instance.
 */
public final class CircuitBreakerRejectedException extends CallRejectedException {
  private static final long serialVersionUID = 1L;

  CircuitBreakerRejectedException(CircuitRejection rejection) {
    super("Circuit " + rejection + ": the call was not made", rejection);
  }

  /**
   * The state that refused.
   *
   * @return the state
   */
  public CircuitState state() {
    return ((CircuitRejection) rejection()).state();
  }
}
