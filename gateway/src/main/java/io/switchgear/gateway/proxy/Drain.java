// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.proxy;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;

/**
 * What is left of a request whose answer is complete. It is read and dropped, so that the
 * connection can go on; a client that takes long for it loses the connection, or its stream.
 */
final class Drain {
  private static final long LIMIT_MILLIS = 5_000;

  private Drain() {}

  static void rest(HttpServerRequest request) {
    if (request.isEnded()) {
      return;
    }
    Vertx vertx = Vertx.currentContext().owner();
    long timer = vertx.setTimer(LIMIT_MILLIS, id -> giveUp(request));
    request.handler(piece -> {});
    request.endHandler(nothing -> vertx.cancelTimer(timer));
    request.exceptionHandler(error -> vertx.cancelTimer(timer));
    request.resume();
  }

  private static void giveUp(HttpServerRequest request) {
    if (request.version() == HttpVersion.HTTP_2) {
      // The answer is whole, and the client may stop sending (RFC 9113, 8.1).
      request.response().reset(StreamErrors.NO_ERROR);
    } else {
      request.connection().close();
    }
  }
}
