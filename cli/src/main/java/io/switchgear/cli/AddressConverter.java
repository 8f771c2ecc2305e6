// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli;

import java.net.InetSocketAddress;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads an address to listen on; looks no name up. */
final class AddressConverter implements ITypeConverter<InetSocketAddress> {
  private static final Pattern FORM =
      Pattern.compile("(?:\\[([0-9A-Fa-f:.]+)]|([A-Za-z0-9.-]+)):([0-9]{1,5})");
  private static final int PORT_MAX = 65_535;

  @Override
  public InetSocketAddress convert(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches() || Integer.parseInt(matcher.group(3)) > PORT_MAX) {
      throw new TypeConversionException(
          "'" + text + "' isn't HOST:PORT, such as 127.0.0.1:8080 or [::1]:8080");
    }
    String host = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
    return InetSocketAddress.createUnresolved(host, Integer.parseInt(matcher.group(3)));
  }
}
