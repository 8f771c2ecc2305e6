// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.core.TimeSource;
import io.switchgear.ratelimit.ProviderQuota;
import io.switchgear.ratelimit.RateLimiter;
import io.switchgear.testkit.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What providers' headers say about their limits. */
class QuotaReaderTest {
  private final TimeSource time = new VirtualTime(Instant.parse("2026-08-21T12:40:00Z"));

  private Optional<ProviderQuota> read(FakeHead head) {
    return HttpVerdicts.profile("http").time(time).quota(head);
  }

  private static FakeHead trio(String names, String limit, String remaining, String reset) {
    return FakeHead.of(200)
        .with(names.formatted("limit"), limit)
        .with(names.formatted("remaining"), remaining)
        .with(names.formatted("reset"), reset);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "x-ratelimit-%s | 31 | PT31S",
        "x-ratelimit-%s | 1787316060 | PT1M",
        "x-ratelimit-%s | 1787316060000 | PT1M",
        "ratelimit-%s | 31 | PT31S",
        "x-rate-limit-%s | 31 | PT31S",
        "x-ratelimit-%s-requests | 6m0s | PT6M",
        "x-ratelimit-%s-requests | 120ms | PT0.12S",
        "x-ratelimit-%s-requests | 12 | PT12S",
        "anthropic-ratelimit-requests-%s | 2026-08-21T12:40:59Z | PT59S",
      })
  void threeHeaders_inEachForm_areRead(String names, String reset, Duration resetAfter) {
    assertThat(read(trio(names, "200", "12", reset)))
        .hasToString("Optional[12 of 200 left, reset after %s]".formatted(resetAfter));
  }

  @Test
  void resetAsAPointInTime_isCountedFromTheDateOfTheAnswer() {
    FakeHead head =
        trio("x-ratelimit-%s", "200", "12", "1787316060")
            .with("Date", "Fri, 21 Aug 2026 12:40:30 GMT");

    assertThat(read(head)).map(ProviderQuota::resetAfter).contains(Duration.ofSeconds(30));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "limit=100, remaining=50, reset=30 | | 50 of 100 left, reset after PT30S",
        "\"default\";r=50;t=30 | \"default\";q=100;w=60 | 50 of 100 left, reset after PT30S",
        "\"a\"; r=5 | \"b\";q=9, \"a\";q=10;w=1 | 5 of 10 left, reset after PT0S",
        "\"a\";r=5;t=1, \"b\";r=0;t=90 | \"a\";q=10, \"b\";q=9 | 0 of 10 left, reset after PT1M30S",
        "\"a\";r=5;t=1, \"b\";r=1;t=90 | \"a\";q=10, \"b\";q=9 | 5 of 10 left, reset after PT1S",
      })
  void draftOfTheIetf_isRead(String rateLimit, String policy, String quota) {
    FakeHead head = FakeHead.of(200).with("RateLimit", rateLimit);

    assertThat(read(policy == null ? head : head.with("RateLimit-Policy", policy)))
        .hasToString("Optional[" + quota + "]");
  }

  @Test
  void ourOwnHeaders_areUnderstood() {
    FakeHead[] head = {FakeHead.of(200)};
    RateLimiter limiter =
        RateLimiter.named("erp").fixedWindow(200, Duration.ofMinutes(1)).time(time).build();
    RateLimitHeaders.of(limiter.tryAcquire(), Duration.ofMinutes(1))
        .forEach((name, value) -> head[0] = head[0].with(name, value));

    assertThat(read(head[0])).map(ProviderQuota::remaining).contains(199);
    assertThat(read(head[0])).map(ProviderQuota::limit).contains(200);
  }

  @ParameterizedTest
  @CsvSource({
    "-1, -1, 0",
    "0, 0, 10",
    "200, -1, 10",
    "200, '', 10",
    "many, 5, 10",
    "200, few, 10",
  })
  void numbersThatMeanUnknown_areNoQuota(String limit, String remaining, String reset) {
    assertThat(read(trio("x-ratelimit-%s", limit, remaining, reset))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "soon", "99999999999999999999", "1500000000"})
  void resetThatIsNone_isZero(String reset) {
    assertThat(read(trio("x-ratelimit-%s", "200", "12", reset)))
        .map(ProviderQuota::resetAfter)
        .contains(Duration.ZERO);
  }

  @Test
  void giantNumbersAndLists_areTakenAsFarAsTheyGo() {
    assertThat(read(trio("x-ratelimit-%s", "100, 100;window=60", "99999999999", "1")))
        .hasToString("Optional[100 of 100 left, reset after PT1S]");
  }

  @Test
  void tokens_areNoCalls() {
    assertThat(read(trio("x-ratelimit-%s-tokens", "200", "12", "1s"))).isEmpty();
  }

  @Test
  void noHeaders_areNoQuota() {
    assertThat(read(FakeHead.of(429).with("RateLimit", "\"a\";r=1;t=5"))).isEmpty();
    assertThat(read(FakeHead.of(200))).isEmpty();
  }
}
