// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.tune;

import io.switchgear.config.Durations;
import java.time.Duration;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/** Advice that needs no replay. */
final class Advisors {
  private static final long LEAST_SUCCESSES = 100;
  private static final long LEAST_REFUSALS = 10;
  private static final double BELOW_THE_LIMIT = 0.9;

  private Advisors() {}

  /** Twice what nearly all successes need, so that hardly a good call is cut. */
  static Advice timeout(Survey survey) {
    Histogram successes = survey.successMillis();
    long count = successes.getTotalCount();
    if (count < LEAST_SUCCESSES) {
      return Advice.none(
          "timeout",
          count == 0
              ? "the log has no durations of good calls"
              : "the log has durations of %d good calls, fewer than %d"
                  .formatted(count, LEAST_SUCCESSES));
    }
    if (successes.getMaxValue() == 0) {
      return Advice.none("timeout", "all durations in the log are 0");
    }
    double percentile = count >= 10_000 ? 99.9 : 99;
    long millis = round(2 * Math.max(50, successes.getValueAtPercentile(percentile)));
    double cut = 100.0 - successes.getPercentileAtOrBelowValue(millis);
    String evidence =
        "p50 %s, p%s %s, longest %s of %,d good calls; twice p%s, rounded up; %.2f %% of them took"
            .formatted(
                text(successes.getValueAtPercentile(50)),
                number(percentile),
                text(successes.getValueAtPercentile(percentile)),
                text(successes.getMaxValue()),
                count,
                number(percentile),
                cut);
    return new Advice(
        "timeout",
        "{ firstByte: %s, total: %s }".formatted(text(millis), text(millis)),
        evidence + " longer" + failures(survey.failureMillis()),
        confidence(count));
  }

  private static Confidence confidence(long successes) {
    if (successes >= 10_000) {
      return Confidence.HIGH;
    }
    return successes >= 1_000 ? Confidence.MEDIUM : Confidence.LOW;
  }

  private static String failures(Histogram failures) {
    return failures.getTotalCount() == 0
        ? ""
        : "; failures took %s at the median, %s at the longest"
            .formatted(text(failures.getValueAtPercentile(50)), text(failures.getMaxValue()));
  }

  /** A little less than what was taken without a refusal. */
  static Advice rateLimit(Survey survey) {
    if (survey.throttled() < LEAST_REFUSALS) {
      return Advice.none(
          "rateLimit",
          "%d calls were throttled, which shows no limit".formatted(survey.throttled()));
    }
    Throttling throttling = survey.throttling();
    int shown = Math.min(throttling.mostWithoutRefusal(), throttling.leastAtRefusal());
    if (shown < 2) {
      return Advice.none(
          "rateLimit", "no minute before a throttled call has calls enough to show the limit");
    }
    int limit = Math.max(1, (int) (shown * BELOW_THE_LIMIT));
    String evidence =
        "%,d calls were throttled, in %d bursts; at most %,d calls a minute were taken without one,"
            .formatted(survey.throttled(), throttling.bursts(), throttling.mostWithoutRefusal());
    return new Advice(
        "rateLimit",
        "{ algorithm: slidingWindow, limit: %d/min }".formatted(limit),
        evidence
            + " and throttling began at %,d; a tenth below the smaller"
                .formatted(throttling.leastAtRefusal()),
        throttling.bursts() >= 3 ? Confidence.MEDIUM : Confidence.LOW);
  }

  static Advice throttled(Survey survey) {
    return survey.throttled() < LEAST_REFUSALS
        ? Advice.none("throttled", "hardly a call was throttled")
        : new Advice(
            "throttled",
            "trip",
            "%,d calls were throttled, and the log has no Retry-After that a pause could follow"
                .formatted(survey.throttled()),
            Confidence.LOW);
  }

  /** To 1, 1.5, 2, 3, 5 or 7 times a power of ten, upwards. */
  static long round(long millis) {
    for (long power = 1; ; power *= 10) {
      for (long tenths : new long[] {10, 15, 20, 30, 50, 70}) {
        if (tenths * power / 10 >= millis && tenths * power % 10 == 0) {
          return tenths * power / 10;
        }
      }
    }
  }

  /** To three digits or so: that is how exactly a histogram knows it. */
  static String text(long millis) {
    long unit = millis >= 10_000 ? 1_000 : millis >= 1_000 ? 10 : 1;
    return Durations.format(Duration.ofMillis(millis / unit * unit));
  }

  private static String number(double percentile) {
    return percentile == Math.rint(percentile)
        ? String.format(Locale.ROOT, "%.0f", percentile)
        : String.format(Locale.ROOT, "%.1f", percentile);
  }
}
