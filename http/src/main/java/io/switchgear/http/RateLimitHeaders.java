// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import io.switchgear.ratelimit.Decision;
import io.switchgear.ratelimit.RateLimiter;
import java.time.Duration;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a server tells its clients about a rate limit, in headers: {@code RateLimit-Policy} and
 * {@code RateLimit} of the IETF's draft, the trio {@code X-RateLimit-Limit}, {@code -Remaining} and
 * {@code -Reset} that most clients know, and {@code Retry-After} when the call is refused.
 *
 * <pre>{@code
 * Decision decision = limiter.tryAcquire();
 * RateLimitHeaders.of(decision, limiter.config().per()).forEach(response::setHeader);
 * }</pre>
 *
 * <p>Times are whole seconds from now, rounded up, at least 1, so that nobody comes too early.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class RateLimitHeaders {
  /* draft-ietf-httpapi-ratelimit-headers-11: q is the quota, w its window, r what is left of it,
   * and t the time until there is more, which is known of refused calls only. */

  private static final String DEFAULT_POLICY = "default";

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");

  private final Quota quota;
  private final String policy;

  private RateLimitHeaders(Quota quota, String policy) {
    this.quota = quota;
    this.policy = policy;
  }

  /**
   * The headers of a limiter's answer, under the policy's name {@code default}.
   *
   * @param decision the answer
   * @param window the stretch of time that the limit is for, above zero
   * @return the headers
   */
  public static RateLimitHeaders of(Decision decision, Duration window) {
    return new RateLimitHeaders(
        new Quota(
            decision.limit(),
            window,
            decision.remaining(),
            decision.resetAfter(),
            decision.allowed() ? null : decision.retryAfter()),
        DEFAULT_POLICY);
  }

  /**
   * The headers for a call that a limiter refused by a rejection rather than a decision, under the
   * policy's name {@code default}. The limit is taken as whole again when the next call may come.
   *
   * @param limiter the limiter
   * @param retryAfter when to come back, as the rejection says
   * @return the headers
   */
  public static RateLimitHeaders refused(RateLimiter limiter, Duration retryAfter) {
    return new RateLimitHeaders(
        new Quota(
            limiter.config().limit(),
            limiter.config().per(),
            limiter.remaining(),
            retryAfter,
            retryAfter),
        DEFAULT_POLICY);
  }

  /**
   * The name by which clients tell one policy from another. Default: {@code default}.
   *
   * @param name 1 to 64 letters, digits, dots, underscores and dashes
   * @return a copy with this name
   * @throws IllegalArgumentException when the name is malformed
   */
  public RateLimitHeaders policy(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "name must be 1 to 64 letters, digits, dots, underscores and dashes, but is '"
              + name
              + "'");
    }
    return new RateLimitHeaders(quota, name);
  }

  /**
   * Gives each header, in an order that doesn't change.
   *
   * @param header takes the name and the value
   */
  public void forEach(BiConsumer<String, String> header) {
    header.accept(
        "RateLimit-Policy",
        "\"%s\";q=%d;w=%d".formatted(policy, quota.limit(), seconds(quota.window())));
    Duration wait = quota.retryAfter();
    String more = wait == null ? "" : ";t=" + seconds(wait);
    header.accept("RateLimit", "\"%s\";r=%d%s".formatted(policy, quota.remaining(), more));
    header.accept("X-RateLimit-Limit", Integer.toString(quota.limit()));
    header.accept("X-RateLimit-Remaining", Integer.toString(quota.remaining()));
    header.accept("X-RateLimit-Reset", Long.toString(seconds(quota.resetAfter())));
    if (wait != null) {
      header.accept(RetryAfterReader.RETRY_AFTER, Long.toString(seconds(wait)));
    }
  }

  /**
   * A wait as {@code Retry-After} has it.
   *
   * @param wait the wait
   * @return whole seconds, rounded up, at least 1
   */
  public static long seconds(Duration wait) {
    long floor = wait.toSeconds();
    return Math.max(1, wait.toNanosPart() > 0 ? floor + 1 : floor);
  }

  /** What is known of the limit; {@code retryAfter} is null when the call was allowed. */
  private record Quota(
      int limit,
      Duration window,
      int remaining,
      Duration resetAfter,
      @Nullable Duration retryAfter) {}
}
