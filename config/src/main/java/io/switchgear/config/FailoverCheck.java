// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.util.Optional;
import java.util.Set;

/**
 * Checks that failovers lead to other dependencies that there are. They may well lead back: two
 * providers can stand in for each other, since whoever stands in isn't stood in for.
 */
final class FailoverCheck {
  private static final int LISTED_NAMES = 10;

  private final Set<String> names;

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
    } else if (mention.to().equals(mention.from())) {
      mention.place().problem("'" + mention.from() + "' can't fail over to itself");
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
}
