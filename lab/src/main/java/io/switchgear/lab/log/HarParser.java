// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.log;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** Reads the entries of a HAR document one by one, however long it is. */
final class HarParser implements CallParser {
  private static final JsonFactory JSON = new JsonFactory();

  private final FieldReader reader;

  HarParser(LogOptions options) {
    LogOptions har =
        options
            .field(Field.TIME, "startedDateTime")
            .field(Field.DURATION, "time")
            .field(Field.METHOD, "request.method")
            .field(Field.PATH, "request.url")
            .field(Field.STATUS, "response.status");
    this.reader = new FieldReader(options.field(Field.ERROR).isPresent() ? har : withError(har));
  }

  /** Chromium has its own name for what went wrong. */
  private static LogOptions withError(LogOptions har) {
    return har.field(Field.ERROR, "response._error");
  }

  @Override
  public void read(Lines lines, Sink sink) throws IOException {
    try (JsonParser json = JSON.createParser(lines.rest())) {
      json.disable(JsonParser.Feature.AUTO_CLOSE_SOURCE);
      document(json, sink);
    }
  }

  private void document(JsonParser json, Sink sink) throws IOException {
    boolean entries = false;
    try {
      while (json.nextToken() != null) {
        boolean here = json.currentToken() == JsonToken.START_ARRAY && isEntries(json);
        if (here) {
          entries = true;
          entries(json, sink);
        }
      }
    } catch (JsonProcessingException e) {
      sink.malformed(json.currentLocation().getLineNr(), "not JSON; nothing behind it was read");
      return;
    }
    if (!entries) {
      sink.malformed(1, "no log.entries");
    }
  }

  private static boolean isEntries(JsonParser json) {
    return "/log/entries".equals(json.getParsingContext().getParent().pathAsPointer().toString());
  }

  private void entries(JsonParser json, Sink sink) throws IOException {
    while (json.nextToken() != JsonToken.END_ARRAY) {
      long line = json.currentLocation().getLineNr();
      if (json.currentToken() == null) {
        return;
      }
      if (json.currentToken() != JsonToken.START_OBJECT) {
        json.skipChildren();
        sink.malformed(line, "an entry that isn't an object");
        continue;
      }
      Map<String, String> values = entry(json);
      try {
        sink.call(reader.read(values::get));
      } catch (MalformedException e) {
        sink.malformed(line, e.reason());
      }
    }
  }

  /** The entry's own values and those of its request and response, but none below them. */
  private static Map<String, String> entry(JsonParser json) throws IOException {
    Map<String, String> values = new HashMap<>();
    String outer = "";
    while (json.nextToken() != null) {
      String name = json.currentName();
      JsonToken token = json.currentToken();
      if (token == JsonToken.END_OBJECT) {
        if (outer.isEmpty()) {
          return values;
        }
        outer = "";
      } else if (token == JsonToken.START_OBJECT && outer.isEmpty() && isRead(name)) {
        outer = name + ".";
      } else if (token.isStructStart()) {
        json.skipChildren();
      } else if (token.isScalarValue()) {
        values.put(outer + name, token == JsonToken.VALUE_NULL ? "" : json.getText());
      }
    }
    return values;
  }

  private static boolean isRead(String name) {
    return name.equals("request") || name.equals("response");
  }
}
