// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.proxy;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpMethod;

/**
 * A client's request as it goes out to one dependency.
 *
 * @param method the method
 * @param target the target at the dependency
 * @param headers the client's headers, and an idempotency key if the gateway made one
 * @param body the client's body
 * @param repeats whether something may follow an attempt that fails
 */
record Outgoing(HttpMethod method, String target, MultiMap headers, Upload body, boolean repeats) {
  void writeHeaders(MultiMap to) {
    HeaderRules.passRequest(headers, to, body.rest().version());
  }

  /** Whether another attempt may follow one that fails. */
  boolean mayBeRepeated() {
    return repeats && body.canBeSent();
  }
}
