// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads addresses to listen on; looks no name up. */
final class Addresses {
  private static final Pattern FORM =
      Pattern.compile(
          "(?:\\[(?<v6>[0-9A-Fa-f:.]{2,45})]|(?<name>[A-Za-z0-9.-]{1,253})):(?<port>[0-9]{1,5})");

  private static final Pattern LOOPBACK_NAME =
      Pattern.compile("localhost|127(?:\\.[0-9]{1,3}){3}|::1|(?:0{1,4}:){7}0{0,3}1");

  private static final int MAX_PORT = 65_535;

  /** Any address. */
  static final ScalarKind<InetSocketAddress> ANY =
      new ScalarKind<>(
          "host:port, such as 0.0.0.0:8080 or [::1]:8080, with a port from 0 to " + MAX_PORT,
          "address",
          Kinds.pattern(FORM),
          scalar -> parse(scalar.text()));

  private Addresses() {}

  /** Whether nobody from elsewhere reaches an address. */
  static boolean isLoopback(InetSocketAddress address) {
    return LOOPBACK_NAME.matcher(address.getHostString()).matches();
  }

  private static Optional<InetSocketAddress> parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches() || Integer.parseInt(matcher.group("port")) > MAX_PORT) {
      return Optional.empty();
    }
    String v6 = matcher.group("v6");
    return Optional.of(
        InetSocketAddress.createUnresolved(
            v6 != null ? v6 : matcher.group("name"), Integer.parseInt(matcher.group("port"))));
  }
}
