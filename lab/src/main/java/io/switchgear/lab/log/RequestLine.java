// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.log;

/**
 * What a request asked for, read from its first line, an address or a path.
 *
 * @param method the method; empty when there is none
 * @param host the host of an address; empty when there is none
 * @param path the path with its query; empty when there is none
 */
record RequestLine(String method, String host, String path) {
  private static final int LONGEST_METHOD = 20;

  /** {@code GET /a?b HTTP/1.1}, {@code https://host/a?b}, {@code /a?b}; others are a path as is. */
  static RequestLine of(String text) {
    int space = text.indexOf(' ');
    if (space > 0 && space <= LONGEST_METHOD && isMethod(text, space)) {
      int end = text.indexOf(' ', space + 1);
      RequestLine target = ofTarget(text.substring(space + 1, end < 0 ? text.length() : end));
      return new RequestLine(text.substring(0, space), target.host, target.path);
    }
    return ofTarget(text.equals("-") ? "" : text);
  }

  private static RequestLine ofTarget(String target) {
    int scheme = target.indexOf("://");
    if (scheme <= 0 || scheme > 10) {
      return new RequestLine("", "", target);
    }
    int begin = scheme + 3;
    int end = begin;
    while (end < target.length() && "/?#".indexOf(target.charAt(end)) < 0) {
      end++;
    }
    // What stands before an @ may be a password.
    int user = target.lastIndexOf('@', end);
    String host = target.substring(user >= begin && user < end ? user + 1 : begin, end);
    String path = target.substring(end);
    return new RequestLine("", host, path.startsWith("/") ? path : "/" + path);
  }

  private static boolean isMethod(String text, int end) {
    for (int i = 0; i < end; i++) {
      char c = text.charAt(i);
      if (c < 'A' || c > 'Z') {
        return false;
      }
    }
    return true;
  }
}
