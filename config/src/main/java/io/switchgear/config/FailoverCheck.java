// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Checks that failovers lead to dependencies that there are, and never back to where they began.
 */
final class FailoverCheck {
  private static final int LISTED_NAMES = 10;

  private final Set<String> names;

  /** Where each dependency fails over to, as far as it leads to no cycle. */
  private final Map<String, Set<String>> targets = new HashMap<>();

  private FailoverCheck(Set<String> names) {
    this.names = names;
  }

  static void check(Set<Reading.Mention> mentions, Set<String> names) {
    var check = new FailoverCheck(names);
    mentions.forEach(check::check);
  }

  private void check(Reading.Mention mention) {
    if (!names.contains(mention.to())) {
      String name = mention.place().refers() ? "of this name" : Printable.quoted(mention.to());
      mention.place().problem("there is no dependency " + name + hint(mention));
      return;
    }
    List<String> way = wayBack(mention);
    if (way.isEmpty()) {
      targets.computeIfAbsent(mention.from(), from -> new LinkedHashSet<>()).add(mention.to());
    } else if (way.size() == 1) {
      mention.place().problem("'" + mention.from() + "' can't fail over to itself");
    } else {
      mention
          .place()
          .problem(
              "failovers must not lead back to where they began, but this one does: "
                  + String.join(" to ", shortened(way)));
    }
  }

  private String hint(Reading.Mention mention) {
    Optional<String> nearest =
        mention.place().refers() ? Optional.empty() : Nearest.to(mention.to(), names);
    return nearest
        .map(near -> "; did you mean '" + near + "'?")
        .orElseGet(
            () ->
                names.size() > LISTED_NAMES
                    ? ""
                    : "; there are: " + Printable.of(String.join(", ", names)));
  }

  /** The dependencies from a target back to where the failover begins; empty for none. */
  private List<String> wayBack(Reading.Mention mention) {
    Map<String, String> cameFrom = new HashMap<>();
    cameFrom.put(mention.to(), mention.to());
    Deque<String> left = new ArrayDeque<>(List.of(mention.to()));
    while (!left.isEmpty()) {
      String at = left.removeFirst();
      if (at.equals(mention.from())) {
        return way(cameFrom, mention);
      }
      for (String next : targets.getOrDefault(at, Set.of())) {
        if (cameFrom.putIfAbsent(next, at) == null) {
          left.addLast(next);
        }
      }
    }
    return List.of();
  }

  private static List<String> way(Map<String, String> cameFrom, Reading.Mention mention) {
    List<String> way = new ArrayList<>();
    String at = mention.from();
    way.add(at);
    while (!at.equals(mention.to())) {
      at = String.valueOf(cameFrom.get(at));
      way.add(0, at);
    }
    if (!mention.from().equals(mention.to())) {
      way.add(0, mention.from());
    }
    return way;
  }

  private static List<String> shortened(List<String> way) {
    if (way.size() <= LISTED_NAMES) {
      return way;
    }
    List<String> some = new ArrayList<>(way.subList(0, LISTED_NAMES - 1));
    some.add("…");
    return some;
  }
}
