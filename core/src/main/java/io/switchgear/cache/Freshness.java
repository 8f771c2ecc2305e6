// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cache;

import io.switchgear.cache.Cached.Origin;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/*
 * What the age of an answer allows. "Fresh" is that of RFC 9111 [1], section 4.2, and the age
 * counts from the beginning of the call, the most that it can be (section 4.2.3). The two stale
 * periods are those of RFC 5861 [2], one after the other: there both begin at the end of freshness,
 * but an answer that may be served without asking may be served after an error, too, so their
 * order says all, and the end of the last is the one hard expiry.
 *
 * [1] https://www.rfc-editor.org/rfc/rfc9111
 * [2] https://www.rfc-editor.org/rfc/rfc5861
 */

/**
 * What the age of an answer allows: pure functions. Each period begins with its first nanosecond
 * and ends before the next one's.
 */
record Freshness(long freshUntilNanos, long revalidateUntilNanos, long expiryNanos) {

  static Freshness of(Duration fresh, Duration whileRevalidate, Duration ifError) {
    long revalidateUntil = fresh.toNanos() + whileRevalidate.toNanos();
    return new Freshness(fresh.toNanos(), revalidateUntil, revalidateUntil + ifError.toNanos());
  }

  /**
   * As what an answer is served without waiting for a call; null when the call must be made.
   *
   * @param pausing whether a call has failed so lately that none is to be made yet
   */
  @Nullable Origin atOnce(long ageNanos, boolean pausing) {
    if (ageNanos < freshUntilNanos) {
      return Origin.FRESH;
    }
    if (ageNanos < revalidateUntilNanos) {
      return Origin.STALE_REVALIDATING;
    }
    return pausing ? insteadOfCall(ageNanos) : null;
  }

  /** As what an answer is served when the call can't be made or has failed; null when over. */
  @Nullable Origin insteadOfCall(long ageNanos) {
    if (ageNanos < freshUntilNanos) {
      return Origin.FRESH;
    }
    return isOver(ageNanos) ? null : Origin.STALE_ON_ERROR;
  }

  /** The hard expiry: from then on nobody gets the answer. */
  boolean isOver(long ageNanos) {
    return ageNanos >= expiryNanos;
  }
}
