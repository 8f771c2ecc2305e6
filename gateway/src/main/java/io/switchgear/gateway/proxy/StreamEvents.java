// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.proxy;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Streams of events (WHATWG HTML, section Server-sent events). */
final class StreamEvents {
  private static final String MEDIA_TYPE = "text/event-stream";

  private StreamEvents() {}

  static boolean isStream(HttpClientResponse head) {
    @Nullable String type = head.getHeader(HttpHeaders.CONTENT_TYPE);
    return type != null
        && !head.request().getMethod().equals(HttpMethod.HEAD)
        && type.strip().toLowerCase(Locale.ROOT).startsWith(MEDIA_TYPE);
  }

  /** Whether an event of ours finds room at its end: not where its length was announced. */
  static boolean hasRoom(HttpClientResponse head) {
    return BodyLength.ofResponse(head.headers()) == BodyLength.UNKNOWN;
  }

  /**
   * An event that tells a client that its stream broke off. Its data is an error for the libraries
   * of OpenAI, which look for {@code error}, and for Anthropic's, which look at the event's name
   * and at {@code type}.
   */
  static Buffer error(CallError kind) {
    JsonObject error =
        new JsonObject()
            .put("type", "api_error")
            .put("code", kind.token())
            .put("param", null)
            .put("message", kind.streamDetail());
    JsonObject whole = new JsonObject().put("type", "error").put("error", error);
    // The blank line ends an event that was cut.
    return Buffer.buffer("\n\nevent: error\ndata: " + whole.encode() + "\n\n");
  }
}
