// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import io.switchgear.ratelimit.AdaptivePacer;
import io.switchgear.ratelimit.AdaptivePacerConfig;
import io.switchgear.ratelimit.RateLimiter;
import io.switchgear.ratelimit.RateLimiterConfig;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** Reads how many calls may be made in a time. The ranges are those of the limiters' own. */
final class RateLimitReader {
  private static final int MAX_CALLS = 1_000_000;
  private static final int MAX_WAITING_CALLS = 100_000;
  private static final Duration MIN_PERIOD = Duration.ofMillis(1);

  private enum Algorithm {
    TOKEN_BUCKET("tokenBucket", "burst"),
    LEAKY_BUCKET("leakyBucket", "capacity"),
    FIXED_WINDOW("fixedWindow", ""),
    SLIDING_WINDOW("slidingWindow", ""),
    SLIDING_WINDOW_LOG("slidingWindowLog", ""),
    ADAPTIVE("adaptive", "");

    private final String word;
    private final String size;

    Algorithm(String word, String size) {
      this.word = word;
      this.size = size;
    }

    static Map<String, Algorithm> choices() {
      Map<String, Algorithm> choices = new LinkedHashMap<>();
      for (Algorithm algorithm : values()) {
        choices.put(algorithm.word, algorithm);
      }
      return choices;
    }
  }

  private static final Key<Algorithm> ALGORITHM =
      Key.of(
              "algorithm",
              new ChoiceKind<>(Algorithm.choices()),
              "`tokenBucket`: a bucket of permits that is refilled evenly; `leakyBucket`: calls"
                  + " begin one by one at even distances; `fixedWindow`: windows that follow one"
                  + " another; `slidingWindow`: one that moves with time, estimated from two"
                  + " counters; `slidingWindowLog`: the same, counted exactly, for a limit of up to"
                  + " 10,000; `adaptive`: even distances at a rate that is learned from what the"
                  + " dependency answers, up to the limit")
          .standard("tokenBucket");

  /** So many calls in a time. */
  static final Kind<Rate> RATE =
      new RangeKind<>(
          new ScalarKind<>(
              "a rate such as 200/min, 10/s or 100/5m",
              "rate",
              Kinds.pattern(Rate.FORM),
              scalar -> Rate.parse(scalar.text())),
          "1 to " + MAX_CALLS + " calls in 1ms to 366d",
          RateLimitReader::isInRange);

  private static final Key<Rate> LIMIT =
      Key.of(
              "limit",
              RATE,
              "how many calls in a time; for buckets and `adaptive` at most one a microsecond")
          .required();

  private static final Key<Integer> BURST =
      Key.of(
          "burst",
          Kinds.wholeNumber(1, MAX_CALLS),
          "how many permits the bucket of `tokenBucket` holds, full at the start: it decides how"
              + " far above the limit the first calls go, so there is no default; others have"
              + " none");

  private static final Key<Integer> CAPACITY =
      Key.of(
          "capacity",
          Kinds.wholeNumber(1, MAX_CALLS),
          "how many calls may be ahead of another one in the bucket of `leakyBucket`, which needs"
              + " it; others have none");

  private static final Key<Duration> MAX_WAIT =
      Key.of(
              "maxWait",
              Kinds.durationOrZero(Kinds.LONGEST),
              "how long a call waits for its permit; one whose permit comes later is refused at"
                  + " once")
          .standardWords("`0s`; for `adaptive` `30s`");

  private static final Key<Integer> MAX_WAITING =
      Key.of(
              "maxWaiting",
              Kinds.wholeNumber(0, MAX_WAITING_CALLS),
              "how many calls may wait at the same time, for each key")
          .standard(1000);

  static final SectionKind SECTION =
      new SectionKind(
          "rateLimit", Keys.of(ALGORITHM, LIMIT, BURST, CAPACITY, MAX_WAIT, MAX_WAITING));

  private final Section section;
  private final String name;

  private RateLimitReader(Section section, String name) {
    this.section = section;
    this.name = name;
  }

  /** The limit; empty when it is adaptive or something is wrong. */
  static Optional<RateLimiterConfig> limiter(Section section, String name) {
    return algorithm(section) == Algorithm.ADAPTIVE
        ? Optional.empty()
        : new RateLimitReader(section, name).limiter();
  }

