// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.admin;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;

/** Reads a request's body: up to so many bytes, and no longer than so long. */
final class WholeBody {
  private WholeBody() {}

  /**
   * Reads it, from the handler of the request.
   *
   * @return the body; fails with an {@link AdminException} when it is too long or too slow, and
   *     never completes when the client goes away
   */
  static Future<Buffer> of(HttpServerRequest request, int maxBytes, Duration limit) {
    Promise<Buffer> whole = Promise.promise();
    Vertx vertx = Vertx.currentContext().owner();
    long timer =
        vertx.setTimer(
            limit.toMillis(),
            id ->
                whole.tryFail(
                    new AdminException(
                        408,
                        "Request timeout",
                        "The body must come within " + limit.toSeconds() + " s.")));
    Buffer body = Buffer.buffer();
    request.handler(
        piece -> {
          if (body.length() + piece.length() <= maxBytes) {
            body.appendBuffer(piece);
          } else {
            whole.tryFail(
                new AdminException(
                    413, "Body too large", "The body may have up to " + maxBytes + " bytes."));
          }
        });
    request.endHandler(nothing -> whole.tryComplete(body));
    request.exceptionHandler(error -> vertx.cancelTimer(timer));
    return whole.future().onComplete(done -> vertx.cancelTimer(timer));
  }
}
