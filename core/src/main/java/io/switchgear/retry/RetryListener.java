// SPDX-License-Identifier: Apache-2.0
package io.switchgear.retry;

/**
 * Told what follows each attempt that failed, and of each success that took more than one attempt,
 * on the thread that decided it. What it throws is logged and has no effect on the call.
 */
@FunctionalInterface
public interface RetryListener {
  /**
   * An attempt has ended.
   *
   * @param decision what follows
   */
  void onDecision(RetryDecision decision);
}
