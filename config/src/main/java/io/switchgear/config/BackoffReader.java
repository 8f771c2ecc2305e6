// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import io.switchgear.retry.RetryConfig;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Reads how long to wait between attempts. The ranges are those of the retry's own settings. */
final class BackoffReader {
  private static final Duration DEFAULT_INITIAL = Duration.ofMillis(200);
  private static final int MAX_MULTIPLIER = 100;

  private enum Algorithm {
    EXPONENTIAL,
    FIXED,
    DECORRELATED
  }

  private enum Jitter {
    FULL(RetryConfig::fullJitter),
    EQUAL(RetryConfig::equalJitter),
    NONE(RetryConfig::noJitter);

    private final UnaryOperator<RetryConfig> setting;

    Jitter(UnaryOperator<RetryConfig> setting) {
      this.setting = setting;
    }
  }

  private static final Key<Algorithm> ALGORITHM =
      Key.of(
              "algorithm",
              Kinds.oneOf(Algorithm.values()),
              "waits that grow by a factor; that are always the same; that are drawn between the"
                  + " first one and a multiple of the one before")
          .standard("exponential");

  private static final Key<Duration> INITIAL =
      Key.of("initial", Kinds.duration(Kinds.LONGEST), "the first wait")
          .standard(Durations.format(DEFAULT_INITIAL));

  private static final Key<Double> MULTIPLIER =
      Key.of(
              "multiplier",
              Kinds.number(1, MAX_MULTIPLIER),
              "the factor from one wait to the next; not for `fixed`")
          .standardWords("`2`; for `decorrelated` `3`");

  private static final Key<Duration> MAX =
      Key.of(
              "max",
              Kinds.duration(Kinds.LONGEST),
              "the longest wait, but for what the dependency asks for; not for `fixed`")
          .standardWords("`5s`, at least `initial`");

  private static final Key<Jitter> JITTER =
      Key.of(
              "jitter",
              Kinds.oneOf(Jitter.values()),
              "how much of a wait is left to chance: all of it, half of it, nothing; not for"
                  + " `decorrelated`")
          .standardWords("`full`; for `fixed` `none`");

  /** The settings of a retry with these waits. */
  static final Kind<RetryConfig> KIND =
      new EitherKind<>(
          INITIAL.kind().to(initial -> Optional.of(RetryConfig.exponential(initial))),
          new SectionKind("backoff", Keys.of(ALGORITHM, INITIAL, MULTIPLIER, MAX, JITTER))
              .to(BackoffReader::read));

  static final RetryConfig STANDARD = RetryConfig.exponential(DEFAULT_INITIAL);

  private BackoffReader() {}

  private static Optional<RetryConfig> read(Section section) {
    Algorithm algorithm = section.get(ALGORITHM).orElse(Algorithm.EXPONENTIAL);
    Duration initial = section.get(INITIAL).orElse(DEFAULT_INITIAL);
    return switch (algorithm) {
      case EXPONENTIAL ->
          Optional.of(withJitter(section, growing(section, RetryConfig.exponential(initial))));
      case FIXED -> {
        refuse(section, MULTIPLIER, algorithm);
        refuse(section, MAX, algorithm);
        yield Optional.of(withJitter(section, RetryConfig.fixed(initial)));
      }
      case DECORRELATED -> {
        refuse(section, JITTER, algorithm);
        yield Optional.of(growing(section, RetryConfig.decorrelated(initial)));
      }
    };
  }

  private static void refuse(Section section, Key<?> key, Algorithm algorithm) {
    section.refuse(key, "isn't for 'algorithm: " + algorithm.name().toLowerCase(Locale.ROOT) + "'");
  }

  private static RetryConfig growing(Section section, RetryConfig start) {
    RetryConfig config = section.change(start, MULTIPLIER, RetryConfig::multiplier);
    Optional<Duration> max = section.get(MAX);
    Duration initial = section.get(INITIAL).orElse(DEFAULT_INITIAL);
    if (max.filter(it -> it.compareTo(initial) < 0).isPresent()) {
      section.wrong(MAX, "must be at least 'initial'");
      return config;
    }
    return max.map(config::upTo).orElse(config);
  }

  private static RetryConfig withJitter(Section section, RetryConfig start) {
    return section.get(JITTER).map(jitter -> jitter.setting.apply(start)).orElse(start);
  }
}
