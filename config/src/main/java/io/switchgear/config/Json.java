// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes JSON of maps, collections, texts, numbers and truth values. */
final class Json {
  private Json() {}

  /** The value on several lines. */
  static String indented(Object value) {
    return indented(value, "\n");
  }

  private static String indented(Object value, String line) {
    String inner = line + "  ";
    if (value instanceof Map<?, ?> map) {
      return map.isEmpty()
          ? "{}"
          : map.entrySet().stream()
              .map(e -> text(String.valueOf(e.getKey())) + ": " + indented(e.getValue(), inner))
              .collect(Collectors.joining("," + inner, "{" + inner, line + "}"));
    }
    if (value instanceof Collection<?> list) {
      return list.isEmpty()
          ? "[]"
          : list.stream()
              .map(item -> indented(item, inner))
              .collect(Collectors.joining("," + inner, "[" + inner, line + "]"));
    }
    return value instanceof String string ? text(string) : String.valueOf(value);
  }

  /** A text in quotes. */
  static String text(String text) {
    StringBuilder json = new StringBuilder("\"");
    text.chars().forEach(c -> json.append(escaped((char) c)));
    return json.append('"').toString();
  }

  private static String escaped(char c) {
    return switch (c) {
      case '"' -> "\\\"";
      case '\\' -> "\\\\";
      case '\n' -> "\\n";
      case '\t' -> "\\t";
      default -> c < ' ' || c == 0x7f ? "\\u%04x".formatted((int) c) : String.valueOf(c);
    };
  }
}
