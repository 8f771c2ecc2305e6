// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A list of values of one kind; one value may stand for a list of one.
 *
 * @param item the kind of the values
 * @param noun what errors call several of them
 * @param min how many there must be
 * @param max how many there may be
 */
record ListKind<T>(Kind<T> item, String noun, int min, int max) implements Kind<List<T>> {

  @Override
  public Optional<List<T>> read(Setting setting) {
    List<Setting> items = setting.items();
    if (items.size() < min || items.size() > max) {
      setting.problem(setting.shownName() + " must have " + min + " to " + max + " " + noun);
      return Optional.empty();
    }
    List<T> values = new ArrayList<>();
    items.forEach(one -> item.read(one).ifPresent(values::add));
    return values.size() == items.size() ? Optional.of(List.copyOf(values)) : Optional.empty();
  }

  @Override
  public Object shown(Setting setting) {
    return setting.items().stream().map(item::shown).toList();
  }

  @Override
  public String words() {
    return "list of up to %,d %s; or one".formatted(max, noun);
  }

  @Override
  public Map<String, Object> schema(SchemaSections sections) {
    Map<String, Object> one = item.schema(sections);
    Map<String, Object> list = new LinkedHashMap<>();
    list.put("type", "array");
    list.put("items", one);
    list.put("minItems", min);
    list.put("maxItems", max);
    return Map.of("anyOf", List.of(one, list));
  }
}
