// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.route;

/**
 * The header Host. The gateway goes by the path alone and tells each dependency its own host, but
 * who sends an odd one may want servers to disagree about whom the request is for.
 */
public final class HostHeader {
  private static final String MARKS = "-._~!$&'()*+,;=%";
  private static final String ADDRESS_MARKS = ".:%";

  private HostHeader() {}

  /**
   * Whether a value is what the header may be: nothing, a name, or an address, and a port.
   *
   * @param value the header's value
   * @return false for anything else (RFC 9110, 7.2; RFC 3986, 3.2.2)
   */
  public static boolean isValid(String value) {
    boolean bracketed = value.startsWith("[");
    int end = bracketed ? value.indexOf(']') : portStart(value);
    if (end < 0) {
      return false;
    }
    int start = bracketed ? 1 : 0;
    return areOf(value, start, end, bracketed ? ADDRESS_MARKS : MARKS)
        && isPort(value, bracketed ? end + 1 : end);
  }

  private static int portStart(String value) {
    int colon = value.indexOf(':');
    return colon < 0 ? value.length() : colon;
  }

  private static boolean areOf(String value, int start, int end, String marks) {
    for (int i = start; i < end; i++) {
      char c = value.charAt(i);
      boolean plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || isDigit(c);
      if (!plain && marks.indexOf(c) < 0) {
        return false;
      }
    }
    return true;
  }

  private static boolean isPort(String value, int start) {
    if (start == value.length()) {
      return true;
    }
    for (int i = start + 1; i < value.length(); i++) {
      if (!isDigit(value.charAt(i))) {
        return false;
      }
    }
    return value.charAt(start) == ':';
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
