// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

/**
 * What is done with the header {@code Idempotency-Key} of requests.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public enum IdempotencyKeys {
  /** It is passed on as it is, or isn't there. This is the default. */
  PASS,

  /** POST and PATCH requests that lack it get one, which stays the same over all attempts. */
  MINT
}
