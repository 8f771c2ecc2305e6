// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.proxy;

import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.switchgear.config.ClientLimits;
import io.switchgear.gateway.route.HostHeader;
import io.vertx.core.MultiMap;
import io.vertx.core.VertxException;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is wrong with a request that isn't one as RFC 9112 has them, or that two servers could read
 * in two ways: where it ends, whom it is for.
 *
 * @param status the status of the answer
 * @param detail a sentence for the client, without anything that it sent
 */
record Fault(int status, String detail) {
  private static final int BAD_REQUEST = 400;
  private static final int URI_TOO_LONG = 414;
  private static final int HEADERS_TOO_LARGE = 431;
  private static final int VERSION_NOT_SUPPORTED = 505;
  private static final int NOT_IMPLEMENTED = 501;

  /** The fault of a request that the decoder accepted; null when it has none. */
  static @Nullable Fault of(HttpServerRequest request) {
    HttpMethod method = request.method();
    if (method.equals(HttpMethod.CONNECT) || method.equals(HttpMethod.TRACE)) {
      // The one would make a tunnel, the other would show headers that the settings added.
      return new Fault(NOT_IMPLEMENTED, "The methods CONNECT and TRACE don't pass.");
    }
    String syntax = fault(request);
    return syntax == null ? null : new Fault(BAD_REQUEST, syntax);
  }

  private static @Nullable String fault(HttpServerRequest request) {
    if (request.uri() == null) {
      return "The request must have a path.";
    }
    List<String> hosts = request.headers().getAll(HttpHeaders.HOST);
    if (hosts.size() > 1 || (hosts.isEmpty() && request.version() == HttpVersion.HTTP_1_1)) {
      return "The request must have one Host.";
    }
    if (!hosts.isEmpty() && !HostHeader.isValid(hosts.get(0))) {
      return "The Host must be a name or an address, and a port.";
    }
    if (request.headers().contains("")) {
      return "Each header must have a name.";
    }
    if (request.version() == HttpVersion.HTTP_2 && !haveTexts(request.headers())) {
      return "No header may have control characters.";
    }
    return HeaderRules.isPlainlyCoded(request.headers())
        ? null
        : "The only transfer coding that passes is 'chunked', once.";
  }

  /** The decoder of HTTP/2 takes values that no message of HTTP/1 can hold (RFC 9113, 10.3). */
  private static boolean haveTexts(MultiMap headers) {
    for (Map.Entry<String, String> header : headers) {
      if (!HeaderRules.isText(header.getValue())) {
        return false;
      }
    }
    return true;
  }

  /** What the decoder didn't accept: bad syntax, two lengths, too many bytes. */
  static Fault of(Throwable cause, ClientLimits limits) {
    if (cause instanceof TooLongHttpLineException) {
      return new Fault(
          URI_TOO_LONG,
          "The request line is longer than " + limits.maxRequestLineBytes() + " bytes.");
    }
    if (cause instanceof TooLongHttpHeaderException) {
      return new Fault(
          HEADERS_TOO_LARGE, "The headers are longer than " + limits.maxHeaderBytes() + " bytes.");
    }
    if (cause instanceof RequestDecoder.VersionException) {
      return new Fault(VERSION_NOT_SUPPORTED, "The version of HTTP must be 1.0 or 1.1.");
    }
    return new Fault(BAD_REQUEST, "The request is not valid HTTP.");
  }

  /** A body whose chunks, or what follows them, the decoder didn't accept. */
  static Fault ofBody() {
    return new Fault(BAD_REQUEST, "The request's body is not valid HTTP.");
  }

  /** Whether an error on a client's connection is the decoder's, and not the connection's. */
  static boolean isSyntax(Throwable error) {
    return !(error instanceof IOException || error instanceof VertxException);
  }
}
