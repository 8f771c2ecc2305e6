// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway;

import java.net.InetSocketAddress;

/** Addresses as people write them. */
final class Addresses {
  private Addresses() {}

  static String text(InetSocketAddress address) {
    String host = address.getHostString();
    return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + address.getPort();
  }
}
