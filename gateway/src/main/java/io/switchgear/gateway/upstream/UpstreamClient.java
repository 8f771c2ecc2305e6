// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.upstream;

import io.switchgear.gateway.loop.Flushes;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientConnection;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpConnectOptions;
import io.vertx.core.http.HttpVersion;
import java.time.Duration;
import java.util.List;

/**
 * Makes connections. Certificates are checked against those that the JDK trusts, and against the
 * host's name. Bodies stay as they are, compressed or not.
 */
public final class UpstreamClient {
  private static final int MAX_LINE_BYTES = 16 * 1024;
  private static final int MAX_HEADER_BYTES = 64 * 1024;

  private final HttpClientAgent http1;
  private final HttpClientAgent http2;
  private final Flushes flushes;

  /**
   * A client; {@code vertx} closes it.
   *
   * @param vertx where it runs
   * @param flushes when connections send what they have
   */
  public UpstreamClient(Vertx vertx, Flushes flushes) {
    this.flushes = flushes;
    this.http1 = vertx.createHttpClient(options());
    this.http2 =
        vertx.createHttpClient(
            options()
                .setProtocolVersion(HttpVersion.HTTP_2)
                .setUseAlpn(true)
                .setAlpnVersions(List.of(HttpVersion.HTTP_2, HttpVersion.HTTP_1_1))
                .setHttp2MultiplexingLimit(PooledConnection.MAX_STREAMS)
                .setInitialSettings(
                    new Http2Settings()
                        .setPushEnabled(false)
                        .setMaxHeaderListSize(MAX_HEADER_BYTES)));
  }

  private static HttpClientOptions options() {
    return new HttpClientOptions()
        .setProtocolVersion(HttpVersion.HTTP_1_1)
        .setKeepAlive(true)
        .setPipelining(false)
        .setDecompressionSupported(false)
        .setTrustAll(false)
        .setVerifyHost(true)
        .setMaxInitialLineLength(MAX_LINE_BYTES)
        .setMaxHeaderSize(MAX_HEADER_BYTES);
  }

  /**
   * Makes a connection.
   *
   * @param endpoint where it goes
   * @param limit how long it may take, TLS included
   * @return the connection
   */
  public Future<HttpClientConnection> connect(Endpoint endpoint, Duration limit) {
    HttpConnectOptions target =
        new HttpConnectOptions()
            .setHost(endpoint.host())
            .setPort(endpoint.port())
            .setSsl(endpoint.tls())
            .setConnectTimeout(Math.max(1, limit.toMillis()));
    return (endpoint.http2() ? http2 : http1).connect(target).onSuccess(flushes::onClient);
  }
}
