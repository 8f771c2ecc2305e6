// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import io.switchgear.bulkhead.Bulkhead;
import io.switchgear.bulkhead.BulkheadConfig;
import io.switchgear.ratelimit.RateLimiter;
import io.switchgear.ratelimit.RateLimiterConfig;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Reads the limits of a dependency. The ranges are those of the policies' own settings. */
final class LimitsReader {
  static final Keys BULKHEAD_KEYS = Keys.of("maxConcurrent", "maxQueued", "maxWait");

  static final Keys RATE_LIMIT_KEYS = Keys.of("algorithm", "limit", "burst");

  private static final Map<String, String> ALGORITHMS = Map.of("tokenBucket", "tokenBucket");

  private static final int MAX_CALLS = 1_000_000;
  private static final Duration MIN_DURATION = Duration.ofMillis(1);
  private static final Duration MAX_DURATION = Duration.ofDays(366);

  private LimitsReader() {}

  static Optional<BulkheadConfig> bulkhead(Setting bulkhead, String name) {
    return bulkhead
        .section(BULKHEAD_KEYS)
        .map(
            section -> {
              BulkheadConfig config = Bulkhead.named(name);
              for (Setting setting : section.settings()) {
                config = with(setting, config).orElse(config);
              }
              return config;
            });
  }

  /** There is no default for the burst: it decides how far above the limit the first calls go. */
  static Optional<RateLimiterConfig> rateLimit(Setting rateLimit, String name) {
    Optional<Section> section = rateLimit.section(RATE_LIMIT_KEYS);
    section.flatMap(it -> it.get("algorithm")).ifPresent(it -> it.oneOf(ALGORITHMS));
    Optional<Rate> limit = section.flatMap(it -> it.require("limit")).flatMap(LimitsReader::rate);
    Optional<Integer> burst =
        section.flatMap(it -> it.require("burst")).flatMap(it -> it.wholeNumber(1, MAX_CALLS));
    return limit.flatMap(rate -> burst.flatMap(b -> tokenBucket(rateLimit, name, rate, b)));
  }

  private static Optional<Rate> rate(Setting setting) {
    return setting
        .read("a rate such as 200/min, 10/s or 100/5m", Rate::parse)
        .flatMap(
            rate ->
                setting.within(
                    "1 to " + MAX_CALLS + " calls in 1ms to 366d",
                    rate,
                    it -> it.limit() >= 1 && it.limit() <= MAX_CALLS && isPeriod(it.per())));
  }

  private static boolean isPeriod(Duration per) {
    return per.compareTo(MIN_DURATION) >= 0 && per.compareTo(MAX_DURATION) <= 0;
  }

  private static Optional<RateLimiterConfig> tokenBucket(
      Setting rateLimit, String name, Rate rate, int burst) {
    try {
      return Optional.of(RateLimiter.named(name).tokenBucket(rate.limit(), rate.per(), burst));
    } catch (IllegalArgumentException e) {
      // Each number is in range alone; only the limiter knows which go together.
      rateLimit.problem(rateLimit.shownName() + " can't be kept: " + e.getMessage());
      return Optional.empty();
    }
  }

  private static Optional<BulkheadConfig> with(Setting setting, BulkheadConfig config) {
    return switch (setting.name()) {
      case "maxConcurrent" -> setting.wholeNumber(1, MAX_CALLS).map(config::maxConcurrent);
      case "maxQueued" -> setting.wholeNumber(0, MAX_CALLS).map(config::maxQueued);
      default -> setting.duration(MAX_DURATION).map(config::maxWait);
    };
  }
}
