// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.route;

import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The target of a request, split into the dependency that it names and the rest. The rest goes to
 * the dependency byte for byte: what is percent-encoded stays so, what isn't stays so too.
 *
 * @param dependency the name of the dependency; empty when the target names none
 * @param path what follows the name up to the query: empty, or it begins with a slash
 * @param query the query with its question mark; empty when there is none
 */
public record RequestTarget(String dependency, String path, String query) {

  /**
   * Splits a target.
   *
   * @param target the target as it stands in the request line
   * @return its parts
   * @throws BadTargetException when it isn't a path, has characters that a target can't have, or
   *     has a segment that leads upwards
   */
  public static RequestTarget parse(String target) throws BadTargetException {
    if (target.isEmpty() || target.charAt(0) != '/') {
      throw new BadTargetException("The target must be a path: /<dependency>/<path>.");
    }
    checkCharacters(target);
    int queryStart = target.indexOf('?');
    int end = queryStart < 0 ? target.length() : queryStart;
    int slash = target.indexOf('/', 1);
    int nameEnd = slash < 0 || slash > end ? end : slash;
    String path = target.substring(nameEnd, end);
    if (leadsUpwards(path)) {
      throw new BadTargetException("The path must not have the segment '..', encoded or not.");
    }
    if (path.contains("%00")) {
      throw new BadTargetException("The path must not have a NUL, which ends names for some.");
    }
    return new RequestTarget(target.substring(1, nameEnd), path, target.substring(end));
  }

  /** Anything beyond printable ASCII is no valid target, and servers read it in different ways. */
  private static void checkCharacters(String target) throws BadTargetException {
    for (int i = 0; i < target.length(); i++) {
      char c = target.charAt(i);
      if (c <= ' ' || c >= 0x7f || c == '#') {
        throw new BadTargetException(
            "The target has a character that must be percent-encoded, at position " + i + ".");
      }
    }
  }

  /**
   * Whether a server that decodes the path once could find a segment '..' in it. Only the check
   * decodes; the path itself isn't changed.
   */
  private static boolean leadsUpwards(String path) {
    boolean suspicious = path.contains("..") || path.indexOf('%') >= 0;
    if (!suspicious) {
      return false;
    }
    String decoded =
        path.toLowerCase(Locale.ROOT)
            .replace("%2e", ".")
            .replace("%2f", "/")
            .replace("%5c", "\\")
            .replace("%3b", ";")
            // The same in a longer form, which old decoders take.
            .replace("%c0%ae", ".")
            .replace("%c0%af", "/")
            .replace("%c1%9c", "\\");
    for (String segment : decoded.split("[/\\\\]", -1)) {
      int parameters = segment.indexOf(';');
      String name = parameters < 0 ? segment : segment.substring(0, parameters);
      if (name.equals("..")) {
        return true;
      }
    }
    return false;
  }

  /**
   * The target at the dependency.
   *
   * @param basePath the path of the dependency's url, without a slash at its end
   * @return the target to send
   */
  public String onto(String basePath) {
    String joined = basePath + path;
    return joined.isEmpty() ? "/" + query : joined + query;
  }

  /**
   * A segment of the path behind the dependency's name.
   *
   * @param number which one, from 1
   * @return the segment as it was sent; empty when there are fewer
   */
  public Optional<String> segment(int number) {
    int start = 0;
    for (int i = 0; i < number; i++) {
      start = path.indexOf('/', start) + 1;
      if (start == 0) {
        return Optional.empty();
      }
    }
    int end = path.indexOf('/', start);
    return Optional.of(end < 0 ? path.substring(start) : path.substring(start, end));
  }

  /**
   * The value of a query parameter.
   *
   * @param name the parameter's name, exactly as it is sent
   * @return its first value as it was sent; empty when there is none
   */
  public Optional<String> queryParameter(String name) {
    int start = 1;
    while (start < query.length()) {
      int ampersand = query.indexOf('&', start);
      int end = ampersand < 0 ? query.length() : ampersand;
      String value = valueIfNamed(name, start, end);
      if (value != null) {
        return Optional.of(value);
      }
      start = end + 1;
    }
    return Optional.empty();
  }

  private @Nullable String valueIfNamed(String name, int start, int end) {
    int valueStart = start + name.length() + 1;
    boolean named =
        valueStart <= end && query.startsWith(name, start) && query.charAt(valueStart - 1) == '=';
    return named ? query.substring(valueStart, end) : null;
  }
}
