// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import io.switchgear.ratelimit.Decision;
import java.time.Duration;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;

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

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");

  private final Decision decision;
  private final Duration window;
  private final String policy;

  private RateLimitHeaders(Decision decision, Duration window, String policy) {
    this.decision = decision;
    this.window = window;
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
    return new RateLimitHeaders(decision, window, "default");
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
    return new RateLimitHeaders(decision, window, name);
  }

  /**
   * Gives each header, in an order that doesn't change.
   *
   * @param header takes the name and the value
   */
  public void forEach(BiConsumer<String, String> header) {
    header.accept(
        "RateLimit-Policy",
        "\"%s\";q=%d;w=%d".formatted(policy, decision.limit(), seconds(window)));
    header.accept("RateLimit", "\"%s\";r=%d%s".formatted(policy, decision.remaining(), more()));
    header.accept("X-RateLimit-Limit", Integer.toString(decision.limit()));
    header.accept("X-RateLimit-Remaining", Integer.toString(decision.remaining()));
    header.accept("X-RateLimit-Reset", Long.toString(seconds(decision.resetAfter())));
    if (!decision.allowed()) {
      header.accept(RetryAfterReader.RETRY_AFTER, Long.toString(seconds(decision.retryAfter())));
    }
  }

  private String more() {
    return decision.allowed() ? "" : ";t=" + seconds(decision.retryAfter());
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
}
