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

  static Evidence none(List<TripRule> rules) {
    if (rules.size() == 1) {
      return rules.get(0).noEvidence();
    }
    return new AnyOf(rules.stream().map(TripRule::noEvidence).toArray(Evidence[]::new));
  }

  @Override
  Evidence record(boolean failure, long nowNanos) {
    Evidence[] next = new Evidence[parts.length];
    boolean changed = false;
    for (int i = 0; i < parts.length; i++) {
      next[i] = parts[i].record(failure, nowNanos);
      changed |= next[i] != parts[i];
    }
    return changed ? new AnyOf(next) : this;
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
  boolean trips() {
    for (Evidence part : parts) {
      if (part.trips()) {
        return true;
      }
    }
    return false;
  }

  @Override
  String describe() {
    boolean tripped = trips();
    return Arrays.stream(parts)
        .filter(part -> !tripped || part.trips())
        .map(Evidence::describe)
        .collect(Collectors.joining("; "));
  }
}
