// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.proxy;

import io.switchgear.gateway.route.RequestTarget;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;

/**
 * A client's request, before it is for anybody.
 *
 * @param client the request
 * @param target its target
 * @param headers its headers, and an idempotency key if the gateway made one
 * @param body its body
 */
record Incoming(HttpServerRequest client, RequestTarget target, MultiMap headers, Upload body) {
  HttpMethod method() {
    return client.method();
  }

  /** Whether the dependency can recognize the request when it comes again. */
  boolean hasIdempotencyKey() {
    return headers.contains(HeaderRules.IDEMPOTENCY_KEY);
  }
}
