// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.simulate;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * How a client fared in one run.
 *
 * @param name its name
 * @param values all measures
 * @param timeline what happened when
 */
public record ClientResult(String name, Map<Measure, Double> values, Timeline timeline) {

  /** Copies the values. */
  public ClientResult {
    values = Collections.unmodifiableMap(new EnumMap<>(values));
  }

  /**
   * A measure.
   *
   * @param measure which
   * @return the number; NaN when there is none
   */
  public double value(Measure measure) {
    return values.getOrDefault(measure, Double.NaN);
  }
}
