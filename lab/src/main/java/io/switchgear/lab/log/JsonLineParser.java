// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.log;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/** Reads an object of JSON on each line; values in inner objects have names with dots. */
final class JsonLineParser implements CallParser.LineParser {
  private static final JsonFactory JSON = new JsonFactory();
  private static final int MAX_VALUES = 1_000;

  private final FieldReader reader;

  JsonLineParser(LogOptions options) {
    this.reader = new FieldReader(options);
  }

  @Override
  public void parse(String line, Sink sink) throws MalformedException {
    sink.call(reader.read(values(line)::get));
  }

  private static Map<String, String> values(String line) throws MalformedException {
    try (JsonParser json = JSON.createParser(line)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        throw new MalformedException("not an object of JSON");
      }
      return values(json);
    } catch (IOException e) {
      throw new MalformedException("not JSON", e);
    }
  }

  private static Map<String, String> values(JsonParser json)
      throws IOException, MalformedException {
    Map<String, String> values = new HashMap<>();
    Deque<String> names = new ArrayDeque<>();
    names.push("");
    while (!names.isEmpty()) {
      JsonToken token = json.nextToken();
      if (token == null) {
        throw new MalformedException("an object that doesn't end");
      }
      switch (token) {
        case START_OBJECT -> names.push(name(names.element(), json.currentName()));
        case END_OBJECT -> names.pop();
        case START_ARRAY -> json.skipChildren();
        case VALUE_STRING, VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> {
          if (values.size() < MAX_VALUES) {
            values.put(name(names.element(), json.currentName()), json.getText());
          }
        }
        case VALUE_NULL -> {
          if (values.size() < MAX_VALUES) {
            values.put(name(names.element(), json.currentName()), "");
          }
        }
        default -> {
          // Names are asked for with their values; truth values say nothing about a call.
        }
      }
    }
    return values;
  }

  private static String name(String outer, String name) {
    return outer.isEmpty() ? name : outer + "." + name;
  }
}
