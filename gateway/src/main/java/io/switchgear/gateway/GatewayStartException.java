// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway;

import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import org.jspecify.annotations.Nullable;

/** A gateway that couldn't start. The message is one sentence for the operator. */
public final class GatewayStartException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private GatewayStartException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  static GatewayStartException cannotListen(
      String setting, InetSocketAddress address, Throwable cause) {
    return new GatewayStartException(
        "Cannot listen on "
            + Addresses.text(address)
            + " (setting '"
            + setting
            + "'): "
            + reason(cause)
            + ".",
        cause);
  }

  private static String reason(Throwable cause) {
    if (cause instanceof UnknownHostException || cause instanceof UnresolvedAddressException) {
      return "the host name is unknown";
    }
    String message = String.valueOf(cause.getMessage());
    if (!(cause instanceof BindException) && !message.contains("bind")) {
      return message;
    }
    if (message.contains("ermission denied")) {
      return "the port needs more rights than this process has";
    }
    return message.contains("in use")
        ? "another server of this process or another process uses the port"
        : "this machine doesn't have the address";
  }

  static GatewayStartException notLoopback(InetSocketAddress address) {
    return new GatewayStartException(
        "The setting 'admin' must be a loopback address, but is " + Addresses.text(address) + ".",
        null);
  }

  static GatewayStartException oneAddress(InetSocketAddress address) {
    return new GatewayStartException(
        "The settings 'listen' and 'admin' must not be the same address, but both are "
            + Addresses.text(address)
            + ".",
        null);
  }
}
