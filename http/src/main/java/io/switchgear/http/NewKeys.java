// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import io.switchgear.core.CallOptions;
import io.switchgear.core.RandomSource;
import java.util.Optional;

/** Which requests get an idempotency key that their caller hasn't given. */
enum NewKeys {
  /** None. */
  NONE,

  /** Those that couldn't be sent twice without one: POST and PATCH. */
  FOR_UNSAFE;

  /** The key to send with a request. */
  Optional<String> keyOf(String method, Optional<String> sent, CallOptions given) {
    Optional<String> known = sent.or(given::idempotencyKey);
    boolean makes = this == FOR_UNSAFE && (method.equals("POST") || method.equals("PATCH"));
    return known.isEmpty() && makes
        ? Optional.of(Idempotency.newKey(RandomSource.system()))
        : known;
  }
}
