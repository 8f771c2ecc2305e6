// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * A profile of ours in JSON. Anything wrong in it is a mistake of ours and ends the reading.
 *
 * @param name its key
 * @param value a map, a list or a text
 */
record JsonNode(String name, Object value) implements ProfileNode {
  private static final JsonFactory FACTORY =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  static JsonNode of(String name, InputStream json) throws IOException {
    try (JsonParser parser = FACTORY.createParser(json)) {
      parser.nextToken();
      return new JsonNode(name, read(parser));
    }
  }

  private static Object read(JsonParser parser) throws IOException {
    if (parser.currentToken() == JsonToken.START_OBJECT) {
      Map<String, Object> map = new LinkedHashMap<>();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String key = parser.currentName();
        parser.nextToken();
        map.put(key, read(parser));
      }
      return map;
    }
    if (parser.currentToken() == JsonToken.START_ARRAY) {
      List<Object> list = new ArrayList<>();
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        list.add(read(parser));
      }
      return list;
    }
    return parser.getText();
  }

  @Override
  public boolean isMapping() {
    return value instanceof Map;
  }

  @Override
  public List<JsonNode> entries(List<String> valid) {
    if (!(value instanceof Map<?, ?> map)) {
      throw wrong("must be a mapping");
    }
    List<JsonNode> entries = new ArrayList<>();
    map.forEach((key, item) -> entries.add(new JsonNode(key.toString(), item)));
    for (JsonNode entry : entries) {
      if (!valid.contains(entry.name)) {
        throw entry.wrong("is no key here");
      }
    }
    return entries;
  }

  @Override
  public List<JsonNode> items() {
    if (!(value instanceof List<?> list)) {
      return List.of(this);
    }
    List<JsonNode> items = new ArrayList<>();
    list.forEach(item -> items.add(new JsonNode(name, item)));
    return items;
  }

  @Override
  public <T> Optional<T> value(String what, Function<String, Optional<T>> parser) {
    Optional<T> parsed = value instanceof String text ? parser.apply(text) : Optional.empty();
    if (parsed.isEmpty()) {
      throw wrong("must be " + what);
    }
    return parsed;
  }

  @Override
  public Optional<String> oneOf(List<String> words) {
    return value(
        "one of " + String.join(", ", words), text -> Optional.of(text).filter(words::contains));
  }

  @Override
  public void problem(String message) {
    throw wrong(message);
  }

  private IllegalStateException wrong(String message) {
    return new IllegalStateException("'" + name + "': " + message + ", in " + value);
  }
}
