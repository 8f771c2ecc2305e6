// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.dependency;

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
}
