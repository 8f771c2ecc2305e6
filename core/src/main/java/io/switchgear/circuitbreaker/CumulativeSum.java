// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import java.util.Locale;

/**
 * The state of {@link ChangeDetection} in one word: the weighted count of failures as a float in
 * the upper half; below it the weighted count of calls (18 bits) and the sum (14 bits), both as
 * fixed point numbers. Once there is no failure left to remember and the counts have settled, a
 * success changes nothing.
 */
enum CumulativeSum implements WordRule {
  INSTANCE;

  private static final double ALARM = 16;
  private static final double HALF_LIFE_CALLS = 5_000;
  private static final double DECAY = Math.pow(2, -1 / HALF_LIFE_CALLS);
  private static final double MAX_CALLS = 1 / (1 - DECAY);
  private static final double PRIOR_CALLS = 100;
  private static final double PRIOR_FAILURES = 1;
  private static final double FLOOR = 0.01;
  private static final double CEILING = 0.98;

  /** Fewer failures than this, all of them long ago, are forgotten. */
  private static final double NEGLIGIBLE_FAILURES = 0.05;

  private static final int SUM_BITS = 14;
  private static final long SUM_MASK = (1L << SUM_BITS) - 1;
  private static final double SUM_UNIT = ALARM / SUM_MASK;
  private static final int CALLS_BITS = 18;
  private static final long CALLS_MASK = (1L << CALLS_BITS) - 1;
  private static final double CALLS_UNIT = MAX_CALLS / CALLS_MASK;

  /** What is believed before the first call. */
  static final long PRIOR = pack(PRIOR_FAILURES, PRIOR_CALLS, 0);

  private static long pack(double failures, double calls, double sum) {
    long failureBits = Float.floatToRawIntBits((float) failures);
    long callBits = Math.min(CALLS_MASK, Math.round(calls / CALLS_UNIT));
    long sumBits = Math.min(SUM_MASK, Math.round(sum / SUM_UNIT));
    return (failureBits << Integer.SIZE) | (callBits << SUM_BITS) | sumBits;
  }

  private static double failures(long word) {
    return Float.intBitsToFloat((int) (word >>> Integer.SIZE));
  }

  private static double calls(long word) {
    return ((word >>> SUM_BITS) & CALLS_MASK) * CALLS_UNIT;
  }

  private static double sum(long word) {
    return (word & SUM_MASK) * SUM_UNIT;
  }

  /** The usual share of failures. */
  static double baseline(long word) {
    return Math.min(CEILING, Math.max(FLOOR, failures(word) / calls(word)));
  }

  @Override
  public long next(long word, boolean failure) {
    double p0 = baseline(word);
    double p1 = Math.max(0.5, p0 + (1 - p0) / 2);
    double ratio = failure ? p1 / p0 : (1 - p1) / (1 - p0);
    double before = sum(word);
    double sum = !failure && before == 0 ? 0 : Math.max(0, before + Math.log(ratio));
    double failures = failures(word) * DECAY + (failure ? 1 : 0);
    double remembered = failures < NEGLIGIBLE_FAILURES ? 0 : failures;
    return pack(remembered, calls(word) * DECAY + 1, sum);
  }

  @Override
  public boolean trips(long word) {
    return (word & SUM_MASK) == SUM_MASK;
  }

  @Override
  public long carriedOver(long word) {
    return word & ~SUM_MASK;
  }

  @Override
  public String describe(long word) {
    return String.format(
        Locale.ROOT,
        "evidence %.1f of %.0f against a usual failure rate of %.1f %%",
        sum(word),
        ALARM,
        baseline(word) * 100);
  }
}
