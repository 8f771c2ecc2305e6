// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Collects the values at some places of a JSON text in one pass.
 *
 * <p>The text may be anything. Where it stops to be JSON, or was cut, the scan ends and what it has
 * found stays; a number that the cut may have shortened isn't found. A key that comes twice has
 * both values. An object or array is found as an empty text, a null isn't.
 */
final class JsonScan {
  private static final int MAX_VALUES = 64;
  private static final int MAX_VALUE_LENGTH = 4_096;

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          // The keys come from outside; a table of them would grow with each new one.
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          .build();

  private final String text;
  private final boolean truncated;
  private final Map<Pointer, List<String>> found = new HashMap<>();
  private final Deque<Level> levels = new ArrayDeque<>();

  /** How many values stand one after the other; a text of JSON is one. */
  private int values;

  private JsonScan(String text, boolean truncated) {
    this.text = text;
    this.truncated = truncated;
  }

  /** The values at each place where there are some, in the order of the text. */
  static Map<Pointer, List<String>> of(String text, boolean truncated, PointerTree places) {
    JsonScan scan = new JsonScan(text, truncated);
    try (JsonParser parser = FACTORY.createParser(text)) {
      scan.run(parser, places);
    } catch (IOException notJson) {
      return scan.found;
    }
    return scan.found;
  }

  /** The same for a text that is JSON as a whole; nothing is found in any other. */
  static Map<Pointer, List<String>> whole(String text, PointerTree places) {
    JsonScan scan = new JsonScan(text, false);
    try (JsonParser parser = FACTORY.createParser(text)) {
      scan.run(parser, places);
      return scan.values == 1 ? scan.found : Map.of();
    } catch (IOException notJson) {
      return Map.of();
    }
  }

  private void run(JsonParser parser, PointerTree places) throws IOException {
    List<PointerTree> root = List.of(places);
    for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
      Level level = levels.peek();
      if (level == null && !token.isStructEnd()) {
        values++;
      }
      if (token == JsonToken.FIELD_NAME && level != null) {
        level.key = parser.currentName();
      } else if (token.isStructEnd()) {
        levels.poll();
      } else {
        value(parser, token, level == null ? root : level.next());
      }
    }
  }

  private void value(JsonParser parser, JsonToken token, List<PointerTree> here)
      throws IOException {
    if (!token.isStructStart()) {
      if (!here.isEmpty() && token != JsonToken.VALUE_NULL && !isMaybeCut(parser, token)) {
        note(here, cut(parser.getText()));
      }
    } else if (here.isEmpty()) {
      parser.skipChildren();
    } else {
      note(here, "");
      levels.push(new Level(here, token == JsonToken.START_ARRAY));
    }
  }

  private void note(List<PointerTree> here, String value) {
    for (PointerTree place : here) {
      Pointer pointer = place.pointer();
      if (pointer == null) {
        continue;
      }
      List<String> values = found.computeIfAbsent(pointer, unused -> new ArrayList<>());
      if (values.size() < MAX_VALUES) {
        values.add(value);
      }
    }
  }

  private boolean isMaybeCut(JsonParser parser, JsonToken token) {
    return truncated
        && token.isNumeric()
        && parser.currentLocation().getCharOffset() >= text.length();
  }

  private static String cut(String value) {
    return value.length() <= MAX_VALUE_LENGTH ? value : value.substring(0, MAX_VALUE_LENGTH);
  }

  /** An object or array that the scan is in. */
  private static final class Level {
    private final List<PointerTree> places;
    private final boolean array;
    private @Nullable String key;
    private int index;

    Level(List<PointerTree> places, boolean array) {
      this.places = places;
      this.array = array;
    }

    /** The places that the next value is at. */
    List<PointerTree> next() {
      String step = array ? Integer.toString(index++) : String.valueOf(key);
      List<PointerTree> next = new ArrayList<>(2);
      for (PointerTree place : places) {
        place.addChildren(step, next);
      }
      return next;
    }
  }
}
