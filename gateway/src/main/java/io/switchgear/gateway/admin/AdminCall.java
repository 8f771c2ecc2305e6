// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.admin;

import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request to the admin address.
 *
 * @param method its method; HEAD counts as GET
 * @param path the decoded segments of its path
 * @param parameters the parameters of its query
 * @param contentType the type of its body, if it has one
 * @param body its whole body
 */
record AdminCall(
    HttpMethod method,
    List<String> path,
    MultiMap parameters,
    @Nullable String contentType,
    Buffer body) {

  static AdminCall of(HttpServerRequest request, Buffer body) throws AdminException {
    HttpMethod method =
        request.method().equals(HttpMethod.HEAD) ? HttpMethod.GET : request.method();
    return new AdminCall(
        method,
        segments(request.path()),
        request.params(),
        request.getHeader("Content-Type"),
        body);
  }

  private static List<String> segments(@Nullable String path) throws AdminException {
    String whole = path == null ? "" : path;
    try {
      return Arrays.stream(whole.split("/", -1))
          .filter(segment -> !segment.isEmpty())
          .map(segment -> URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8))
          .toList();
    } catch (IllegalArgumentException e) {
      throw AdminException.badRequest("The path isn't encoded correctly.", e);
    }
  }

  /** A whole number among the parameters. */
  int number(String name, int otherwise, int min, int max) throws AdminException {
    String text = parameters.get(name);
    if (text == null) {
      return otherwise;
    }
    try {
      int number = Integer.parseInt(text);
      if (number >= min && number <= max) {
        return number;
      }
    } catch (NumberFormatException e) {
      // The sentence below says it for both.
    }
    throw AdminException.badRequest(
        "The parameter '%s' must be a whole number from %d to %d.".formatted(name, min, max));
  }
}
