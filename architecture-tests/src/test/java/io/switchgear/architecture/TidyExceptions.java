// SPDX-License-Identifier: Apache-2.0
package io.switchgear.architecture;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What may break a rule for now: one exception a line, as {@code rule path value}, where the value
 * is the sum of what the rule counts in that file. It must be exact, so the list can only shrink
 * without being seen to grow.
 */
final class TidyExceptions {
  /** The most that each rule may count in each file, by rule and path. */
  private final Map<String, Integer> allowed;

  private TidyExceptions(Map<String, Integer> allowed) {
    this.allowed = allowed;
  }

  /** Reads the list; empty lines and those that start with # are comments. */
  static TidyExceptions parse(List<String> lines) {
    Map<String, Integer> allowed = new LinkedHashMap<>();
    for (String line : lines) {
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      List<String> words = List.of(line.strip().split("\\s+"));
      if (words.size() != 3 || TidyRule.withId(words.get(0)).isEmpty()) {
        throw new IllegalArgumentException("not an exception, which is rule path value: " + line);
      }
      String key = words.get(0) + " " + words.get(1);
      if (allowed.put(key, Integer.valueOf(words.get(2))) != null) {
        throw new IllegalArgumentException("listed twice: " + key);
      }
    }
    return new TidyExceptions(allowed);
  }

  /** Holds the findings against the list and says what does not agree, one complaint a line. */
  List<String> complaints(List<Finding> findings) {
    Map<String, List<Finding>> byKey = new TreeMap<>();
    for (Finding finding : findings) {
      String key = finding.rule().id() + " " + finding.path();
      byKey.computeIfAbsent(key, unused -> new ArrayList<>()).add(finding);
    }
    List<String> complaints = new ArrayList<>();
    byKey.forEach((key, found) -> complaints.addAll(compare(key, found)));
    for (String key : allowed.keySet()) {
      if (!byKey.containsKey(key)) {
        complaints.add("remove the exception " + key + ", nothing breaks that rule there now");
      }
    }
    return complaints;
  }

  private List<String> compare(String key, List<Finding> found) {
    int value = found.stream().mapToInt(Finding::value).sum();
    int limit = allowed.getOrDefault(key, 0);
    if (value < limit) {
      return List.of("lower the exception " + key + " from " + limit + " to " + value);
    }
    if (value == limit) {
      return List.of();
    }
    List<String> complaints = new ArrayList<>(found.stream().map(Finding::describe).toList());
    if (limit > 0) {
      complaints.add("the exception " + key + " allows " + limit + ", but the sum is " + value);
    }
    return complaints;
  }
}
