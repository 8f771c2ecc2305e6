// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import io.switchgear.core.CallRejectedException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.UnresolvedAddressException;
import java.util.concurrent.CancellationException;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;

/**
 * How a call ended without a whole answer.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public enum TransportError {
  /**
   * No connection: refused, no such host, a failed handshake. Nothing was sent, unless the client
   * follows redirects: then the call that was redirected may have been made.
   */
  NOT_SENT,

  /** No answer, or a part of one: a timeout, a broken connection. The call may have been made. */
  NO_ANSWER,

  /** A stream of events that ended without its end marker. */
  STREAM_CUT,

  /** The caller has gone. */
  CANCELED;

  /**
   * What a client's exception means.
   *
   * @param error without the wrappers of futures
   * @return the kind; null when the dependency has no part in it
   */
  static @Nullable TransportError of(Throwable error) {
    if (error instanceof CancellationException
        || error instanceof InterruptedException
        || error instanceof ClosedByInterruptException) {
      return CANCELED;
    }
    if (error instanceof Error || error instanceof CallRejectedException) {
      return null;
    }
    return isUnsent(error) ? NOT_SENT : NO_ANSWER;
  }

  private static boolean isUnsent(Throwable error) {
    return error instanceof ConnectException
        || error instanceof HttpConnectTimeoutException
        || error instanceof NoRouteToHostException
        || error instanceof SSLHandshakeException
        || error instanceof UnknownHostException
        || error instanceof UnresolvedAddressException;
  }
}
