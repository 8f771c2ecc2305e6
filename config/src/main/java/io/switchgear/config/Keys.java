// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The keys of a section.
 *
 * @param all the keys, in the order in which messages list them
 * @param unread those that only a later version has, and for which there is no reader yet
 */
record Keys(List<Key<?>> all, List<String> unread) {

  static Keys of(Key<?>... keys) {
    return new Keys(List.of(keys), List.of());
  }

  /** Keys of which only the names are known here. */
  static Keys ofNames(List<String> names) {
    List<Key<?>> keys = new ArrayList<>();
    names.forEach(name -> keys.add(Key.of(name, Kinds.ANYTHING, "")));
    return new Keys(keys, List.of());
  }

  Keys later(String... later) {
    return new Keys(all, Arrays.asList(later));
  }

  /** The names of those that this version has. */
  List<String> valid() {
    return all.stream().map(Key::name).toList();
  }

  boolean isLater(String name) {
    return unread.contains(name);
  }
}
