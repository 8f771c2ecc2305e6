// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

/** The data of an event, as far as it is looked at. */
final class EventData {
  private static final int MAX_LENGTH = 64 * 1024;

  private EventData() {}

  /**
   * The data without what joins it to its neighbors: a stream that is one JSON array comes in
   * pieces such as {@code [{…}} and {@code ,{…}}.
   */
  static String of(String data) {
    int start = 0;
    while (start < data.length() && isJoint(data.charAt(start))) {
      start++;
    }
    boolean joined = data.substring(0, start).indexOf(',') >= 0;
    int from = joined ? start : 0;
    return data.substring(from, Math.min(data.length(), from + MAX_LENGTH));
  }

  private static boolean isJoint(char c) {
    return c == ',' || Character.isWhitespace(c);
  }
}
