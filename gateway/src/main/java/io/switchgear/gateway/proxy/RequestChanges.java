// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.proxy;

import io.switchgear.config.BodyChanges;
import io.switchgear.config.HeaderChanges;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.core.json.pointer.JsonPointer;
import java.util.List;

/**
 * What a request is changed to on its way to a dependency.
 *
 * @param headers the changes of its headers, each after those before it
 * @param bodies the changes of its body, if that is JSON; any other stays as it is
 */
record RequestChanges(List<HeaderChanges> headers, List<BodyChanges> bodies) {

  MultiMap headersOf(MultiMap sent) {
    if (!changesHeaders()) {
      return sent;
    }
    MultiMap changed = HttpHeaders.headers().addAll(sent);
    for (HeaderChanges change : headers) {
      change.remove().forEach(changed::remove);
      change.set().forEach((name, value) -> changed.set(name, value.value()));
    }
    return changed;
  }

  private boolean changesHeaders() {
    for (HeaderChanges change : headers) {
      if (!change.set().isEmpty() || !change.remove().isEmpty()) {
        return true;
      }
    }
    return false;
  }

  Upload bodyOf(Upload sent) {
    Buffer whole = sent.whole();
    return whole == null || !changesBody() ? sent : sent.with(changed(whole));
  }

  private boolean changesBody() {
    for (BodyChanges change : bodies) {
      if (!change.set().isEmpty() || !change.remove().isEmpty()) {
        return true;
      }
    }
    return false;
  }

  private Buffer changed(Buffer body) {
    Object json;
    try {
      json = Json.decodeValue(body);
    } catch (DecodeException e) {
      return body;
    }
    for (BodyChanges change : bodies) {
      for (String pointer : change.remove()) {
        remove(json, JsonPointer.from(pointer));
      }
      for (var entry : change.set().entrySet()) {
        Object value = Json.decodeValue(entry.getValue());
        json = JsonPointer.from(entry.getKey()).writeJson(json, value, true);
      }
    }
    return json == null ? Buffer.buffer("null") : Json.encodeToBuffer(json);
  }

  private static void remove(Object json, JsonPointer pointer) {
    String text = pointer.toString();
    String last = text.substring(text.lastIndexOf('/') + 1).replace("~1", "/").replace("~0", "~");
    Object parent = pointer.copy().parent().queryJson(json);
    if (parent instanceof JsonObject object) {
      object.remove(last);
    } else if (parent instanceof JsonArray array && last.matches("\\d{1,9}")) {
      int index = Integer.parseInt(last);
      if (index < array.size()) {
        array.remove(index);
      }
    }
  }
}
