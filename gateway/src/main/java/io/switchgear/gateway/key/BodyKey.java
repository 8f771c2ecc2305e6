// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.key;

import io.switchgear.gateway.route.RequestTarget;
import io.switchgear.http.JsonField;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A key that is a field of the request's JSON body.
 *
 * @param field the field
 * @param bodyBytes how long a body may be that is looked at
 */
record BodyKey(JsonField field, int bodyBytes) implements KeyReader {

  @Override
  public Optional<String> read(RequestTarget target, MultiMap headers, @Nullable Buffer body) {
    return body == null || body.length() > bodyBytes ? Optional.empty() : field.of(body.getBytes());
  }
}
