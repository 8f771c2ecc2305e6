// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The form of profiles as JSON Schema, for editors. */
final class ProfileSchema {
  private static final Map<String, Object> TEXT = Map.of("type", List.of("string", "number"));

  private static final Map<String, Object> POINTER = Kinds.pattern(Pattern.compile("(?:/.*)?"));

  private static final Map<String, Object> RANGE = Kinds.pattern(Pattern.compile("[0-9]+-[0-9]+"));

  private static final Map<String, Object> ZONE = Map.of("type", "string");

  private ProfileSchema() {}

  static Map<String, Object> profile(SchemaSections sections) {
    Map<String, Object> keys = new LinkedHashMap<>();
    keys.put("extends", Map.of("type", "string"));
    keys.put("ends", oneOrMore(object("event", TEXT, "data", TEXT, "pointer", POINTER)));
    Map<String, Object> row = sections.refer("profileRow", () -> row(sections));
    keys.put("rows", oneOrMore(row));
    return object(keys);
  }

  private static Map<String, Object> row(SchemaSections sections) {
    Map<String, Object> keys = new LinkedHashMap<>();
    keys.put("id", TEXT);
    keys.put("status", oneOrMore(TEXT));
    keys.put("transport", oneOrMore(words("notSent", "noAnswer", "streamCut", "canceled")));
    keys.put("event", oneOrMore(TEXT));
    keys.put("header", oneOrMore(sections.refer("profileHeader", () -> condition("name"))));
    keys.put("code", oneOrMore(sections.refer("profileCode", () -> condition(""))));
    keys.put("verdict", words("success", "failure", "ignored", "throttled", "hold"));
    keys.put("scope", words("call", "operation", "credential", "tenant", "dependency"));
    keys.put("retry", words("yes", "idempotent", "no"));
    keys.put("hint", oneOrMore(sections.refer("profileHint", ProfileSchema::hint)));
    keys.put(
        "wait",
        Map.of("anyOf", List.of(TEXT, object("until", words("midnight", "month"), "zone", ZONE))));
    keys.put("note", TEXT);
    keys.put("source", TEXT);
    return object(keys);
  }

  private static Map<String, Object> condition(String name) {
    Map<String, Object> keys = new LinkedHashMap<>();
    if (!name.isEmpty()) {
      keys.put(name, TEXT);
    }
    keys.put("pointer", oneOrMore(POINTER));
    keys.put("is", oneOrMore(TEXT));
    keys.put("startsWith", oneOrMore(TEXT));
    keys.put("contains", oneOrMore(TEXT));
    keys.put("between", RANGE);
    keys.put("present", Map.of("type", "boolean"));
    keys.put("usedUp", Map.of("const", true));
    return object(keys);
  }

  private static Map<String, Object> hint() {
    Map<String, Object> keys = new LinkedHashMap<>();
    keys.put("header", TEXT);
    keys.put("pointer", POINTER);
    keys.put(
        "format",
        words("seconds", "milliseconds", "minutes", "epoch", "timestamp", "duration", "prose"));
    keys.put("refill", object("needed", POINTER, "available", POINTER, "perSecond", POINTER));
    keys.put("whenZero", TEXT);
    keys.put("fallback", Map.of("type", "boolean"));
    keys.put("zone", ZONE);
    return object(keys);
  }

  private static Map<String, Object> words(String... words) {
    return Map.of("enum", List.of(words));
  }

  private static Map<String, Object> oneOrMore(Map<String, Object> one) {
    Map<String, Object> list = new LinkedHashMap<>();
    list.put("type", "array");
    list.put("items", one);
    return Map.of("anyOf", List.of(one, list));
  }

  /** An object with keys and what they hold, by turns. */
  private static Map<String, Object> object(Object... keysAndValues) {
    Map<String, Object> keys = new LinkedHashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      keys.put(keysAndValues[i].toString(), keysAndValues[i + 1]);
    }
    return object(keys);
  }

  private static Map<String, Object> object(Map<String, Object> keys) {
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("type", "object");
    schema.put("additionalProperties", false);
    schema.put("properties", keys);
    return schema;
  }
}
