// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.simulate;

import java.util.List;

/**
 * What several runs say about a number.
 *
 * @param mean the mean of the runs that have it; NaN when none has
 * @param margin how far the true mean may be from it, with a confidence of 95 %; zero for one run
 * @param runs how many runs have it
 */
public record Estimate(double mean, double margin, int runs) {
  /** Student's t, 97.5 %, for 1 to 30 degrees of freedom. */
  private static final double[] T = {
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
    2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056,
    2.052, 2.048, 2.045, 2.042
  };

  private static final double T_OF_MANY = 1.96;

  /** Of the values that are numbers. */
  static Estimate of(List<Double> values) {
    List<Double> finite = values.stream().filter(value -> !value.isNaN()).toList();
    int runs = finite.size();
    if (runs == 0) {
      return new Estimate(Double.NaN, 0, 0);
    }
    double mean = finite.stream().mapToDouble(it -> it).sum() / runs;
    if (runs == 1) {
      return new Estimate(mean, 0, 1);
    }
    double squares = finite.stream().mapToDouble(it -> (it - mean) * (it - mean)).sum();
    double t = runs - 1 <= T.length ? T[runs - 2] : T_OF_MANY;
    return new Estimate(mean, t * Math.sqrt(squares / (runs - 1) / runs), runs);
  }
}
