// SPDX-License-Identifier: Apache-2.0
package io.switchgear.ratelimit;

import io.switchgear.core.internal.Arguments;
import java.time.Duration;
import java.util.Objects;

/**
 * What a provider's headers say about its limit, as numbers: for example {@code X-RateLimit-Limit:
 * 200}, {@code X-RateLimit-Remaining: 12} and {@code X-RateLimit-Reset: 31}.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class ProviderQuota {
  private final int limit;
  private final int remaining;
  private final Duration resetAfter;

  private ProviderQuota(int limit, int remaining, Duration resetAfter) {
    this.limit = limit;
    this.remaining = remaining;
    this.resetAfter = resetAfter;
  }

  /**
   * The numbers of one answer.
   *
   * @param limit how many calls the provider allows in its window, 1 or more
   * @param remaining how many of them are left; taken as 0 when negative and as the limit when
   *     above it
   * @param resetAfter how long after the answer there are more; taken as zero when negative and as
   *     366 days when longer
   * @return the quota
   * @throws IllegalArgumentException when {@code limit} is out of range
   */
  public static ProviderQuota of(int limit, int remaining, Duration resetAfter) {
    Arguments.inRange("limit", limit, 1, Integer.MAX_VALUE);
    Objects.requireNonNull(resetAfter, "resetAfter");
    int checked = Math.max(0, Math.min(remaining, limit));
    return new ProviderQuota(
        limit, checked, Duration.ofNanos(Arguments.saturatedNanos(resetAfter)));
  }

  /**
   * How many calls the provider allows in its window.
   *
   * @return the number, 1 or more
   */
  public int limit() {
    return limit;
  }

  /**
   * How many of them are left.
   *
   * @return the number, 0 to {@link #limit}
   */
  public int remaining() {
    return remaining;
  }

  /**
   * How long after the answer there are more.
   *
   * @return the time, zero to 366 days
   */
  public Duration resetAfter() {
    return resetAfter;
  }

  @Override
  public String toString() {
    return remaining + " of " + limit + " left, reset after " + resetAfter;
  }
}
