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
    if (request.version() == HttpVersion.HTTP_2) {
      return;
    }
    HttpServerResponse response = request.response();
    response.headersEndHandler(
        nothing -> response.headers().set(HttpHeaders.CONNECTION, HttpHeaders.CLOSE));
    response.endHandler(nothing -> request.connection().close());
  }
}
