// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A key of a section: the one place that says what it may hold, what it is for and what holds
 * without it. The readers, the reference page and the schema all take it from here.
 *
 * @param name the key
 * @param kind what it may hold
 * @param meaning what it is for, as the reference page says it
 * @param presence whether it must be there
 * @param standard what holds without it, as the reference page shows it; empty for nothing
 */
record Key<T>(String name, Kind<T> kind, String meaning, Presence presence, String standard) {

  private static final Pattern ONE_VALUE = Pattern.compile("`([^`]+)`");

  /** Whether a key may be there. */
  enum Presence {
    REQUIRED,
    OPTIONAL
  }

  static <T> Key<T> of(String name, Kind<T> kind, String meaning) {
    return new Key<>(name, kind, meaning, Presence.OPTIONAL, "");
  }

  Key<T> required() {
    return new Key<>(name, kind, meaning, Presence.REQUIRED, standard);
  }

  /** The value that holds without the key, as one would write it. */
  Key<T> standard(Object value) {
    return standardWords("`" + value + "`");
  }

  /** The value that holds without the key, if it is one that can be written in one piece. */
  Optional<String> standardValue() {
    Matcher value = ONE_VALUE.matcher(standard);
    return value.matches() ? Optional.of(value.group(1)) : Optional.empty();
  }

  /** What holds without the key, in words. */
  Key<T> standardWords(String words) {
    return new Key<>(name, kind, meaning, presence, words);
  }
}
