// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

/**
 * Whether a call may be made again, as far as its answer can tell.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public enum Retryable {
  /** Yes, whatever the call does: the dependency hasn't processed it, or says that it is safe. */
  YES,

  /** Only if it does no harm twice: nobody knows whether the dependency has processed it. */
  IDEMPOTENT_ONLY,

  /** No: the answer would be the same. */
  NO
}
