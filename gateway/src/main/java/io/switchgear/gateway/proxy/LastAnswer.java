// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.proxy;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;

/** Makes an answer the last one of its connection, where a connection has one answer at a time. */
final class LastAnswer {
  private LastAnswer() {}

  static void on(HttpServerRequest request) {
    announce(request);
    if (request.version() != HttpVersion.HTTP_2) {
      request.response().endHandler(nothing -> request.connection().close());
    }
  }

  /**
   * The same, but the connection is open until the client closes it or {@link Drain} does: who
   * closes while the other side sends takes the answer away from it (RFC 9112, 9.6).
   */
  static void announce(HttpServerRequest request) {
    if (request.version() == HttpVersion.HTTP_2) {
      return;
    }
    HttpServerResponse response = request.response();
    response.headersEndHandler(
        nothing -> response.headers().set(HttpHeaders.CONNECTION, HttpHeaders.CLOSE));
  }
}