  /** The adaptive limit; empty when it is of another kind or something is wrong. */
  static Optional<AdaptivePacerConfig> pacer(Section section, String name) {
    return algorithm(section) == Algorithm.ADAPTIVE
        ? new RateLimitReader(section, name).pacer()
        : Optional.empty();
  }

  /** The limit where it can't be adaptive; empty when something is wrong. */
  static Optional<RateLimiterConfig> fixed(Section section, String name) {
    if (algorithm(section) == Algorithm.ADAPTIVE) {
      section.problem("'algorithm: adaptive' is for dependencies alone");
    }
    return limiter(section, name);
  }

  private static Algorithm algorithm(Section section) {
    return section.get(ALGORITHM).orElse(Algorithm.TOKEN_BUCKET);
  }

  /** When nobody knows which algorithm was meant, nobody knows what else it needs. */
  private boolean isAlgorithmWrong() {
    return section.setting(ALGORITHM).isPresent() && section.get(ALGORITHM).isEmpty();
  }

  private static boolean isInRange(Rate rate) {
    return rate.limit() >= 1
        && rate.limit() <= MAX_CALLS
        && rate.per().compareTo(MIN_PERIOD) >= 0
        && rate.per().compareTo(Kinds.LONGEST) <= 0;
  }

  private Optional<RateLimiterConfig> limiter() {
    if (isAlgorithmWrong()) {
      section.get(LIMIT);
      return Optional.empty();
    }
    Optional<Function<Rate, RateLimiterConfig>> maker = maker(algorithm(section));
    return section
        .get(LIMIT)
        .flatMap(rate -> maker.flatMap(make -> kept(() -> make.apply(rate))))
        .map(it -> section.change(it, MAX_WAIT, RateLimiterConfig::maxWait))
        .map(it -> section.change(it, MAX_WAITING, RateLimiterConfig::maxWaiting));
  }

  private Optional<Function<Rate, RateLimiterConfig>> maker(Algorithm algorithm) {
    RateLimiterConfig.Named named = RateLimiter.named(name);
    Optional<Integer> size = size(algorithm);
    return switch (algorithm) {
      case TOKEN_BUCKET ->
          size.map(burst -> rate -> named.tokenBucket(rate.limit(), rate.per(), burst));
      case LEAKY_BUCKET ->
          size.map(capacity -> rate -> named.leakyBucket(rate.limit(), rate.per(), capacity));
      case FIXED_WINDOW -> Optional.of(rate -> named.fixedWindow(rate.limit(), rate.per()));
      case SLIDING_WINDOW -> Optional.of(rate -> named.slidingWindow(rate.limit(), rate.per()));
      case SLIDING_WINDOW_LOG ->
          Optional.of(rate -> named.slidingWindowLog(rate.limit(), rate.per()));
      case ADAPTIVE -> Optional.empty();
    };
  }

  private Optional<AdaptivePacerConfig> pacer() {
    size(Algorithm.ADAPTIVE);
    return section
        .get(LIMIT)
        .flatMap(rate -> kept(() -> AdaptivePacer.named(name, rate.limit(), rate.per())))
        .map(it -> section.change(it, MAX_WAIT, AdaptivePacerConfig::maxWait))
        .map(it -> section.change(it, MAX_WAITING, AdaptivePacerConfig::maxWaiting));
  }

  /** The number that an algorithm needs besides the limit, if any; that of others is an error. */
  private Optional<Integer> size(Algorithm algorithm) {
    for (Key<Integer> key : List.of(BURST, CAPACITY)) {
      if (key.name().equals(algorithm.size)) {
        section.require(key.name());
      } else {
        section.refuse(key, "isn't for 'algorithm: " + algorithm.word + "'");
      }
    }
    return section.get(algorithm == Algorithm.LEAKY_BUCKET ? CAPACITY : BURST);
  }

  /** Each number is in range alone; only the limiter knows which go together. */
  private <T> Optional<T> kept(Supplier<T> made) {
    try {
      return Optional.of(made.get());
    } catch (IllegalArgumentException e) {
      boolean hidden = section.settings().stream().anyMatch(Setting::refers);
      section.problem("'rateLimit' can't be kept" + (hidden ? "" : ": " + e.getMessage()));
      return Optional.empty();
    }
  }
}
