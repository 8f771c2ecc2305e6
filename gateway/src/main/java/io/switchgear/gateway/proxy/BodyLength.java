// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.proxy;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;

/** How long a message's body is, as its headers say. */
final class BodyLength {
  /** The body's end shows when it comes. */
  static final long UNKNOWN = -1;

  private BodyLength() {}

  /** A request's body: in HTTP/1.x there is none without a header that says so. */
  static long ofRequest(HttpServerRequest request) {
    MultiMap headers = request.headers();
    if (headers.contains(HttpHeaders.TRANSFER_ENCODING)) {
      return UNKNOWN;
    }
    if (request.version() != HttpVersion.HTTP_2) {
      return contentLength(headers, 0);
    }
    long length = contentLength(headers, UNKNOWN);
    // Until the stream's end the client may send more than it has announced.
    return length == 0 ? UNKNOWN : length;
  }

  /** A response's body, apart from those statuses and methods that never have one. */
  static long ofResponse(MultiMap headers) {
    return contentLength(headers, UNKNOWN);
  }

  private static long contentLength(MultiMap headers, long otherwise) {
    String length = headers.get(HttpHeaders.CONTENT_LENGTH);
    if (length == null) {
      return otherwise;
    }
    try {
      return Long.parseLong(length);
    } catch (NumberFormatException e) {
      // The decoder refused such a message already; a body that isn't counted is passed all the
      // same.
      return UNKNOWN;
    }
  }
}
