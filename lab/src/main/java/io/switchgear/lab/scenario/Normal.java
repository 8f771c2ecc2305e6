// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.scenario;

/** The standard normal distribution. */
final class Normal {
  /*
   * Rational approximation of the quantile, relative error below 1.15e-9: P. J. Acklam, "An
   * algorithm for computing the inverse normal cumulative distribution function", 2003.
   */
  private static final double[] A = {
    -3.969683028665376e+01, 2.209460984245205e+02, -2.759285104469687e+02,
    1.383577518672690e+02, -3.066479806614716e+01, 2.506628277459239e+00
  };
  private static final double[] B = {
    -5.447609879822406e+01,
    1.615858368580409e+02,
    -1.556989798598866e+02,
    6.680131188771972e+01,
    -1.328068155288572e+01,
    1
  };
  private static final double[] C = {
    -7.784894002430293e-03, -3.223964580411365e-01, -2.400758277161838e+00,
    -2.549732539343734e+00, 4.374664141464968e+00, 2.938163982698783e+00
  };
  private static final double[] D = {
    7.784695709041462e-03, 3.224671290700398e-01, 2.445134137142996e+00, 3.754408661907416e+00, 1
  };
  private static final double[] E = {
    1.330274429, -1.821255978, 1.781477937, -0.356563782, 0.319381530
  };
  private static final double TAIL = 0.02425;
  private static final double LEAST = 1e-300;

  private Normal() {}

  /** The value that a share of all values is below. */
  static double quantile(double share) {
    if (share < TAIL) {
      return tail(Math.max(share, LEAST));
    }
    if (share > 1 - TAIL) {
      return -tail(Math.max(1 - share, LEAST));
    }
    double centered = share - 0.5;
    double square = centered * centered;
    return polynomial(A, square) * centered / polynomial(B, square);
  }

  /*
   * The share of all values above one: Abramowitz and Stegun, "Handbook of Mathematical Functions",
   * 26.2.17, absolute error below 7.5e-8.
   */
  static double shareAbove(double value) {
    if (value < 0) {
      return 1 - shareAbove(-value);
    }
    double t = 1 / (1 + 0.2316419 * value);
    double density = Math.exp(-value * value / 2) / Math.sqrt(2 * Math.PI);
    return density * t * polynomial(E, t);
  }

  private static double tail(double share) {
    double depth = Math.sqrt(-2 * Math.log(share));
    return polynomial(C, depth) / polynomial(D, depth);
  }

  private static double polynomial(double[] coefficients, double x) {
    double sum = 0;
    for (double coefficient : coefficients) {
      sum = sum * x + coefficient;
    }
    return sum;
  }
}
