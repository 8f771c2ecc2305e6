// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.key;

import io.switchgear.gateway.route.RequestTarget;
import io.switchgear.http.JsonField;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the key of a call from its request.
 *
 * <p><b>Thread safety:</b> implementations are immutable.
 */
@FunctionalInterface
public interface KeyReader {

  /**
   * The key of a call.
   *
   * @param target the request's target
   * @param headers the request's headers
   * @param body the request's body; null when it isn't at hand
   * @return the key; empty when the call has none
   */
  Optional<String> read(RequestTarget target, MultiMap headers, @Nullable Buffer body);

  /**
   * How much of a body must be read before the key is known.
   *
   * @return the number of bytes; zero when the body doesn't matter
   */
  default int bodyBytes() {
    return 0;
  }

  /**
   * The key is the value of a header; of its first value when there are several.
   *
   * @param name the header's name
   * @return the reader
   */
  static KeyReader header(String name) {
    CharSequence header = HttpHeaders.createOptimized(name);
    return (target, headers, body) -> Optional.ofNullable(headers.get(header));
  }

  /**
   * The key is the value of a query parameter, percent-decoded once: otherwise a client could give
   * one key many circuits. What is malformed or not UTF-8 is taken as it was sent.
   *
   * @param name the parameter's name
   * @return the reader
   */
  static KeyReader query(String name) {
    return (target, headers, body) -> target.queryParameter(name).map(PercentEncoding::decode);
  }

  /**
   * The key is a segment of the path behind the dependency's name, decoded as {@link #query} does.
   *
   * @param number which one, from 1
   * @return the reader
   */
  static KeyReader pathSegment(int number) {
    return (target, headers, body) -> target.segment(number).map(PercentEncoding::decode);
  }

  /**
   * The key is a field of a JSON body.
   *
   * @param pointer where the field is, a JSON pointer
   * @param maxBytes how long a body may be that is looked at
   * @return the reader
   */
  static KeyReader jsonBody(String pointer, int maxBytes) {
    return new BodyKey(JsonField.at(pointer), maxBytes);
  }
}
