// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The evidence of several rules of which any may trip. */
final class AnyOf extends Evidence {
  private final List<TripRule> rules;
  private final Evidence[] parts;

  private AnyOf(List<TripRule> rules, Evidence[] parts) {
    this.rules = rules;
    this.parts = parts;
  }

  static Evidence begin(List<TripRule> rules) {
    if (rules.size() == 1) {
      return rules.get(0).begin();
    }
    return new AnyOf(rules, rules.stream().map(TripRule::begin).toArray(Evidence[]::new));
  }

  /** Evidence for other rules that keeps what still means something to them. */
  static Evidence adopt(List<TripRule> rules, Evidence former) {
    List<Evidence> known = former instanceof AnyOf any ? List.of(any.parts) : List.of(former);
    Evidence[] parts = rules.stream().map(rule -> adopt(rule, known)).toArray(Evidence[]::new);
    return parts.length == 1 ? parts[0] : new AnyOf(rules, parts);
  }

  private static Evidence adopt(TripRule rule, List<Evidence> known) {
    for (Evidence part : known) {
      Evidence adopted = rule.adopt(part);
      if (adopted != null) {
        return adopted;
      }
    }
    return rule.begin();
  }

  @Override
  Object source() {
    return rules;
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
  boolean readsTime() {
    for (Evidence part : parts) {
      if (part.readsTime()) {
        return true;
      }
    }
    return false;
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

  /** At most one part notes where calls begin. */
  @Override
  int begin(long nowNanos) {
    int slot = 0;
    for (Evidence part : parts) {
      slot += part.begin(nowNanos);
    }
    return slot;
  }

  @Override
  boolean end(int slot, boolean counts, long nowNanos) {
    boolean trips = false;
    for (Evidence part : parts) {
      trips |= part.end(slot, counts, nowNanos);
    }
    return trips;
  }

  @Override
  boolean overdue(long nowNanos) {
    boolean trips = false;
    for (Evidence part : parts) {
      trips |= part.overdue(nowNanos);
    }
    return trips;
  }

  /** At most one part has any to reject. */
  @Override
  double rejectRatio(long nowNanos) {
    double ratio = 0;
    for (Evidence part : parts) {
      ratio += part.rejectRatio(nowNanos);
    }
    return ratio;
  }

  /** Parts that carry nothing over begin anew, but only if another one does carry something. */
  @Override
  @Nullable Evidence carriedOver() {
    Evidence[] kept = new Evidence[parts.length];
    boolean any = false;
    for (int i = 0; i < parts.length; i++) {
      Evidence part = parts[i].carriedOver();
      any |= part != null;
      kept[i] = part == null ? rules.get(i).begin() : part;
    }
    return any ? new AnyOf(rules, kept) : null;
  }

  @Override
  String describe(long nowNanos) {
    return Arrays.stream(parts)
        .map(part -> part.describe(nowNanos))
        .collect(Collectors.joining("; "));
  }
}
