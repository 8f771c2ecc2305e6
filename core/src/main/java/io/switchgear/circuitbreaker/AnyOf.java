// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The evidence of several rules of which any may trip. */
final class AnyOf extends Evidence {
  private final Evidence[] parts;

  private AnyOf(Evidence[] parts) {
    this.parts = parts;
  }

  static Evidence begin(List<TripRule> rules) {
    if (rules.size() == 1) {
      return rules.get(0).begin();
    }
    return new AnyOf(rules.stream().map(TripRule::begin).toArray(Evidence[]::new));
  }

  @Override
  boolean record(boolean failure, long nowNanos) {
    boolean trips = false;
    for (Evidence part : parts) {
      trips |= part.record(failure, nowNanos);
    }
    return trips;
  }

  @Override
  boolean absorbsSuccess() {
    for (Evidence part : parts) {
      if (!part.absorbsSuccess()) {
        return false;
      }
    }
    return true;
  }

  @Override
  String describe(long nowNanos) {
    return Arrays.stream(parts)
        .map(part -> part.describe(nowNanos))
        .collect(Collectors.joining("; "));
  }
}
