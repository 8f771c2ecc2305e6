// SPDX-License-Identifier: Apache-2.0
package io.switchgear.ratelimit;

import io.switchgear.core.CallRejectedException;

/**
 * A call for which a rate limiter had no permit in time.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class RateLimiterRejectedException extends CallRejectedException {
  private static final long serialVersionUID = 1L;

  RateLimiterRejectedException(RateLimitRejection rejection) {
    super("Rate limit " + rejection + ": the call was not made", rejection);
  }
}
