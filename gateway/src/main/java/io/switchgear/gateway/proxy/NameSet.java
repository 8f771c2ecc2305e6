// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.proxy;

import java.util.Arrays;
import java.util.List;

/**
 * A few names of headers, whose case doesn't matter; a value. Most names that are looked up aren't
 * in it, and their length alone tells that of nearly all.
 */
final class NameSet {
  static final NameSet EMPTY = NameSet.of();

  /** The names of each length. */
  private final String[][] byLength;

  private NameSet(String[][] byLength) {
    this.byLength = byLength;
  }

  static NameSet of(String... names) {
    return of(List.of(names));
  }

  static NameSet of(List<String> names) {
    int longest = names.stream().mapToInt(String::length).max().orElse(0);
    String[][] byLength = new String[longest + 1][0];
    for (String name : names) {
      String[] before = byLength[name.length()];
      String[] after = Arrays.copyOf(before, before.length + 1);
      after[before.length] = name;
      byLength[name.length()] = after;
    }
    return new NameSet(byLength);
  }

  boolean contains(String name) {
    if (name.length() >= byLength.length) {
      return false;
    }
    for (String one : byLength[name.length()]) {
      if (one.equalsIgnoreCase(name)) {
        return true;
      }
    }
    return false;
  }
}
