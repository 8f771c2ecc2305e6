// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.scenario;

import io.switchgear.config.Durations;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * How long a call takes, as a distribution.
 *
 * @param shape the kind of distribution
 * @param firstNanos the time, the least time, the mean or the median
 * @param secondNanos the same again, the greatest time, or the 99th percentile
 */
public record ServiceTime(Shape shape, long firstNanos, long secondNanos) {
  /** What a text must be, for errors. */
  static final String FORM =
      "a time such as 50ms, 20ms-80ms, exponential 50ms, or lognormal 50ms p99 400ms";

  /** The 99th percentile of the standard normal distribution. */
  private static final double Z_99 = 2.326_347_874;

  private static final double LEAST_SIGMA = 1e-6;

  /** A kind of distribution. */
  public enum Shape {
    /** Always the same. */
    CONSTANT,
    /** Any time in a range alike. */
    UNIFORM,
    /** Without memory, of a mean. */
    EXPONENTIAL,
    /** With a long tail, of a median and a 99th percentile. */
    LOGNORMAL
  }

  /** Always the same time. */
  static ServiceTime constant(Duration time) {
    return new ServiceTime(Shape.CONSTANT, time.toNanos(), time.toNanos());
  }

  static Optional<ServiceTime> parse(String text) {
    List<String> words = Arrays.asList(text.strip().split("[ ,]+", -1));
    if (words.size() == 1) {
      return range(words.get(0));
    }
    if (words.size() == 2 && words.get(0).equals("exponential")) {
      return of(Shape.EXPONENTIAL, words.get(1), words.get(1));
    }
    return words.size() == 4 && words.get(0).equals("lognormal") && words.get(2).equals("p99")
        ? of(Shape.LOGNORMAL, words.get(1), words.get(3)).filter(it -> it.firstNanos > 0)
        : Optional.empty();
  }

  private static Optional<ServiceTime> range(String text) {
    int dash = text.indexOf('-');
    return dash < 0
        ? of(Shape.CONSTANT, text, text)
        : of(Shape.UNIFORM, text.substring(0, dash), text.substring(dash + 1));
  }

  private static Optional<ServiceTime> of(Shape shape, String first, String second) {
    return Durations.parse(first)
        .flatMap(
            one ->
                Durations.parse(second)
                    .filter(two -> two.compareTo(one) >= 0 && two.toDays() <= 1)
                    .map(two -> new ServiceTime(shape, one.toNanos(), two.toNanos())));
  }

  /**
   * The time of a call.
   *
   * @param random where chance comes from; one number is taken
   * @return nanoseconds
   */
  public long draw(SplittableRandom random) {
    double chance = random.nextDouble();
    return switch (shape) {
      case CONSTANT -> firstNanos;
      case UNIFORM -> firstNanos + (long) (chance * (secondNanos - firstNanos));
      case EXPONENTIAL -> (long) (-firstNanos * Math.log(1 - chance));
      case LOGNORMAL -> (long) (firstNanos * Math.exp(sigma() * Normal.quantile(chance)));
    };
  }

  /**
   * The share of calls that take longer than a time.
   *
   * @param nanos the time
   * @return from 0 to 1
   */
  public double shareAbove(double nanos) {
    return switch (shape) {
      case CONSTANT -> nanos < firstNanos ? 1 : 0;
      case UNIFORM ->
          Math.max(0, Math.min(1, (secondNanos - nanos) / Math.max(1, secondNanos - firstNanos)));
      case EXPONENTIAL -> Math.exp(-nanos / firstNanos);
      case LOGNORMAL -> Normal.shareAbove(Math.log(nanos / firstNanos) / sigma());
    };
  }

  private double sigma() {
    return Math.max(LEAST_SIGMA, Math.log((double) secondNanos / firstNanos) / Z_99);
  }
}
