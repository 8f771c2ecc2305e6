// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A mapping with exactly one of several keys.
 *
 * @param id what the reference page and the schema call the section
 * @param fault what is wrong when there are none or several, behind the name, with a place for the
 *     keys
 * @param choices the keys
 * @param keys the same keys, and those of later versions
 */
record OneKeyKind<T>(String id, String fault, List<Key<? extends T>> choices, Keys keys)
    implements Kind<T> {

  static <T> OneKeyKind<T> of(String id, String fault, List<Key<? extends T>> choices) {
    return new OneKeyKind<>(id, fault, choices, new Keys(List.copyOf(choices), List.of()));
  }

  OneKeyKind<T> later(String... later) {
    return new OneKeyKind<>(id, fault, choices, keys.later(later));
  }

  @Override
  public Optional<T> read(Setting setting) {
    Optional<Section> section = setting.section(keys).filter(it -> !it.hadProblems());
    if (section.isEmpty()) {
      return Optional.empty();
    }
    if (section.get().settings().size() != 1) {
      setting.problem(setting.shownName() + " " + fault.formatted(String.join(", ", keys.valid())));
      return Optional.empty();
    }
    return choices.stream()
        .filter(key -> section.get().setting(key).isPresent())
        .findFirst()
        .flatMap(key -> section.get().get(key).<T>map(value -> value));
  }

  @Override
  public Object shown(Setting setting) {
    return setting
        .section(keys)
        .<Object>map(section -> section.shown(keys))
        .orElseGet(setting::shown);
  }

  @Override
  public String words() {
    return "section";
  }

  @Override
  public Map<String, Object> schema(SchemaSections sections) {
    return sections.refer(id, keys, new TreeMap<>(Map.of("minProperties", 1, "maxProperties", 1)));
  }
}
