// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.proxy;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;

/** Makes an answer the last one of its connection. */
final class LastAnswer {
  private LastAnswer() {}

  static void on(HttpServerRequest request) {
    HttpServerResponse response = request.response();
    response.headersEndHandler(
        nothing -> response.headers().set(HttpHeaders.CONNECTION, HttpHeaders.CLOSE));
    response.endHandler(nothing -> request.connection().close());
  }
}
