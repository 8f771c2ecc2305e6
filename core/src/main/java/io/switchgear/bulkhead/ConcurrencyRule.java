// SPDX-License-Identifier: Apache-2.0
package io.switchgear.bulkhead;

/** An algorithm that finds a limit of concurrency, as pure functions. */
sealed interface ConcurrencyRule permits GradientRule, AimdRule {
  /** The share of a limit that is kept when a call was too much. */
  double KEPT_SHARE = 0.9;

  ConcurrencyState initial(int limit, long nowNanos);

  /** Whether a call that succeeded took so long that it was too much all the same. */
  boolean isTooSlow(long tookNanos);

  /** The state after a complete window, whose samples are replaced then. */
  ConcurrencyState next(ConcurrencyState state);
}
