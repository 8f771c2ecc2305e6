// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

/**
 * Whose results the circuit breaker of a pipeline learns: those of single attempts, or those of
 * whole operations with all their attempts. Either way it is asked before anything is sent.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public enum Records {
  /**
   * Each attempt counts, so the circuit opens in the middle of an operation, which then makes no
   * further attempt. This is the default.
   */
  ATTEMPT,

  /**
   * What an operation ends with counts once: an attempt that failed and was followed by one that
   * succeeded isn't seen. The circuit opens later.
   */
  OPERATION
}
