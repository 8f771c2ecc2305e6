// SPDX-License-Identifier: Apache-2.0
package io.switchgear.bulkhead;

import io.switchgear.core.CallRejectedException;

/**
 * A call for which a bulkhead had no place: the reason is {@code BULKHEAD_FULL} when as many calls
 * run and wait as may, all in all or of the call's priority, {@code BULKHEAD_TIMEOUT} when the call
 * waited as long as it may.
 *
 * <p>Its {@link #retryAfter} is always 1 s. It is a hint and no promise, since nobody knows when a
 * running call ends.
 *
 * <p><b>Thread safety:</b> immutable; all calls refused for the same reason get the same instance,
 * but for those whose own deadline ended the wait.
 */
public final class BulkheadRejectedException extends CallRejectedException {
  private static final long serialVersionUID = 1L;

  BulkheadRejectedException(String message, BulkheadRejection rejection) {
    super(message, rejection);
  }
}
