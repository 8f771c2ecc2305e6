// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.scenario;

import io.switchgear.config.YamlEntry;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** A mapping of a scenario: its entries by their keys. */
final class Fields {
  private final YamlEntry owner;
  private final Map<String, YamlEntry> entries = new LinkedHashMap<>();

  private Fields(YamlEntry owner) {
    this.owner = owner;
  }

  /** The fields of a mapping with these keys; what else is in it is noted. */
  static Fields of(YamlEntry owner, List<String> keys) {
    Fields fields = new Fields(owner);
    owner.entries(keys).forEach(entry -> fields.entries.put(entry.name(), entry));
    return fields;
  }

  boolean has(String key) {
    return entries.containsKey(key);
  }

  /** The value of a field; the standard one when it isn't there or is wrong, which is noted. */
  <T> T get(String key, Function<YamlEntry, Optional<T>> kind, T standard) {
    return find(key, kind).orElse(standard);
  }

  /** The value of a field, if it is there and right. */
  <T> Optional<T> find(String key, Function<YamlEntry, Optional<T>> kind) {
    return Optional.ofNullable(entries.get(key)).flatMap(kind);
  }

  /** The value of a field that must be there. */
  <T> Optional<T> need(String key, Function<YamlEntry, Optional<T>> kind) {
    if (!has(key)) {
      owner.problem("'" + key + "' is missing");
    }
    return find(key, kind);
  }

  /** The items of a field that may be a list. */
  List<YamlEntry> items(String key) {
    YamlEntry list = entries.get(key);
    return list == null ? List.of() : list.items();
  }

  /** Notes that exactly one of these keys must be there; the one that is. */
  Optional<String> oneOf(List<String> keys) {
    List<String> there = keys.stream().filter(this::has).toList();
    if (there.size() == 1) {
      return Optional.of(there.get(0));
    }
    owner.problem("there must be exactly one of " + String.join(", ", keys));
    return Optional.empty();
  }

  void problem(String message) {
    owner.problem(message);
  }
}
