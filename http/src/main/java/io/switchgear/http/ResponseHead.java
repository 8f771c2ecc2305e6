// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import java.net.http.HttpResponse;
import java.util.Optional;

/**
 * The status and the headers of a response: the part that verdicts are read from. A client library
 * other than {@code java.net.http} is adapted by implementing these two methods.
 *
 * <p><b>Thread safety:</b> read by the thread that finished the call only.
 */
public interface ResponseHead {

  /**
   * The status code.
   *
   * @return the number as the server sent it, even when it is no valid status
   */
  int status();

  /**
   * A header's value.
   *
   * @param name the header's name, in any case
   * @return the first value under that name; empty when there is none
   */
  Optional<String> header(String name);

  /**
   * The head of a response of the JDK's client.
   *
   * @param response a response, whatever its body is
   * @return a view of it
   */
  static ResponseHead of(HttpResponse<?> response) {
    return new JdkResponseHead(response.statusCode(), response.headers());
  }
}
