// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.key;

import io.switchgear.gateway.route.RequestTarget;
import io.vertx.core.MultiMap;
import java.util.Optional;

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
   * @return the key; empty when the call has none
   */
  Optional<String> read(RequestTarget target, MultiMap headers);

  /**
   * The key is the value of a header; of its first value when there are several.
   *
   * @param name the header's name
   * @return the reader
   */
  static KeyReader header(String name) {
    return (target, headers) -> Optional.ofNullable(headers.get(name));
  }

  /**
   * The key is the value of a query parameter, percent-decoded once: otherwise a client could give
   * one key many circuits. What is malformed or not UTF-8 is taken as it was sent.
   *
   * @param name the parameter's name
   * @return the reader
   */
  static KeyReader query(String name) {
    return (target, headers) -> target.queryParameter(name).map(PercentEncoding::decode);
  }

  /**
   * The key is a segment of the path behind the dependency's name, decoded as {@link #query} does.
   *
   * @param number which one, from 1
   * @return the reader
   */
  static KeyReader pathSegment(int number) {
    return (target, headers) -> target.segment(number).map(PercentEncoding::decode);
  }
}
