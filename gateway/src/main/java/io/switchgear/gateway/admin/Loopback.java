// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.admin;

import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Names and literals of this machine's loopback. Without a token the admin API listens there alone,
 * and a request must also name it as its host: otherwise a web page whose own name resolves to
 * 127.0.0.1 could give orders through the browser of somebody on this machine.
 */
public final class Loopback {
  private static final Pattern NAME =
      Pattern.compile("localhost|127(?:\\.[0-9]{1,3}){3}|::1|(?:0{1,4}:){7}0{0,3}1");

  private static final Pattern HOST_HEADER =
      Pattern.compile("(?:\\[(?<v6>[0-9a-f:]+)]|(?<name>[a-z0-9.-]+))(?::[0-9]{1,5})?");

  private Loopback() {}

  /**
   * Whether a host is this machine's loopback for certain.
   *
   * @param host a name or a literal, IPv6 without brackets
   * @return true if so
   */
  public static boolean isName(String host) {
    return NAME.matcher(host.toLowerCase(Locale.ROOT)).matches();
  }

  /** Whether a request's Host header names the loopback. */
  static boolean isHostHeader(@Nullable String header) {
    if (header == null) {
      return false;
    }
    var matcher = HOST_HEADER.matcher(header.toLowerCase(Locale.ROOT));
    if (!matcher.matches()) {
      return false;
    }
    String v6 = matcher.group("v6");
    return isName(v6 != null ? v6 : matcher.group("name"));
  }
}
