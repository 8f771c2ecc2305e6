// SPDX-License-Identifier: Apache-2.0
package io.switchgear.benchmarks;

/**
 * A policy in a comparison: one of ours or a peer's, all made and run in the same way. The names of
 * peers begin with that of their library; {@link Comparison} tells them by it.
 */
interface Contender {

  /** Makes the policy. All threads share what is made. */
  Run begin();

  /** One call through a policy. */
  @FunctionalInterface
  interface Run {

    /** Makes the call. Gives what must not be optimized away: its result, or whether it may be. */
    Object once() throws Exception;
  }
}
