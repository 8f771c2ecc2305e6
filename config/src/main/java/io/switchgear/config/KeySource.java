// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

/**
 * Where a request carries the key that its circuit belongs to.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public sealed interface KeySource {

  /**
   * A header's value.
   *
   * @param name the header's name, as configured; names of headers ignore case
   */
  record Header(String name) implements KeySource {}

  /**
   * A query parameter's value.
   *
   * @param name the parameter's name
   */
  record Query(String name) implements KeySource {}

  /**
   * A segment of the path behind the dependency's name.
   *
   * @param number which one, from 1
   */
  record PathSegment(int number) implements KeySource {}

  /**
   * A field of the request's JSON body.
   *
   * @param pointer the field, a JSON pointer (RFC 6901) that isn't empty
   * @param maxBytes how long a body may be that is looked at, 1 KiB to 16 MiB
   */
  record JsonBody(String pointer, int maxBytes) implements KeySource {}
}
