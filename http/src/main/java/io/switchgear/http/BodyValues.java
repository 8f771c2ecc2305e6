// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import java.util.List;
import java.util.Map;

/** What a body holds at the places that a profile looks at. */
final class BodyValues {
  /** No body is at hand. */
  static final BodyValues NONE = new BodyValues("", Map.of());

  private final String text;
  private final Map<Pointer, List<String>> values;

  private BodyValues(String text, Map<Pointer, List<String>> values) {
    this.text = text;
    this.values = values;
  }

  static BodyValues of(String body, boolean truncated, PointerTree places) {
    String text = body.startsWith("\ufeff") ? body.substring(1) : body;
    return new BodyValues(text, places.isEmpty() ? Map.of() : JsonScan.of(text, truncated, places));
  }

  /** The values at a place; empty when there is none. */
  List<String> at(Pointer pointer) {
    if (pointer.isWhole()) {
      return text.isEmpty() ? List.of() : List.of(text);
    }
    return values.getOrDefault(pointer, List.of());
  }
}
