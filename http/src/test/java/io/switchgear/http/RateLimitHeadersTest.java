// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.switchgear.ratelimit.Decision;
import io.switchgear.ratelimit.RateLimiter;
import io.switchgear.ratelimit.RateLimiterConfig;
import io.switchgear.testkit.VirtualTime;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RateLimitHeadersTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private static Map<String, String> headers(RateLimitHeaders headers) {
    Map<String, String> all = new LinkedHashMap<>();
    headers.forEach(all::put);
    return all;
  }

  static Stream<RateLimiterConfig> limiters() {
    return Stream.of(
        RateLimiter.named("a").tokenBucket(2, MINUTE, 2),
        RateLimiter.named("a").leakyBucket(2, MINUTE, 2),
        RateLimiter.named("a").fixedWindow(2, MINUTE),
        RateLimiter.named("a").slidingWindow(2, MINUTE));
  }

  @ParameterizedTest
  @MethodSource("limiters")
  void forEach_ofEachAlgorithm_tellsWhatIsLeftAndWhenThereIsMore(RateLimiterConfig config) {
    RateLimiter limiter = config.time(new VirtualTime()).build();
    Decision first = limiter.tryAcquire();
    Decision refused = limiter.tryAcquire(2);

    Map<String, String> allowed = headers(RateLimitHeaders.of(first, MINUTE));
    Map<String, String> denied = headers(RateLimitHeaders.of(refused, MINUTE));

    assertThat(allowed)
        .containsEntry("RateLimit-Policy", "\"default\";q=2;w=60")
        .containsEntry("RateLimit", "\"default\";r=" + first.remaining())
        .containsEntry("X-RateLimit-Limit", "2")
        .containsEntry("X-RateLimit-Remaining", Integer.toString(first.remaining()))
        .containsKey("X-RateLimit-Reset")
        .doesNotContainKey("Retry-After");
    assertThat(denied)
        .containsEntry(
            "RateLimit",
            "\"default\";r=%d;t=%s".formatted(refused.remaining(), denied.get("Retry-After")))
        .containsEntry(
            "X-RateLimit-Reset", Long.toString(RateLimitHeaders.seconds(refused.resetAfter())));
    assertThat(Long.parseLong(denied.getOrDefault("Retry-After", "")))
        .isGreaterThanOrEqualTo(refused.retryAfter().toSeconds())
        .isBetween(1L, 120L);
  }

  @Test
  void policy_other_isNamed() {
    RateLimiter limiter =
        RateLimiter.named("a")
            .tokenBucket(5, Duration.ofMillis(100), 5)
            .time(new VirtualTime())
            .build();

    assertThat(
            headers(
                RateLimitHeaders.of(limiter.tryAcquire(), Duration.ofMillis(100)).policy("burst")))
        .containsEntry("RateLimit-Policy", "\"burst\";q=5;w=1")
        .containsEntry("RateLimit", "\"burst\";r=4");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a\"b", "a b", "ä", "a\nb"})
  void policy_malformed_isRefused(String name) {
    Decision decision =
        RateLimiter.named("a").fixedWindow(1, MINUTE).time(new VirtualTime()).build().tryAcquire();

    assertThatThrownBy(() -> RateLimitHeaders.of(decision, MINUTE).policy(name))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("name must be 1 to 64 letters");
  }

  @ParameterizedTest
  @CsvSource({"PT0S, 1", "PT-5S, 1", "PT0.000000001S, 1", "PT1S, 1", "PT1.001S, 2", "PT59.5S, 60"})
  void seconds_areRoundedUp(Duration wait, long expected) {
    assertThat(RateLimitHeaders.seconds(wait)).isEqualTo(expected);
  }
}
