// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The sections that a schema refers to, each described once. */
final class SchemaSections {
  private final Map<String, Keys> keys = new LinkedHashMap<>();
  private final Map<String, Object> schemas = new LinkedHashMap<>();

  /** Refers to a section, which is described at its first mention. */
  Map<String, Object> refer(String id, Keys section, Map<String, Object> bounds) {
    if (keys.putIfAbsent(id, section) == null) {
      schemas.put(id, Map.of());
      schemas.put(id, mapping(section, bounds));
    }
    return Map.of("$ref", "#/$defs/" + id);
  }

  /** Refers to a form that isn't made of our keys, which is described at its first mention. */
  Map<String, Object> refer(String id, Supplier<Map<String, Object>> form) {
    if (!schemas.containsKey(id)) {
      schemas.put(id, Map.of());
      schemas.put(id, form.get());
    }
    return Map.of("$ref", "#/$defs/" + id);
  }

  Map<String, Object> mapping(Keys section, Map<String, Object> bounds) {
    Map<String, Object> properties = new LinkedHashMap<>();
    section.all().forEach(key -> properties.put(key.name(), property(key)));
    List<String> required =
        section.all().stream()
            .filter(key -> key.presence() == Key.Presence.REQUIRED)
            .map(Key::name)
            .toList();
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("type", "object");
    schema.put("additionalProperties", false);
    if (!required.isEmpty()) {
      schema.put("required", required);
    }
    schema.putAll(bounds);
    schema.put("properties", properties);
    return schema;
  }

  /** A value of one piece, or a reference to a variable of the environment. */
  Map<String, Object> orReference(Map<String, Object> form) {
    if (form.equals(Map.of("type", "string"))) {
      return form;
    }
    schemas.computeIfAbsent("reference", id -> Kinds.pattern(References.FORM));
    return Map.of("anyOf", List.of(form, Map.of("$ref", "#/$defs/reference")));
  }

  private Map<String, Object> property(Key<?> key) {
    Map<String, Object> schema = new LinkedHashMap<>();
    String standard = key.standard().isEmpty() ? "" : " Default: " + key.standard() + ".";
    schema.put("title", key.name() + ": " + key.kind().words());
    schema.put("description", key.meaning() + "." + standard);
    schema.putAll(key.kind().schema(this));
    return schema;
  }

  /** The keys of each section, in the order of their first mention. */
  Map<String, Keys> keys() {
    return keys;
  }

  Map<String, Object> schemas() {
    return schemas;
  }
}
