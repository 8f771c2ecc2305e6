// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.upstream;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpVersion;

/** Makes what makes connections. */
public final class UpstreamClient {
  private static final int MAX_LINE_BYTES = 16 * 1024;
  private static final int MAX_HEADER_BYTES = 64 * 1024;

  private UpstreamClient() {}

  /**
   * A client for HTTP/1.1. Certificates are checked against those that the JDK trusts, and against
   * the host's name. Bodies stay as they are, compressed or not.
   *
   * @param vertx where it runs
   * @return the client; {@code vertx} closes it
   */
  public static HttpClientAgent create(Vertx vertx) {
    return vertx.createHttpClient(
        new HttpClientOptions()
            .setProtocolVersion(HttpVersion.HTTP_1_1)
            .setKeepAlive(true)
            .setPipelining(false)
            .setDecompressionSupported(false)
            .setTrustAll(false)
            .setVerifyHost(true)
            .setMaxInitialLineLength(MAX_LINE_BYTES)
            .setMaxHeaderSize(MAX_HEADER_BYTES));
  }
}
