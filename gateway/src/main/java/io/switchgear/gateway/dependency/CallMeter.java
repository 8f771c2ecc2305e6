// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.dependency;

import io.switchgear.retry.RetryDecision;

/**
 * Takes the numbers of one dependency's calls that the circuits don't keep.
 *
 * <p><b>Thread safety:</b> implementations are safe.
 */
public interface CallMeter {
  /**
   * A call that was made has ended.
   *
   * @param nanos how long it took
   */
  void called(long nanos);

  /** A call was refused by the rate limit. */
  void rateLimited();

  /**
   * An attempt of a call that may be made again has ended.
   *
   * @param decision how, and what follows
   */
  void decided(RetryDecision decision);

  /**
   * Another dependency was asked in the place of this one.
   *
   * @param answered whether one of them had an answer
   */
  void failedOver(boolean answered);
}
