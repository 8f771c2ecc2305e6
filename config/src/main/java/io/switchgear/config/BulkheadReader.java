// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import io.switchgear.bulkhead.Bulkhead;
import io.switchgear.bulkhead.BulkheadConfig;
import java.time.Duration;
import java.util.Optional;

/** Reads how many calls may run at the same time. The ranges are those of the bulkhead's own. */
final class BulkheadReader {
  private static final int MAX_CALLS = 1_000_000;

  private static final Key<Integer> MAX_CONCURRENT =
      Key.of(
              "maxConcurrent",
              Kinds.wholeNumber(1, MAX_CALLS),
              "how many calls may run at the same time")
          .standard(16);

  private static final Key<Integer> MAX_QUEUED =
      Key.of("maxQueued", Kinds.wholeNumber(0, MAX_CALLS), "how many more may wait for a place")
          .standard(0);

  private static final Key<Duration> MAX_WAIT =
      Key.of("maxWait", Kinds.duration(Kinds.LONGEST), "how long they wait before they are refused")
          .standard("10s");

  private enum Algorithm {
    GRADIENT,
    AIMD
  }

  private static final Key<Algorithm> ALGORITHM =
      Key.of(
              "algorithm",
              Kinds.oneOf(Algorithm.values()),
              "`gradient` compares how long calls take with how long they take at rest; `aimd`"
                  + " allows one more in each second in which all went well, and a tenth less in"
                  + " one in which a call failed or was slow")
          .standard("gradient");

  private static final Key<Integer> MIN =
      Key.of("min", Kinds.wholeNumber(1, MAX_CALLS), "the least").required();

  private static final Key<Integer> MAX =
      Key.of("max", Kinds.wholeNumber(1, MAX_CALLS), "the most").required();

  private static final Key<Duration> SLOWER_THAN =
      Key.of(
          "slowerThan",
          Kinds.duration(Kinds.LONGEST),
          "how long a call takes that is slow; `aimd` needs it, `gradient` has none");

  private static final Key<AdaptiveConcurrencyConfig> ADAPTIVE_CONCURRENCY =
      Key.of(
              "adaptiveConcurrency",
              new SectionKind("adaptiveConcurrency", Keys.of(ALGORITHM, MIN, MAX, SLOWER_THAN))
                  .to(BulkheadReader::adaptiveConcurrency),
              "finds out how many calls the dependency can take, beginning with `maxConcurrent`")
          .standardWords("always `maxConcurrent`");

  static final SectionKind SECTION =
      new SectionKind(
          "bulkhead", Keys.of(MAX_CONCURRENT, MAX_QUEUED, MAX_WAIT, ADAPTIVE_CONCURRENCY));

  private BulkheadReader() {}

  static BulkheadConfig read(Section section, String name) {
    BulkheadConfig config = Bulkhead.named(name);
    config = section.change(config, MAX_CONCURRENT, BulkheadConfig::maxConcurrent);
    config = section.change(config, MAX_QUEUED, BulkheadConfig::maxQueued);
    return section.change(config, MAX_WAIT, BulkheadConfig::maxWait);
  }

  static Optional<AdaptiveConcurrencyConfig> adaptiveConcurrencyOf(Section section) {
    return section.get(ADAPTIVE_CONCURRENCY);
  }

  private static Optional<AdaptiveConcurrencyConfig> adaptiveConcurrency(Section section) {
    Algorithm algorithm = section.get(ALGORITHM).orElse(Algorithm.GRADIENT);
    Optional<Integer> min = section.get(MIN);
    Optional<Integer> max = section.get(MAX);
    Optional<Duration> slowerThan = section.get(SLOWER_THAN);
    if (algorithm == Algorithm.AIMD) {
      section.require(SLOWER_THAN.name());
    } else {
      section.refuse(SLOWER_THAN, "is for 'algorithm: aimd'");
    }
    if (min.isEmpty() || max.isEmpty()) {
      return Optional.empty();
    }
    if (min.get() > max.get()) {
      section.wrong(MAX, "must be at least 'min'");
      return Optional.empty();
    }
    return Optional.of(new AdaptiveConcurrencyConfig(min.get(), max.get(), slowerThan));
  }
}
