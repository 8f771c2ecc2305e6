// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.stub;

import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;

/** The tallies of the keys: one by one as long as there is room, then all further keys together. */
final class KeyTallies {
  /** How many keys are counted one by one. */
  static final int MAX_KEYS = 10_000;

  /** How many keys are shown. */
  static final int TOP = 100;

  private static final Comparator<Entry<String, Tally>> BUSIEST_FIRST =
      Comparator.comparingLong((Entry<String, Tally> entry) -> -entry.getValue().received())
          .thenComparing(Entry::getKey);

  private final Map<String, Tally> tallies = new HashMap<>();
  private final Tally beyond = new Tally();

  Tally of(String key) {
    Tally tally = tallies.get(key);
    if (tally != null) {
      return tally;
    }
    if (tallies.size() >= MAX_KEYS) {
      return beyond;
    }
    Tally added = new Tally();
    tallies.put(key, added);
    return added;
  }

  StubStats.Keys keys() {
    List<Entry<String, Tally>> sorted = tallies.entrySet().stream().sorted(BUSIEST_FIRST).toList();
    Map<String, StubStats.Count> top = new LinkedHashMap<>();
    Tally others = new Tally();
    others.add(beyond);
    for (Entry<String, Tally> entry : sorted) {
      if (top.size() < TOP) {
        top.put(entry.getKey(), entry.getValue().count());
      } else {
        others.add(entry.getValue());
      }
    }
    return new StubStats.Keys(Collections.unmodifiableMap(top), others.count());
  }
}
