// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.proxy;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpMethod;
import org.jspecify.annotations.Nullable;

/**
 * A client's request as it goes out to one dependency.
 *
 * @param method the method
 * @param target the target at the dependency
 * @param headers the client's headers
 * @param body the client's body
 * @param mintedKey the idempotency key that the request gets; null when it has its own or none
 * @param repeats whether something may follow an attempt that fails
 */
record Outgoing(
    HttpMethod method,
    String target,
    MultiMap headers,
    Upload body,
    @Nullable String mintedKey,
    boolean repeats) {
  static final String IDEMPOTENCY_KEY = "Idempotency-Key";

  void writeHeaders(MultiMap to) {
    HeaderRules.passRequest(headers, to);
    if (mintedKey != null) {
      to.set(IDEMPOTENCY_KEY, mintedKey);
    }
  }

  /** Whether another attempt may follow one that fails. */
  boolean mayBeRepeated() {
    return repeats && body.canBeSent();
  }
}
