// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.upstream;

import java.net.URI;

/**
 * Where a dependency is.
 *
 * @param host its host name or address, without brackets
 * @param port its port
 * @param tls whether it speaks TLS
 * @param http2 whether HTTP/2 is spoken where TLS offers it
 * @param basePath the path before every call's own path, without a slash at its end
 */
public record Endpoint(String host, int port, boolean tls, boolean http2, String basePath) {
  private static final int HTTP_PORT = 80;
  private static final int HTTPS_PORT = 443;

  /**
   * Whether the connections to it can serve another endpoint.
   *
   * @param other the other endpoint
   * @return whether only the paths differ
   */
  public boolean isServerOf(Endpoint other) {
    return equals(other.withPath(basePath));
  }

  /**
   * Reads a dependency's url.
   *
   * @param url an absolute http or https url
   * @param http2 whether HTTP/2 may be spoken
   * @return the endpoint
   */
  public static Endpoint of(URI url, boolean http2) {
    boolean tls = "https".equalsIgnoreCase(url.getScheme());
    int defaultPort = tls ? HTTPS_PORT : HTTP_PORT;
    String host = url.getHost();
    if (host.startsWith("[")) {
      host = host.substring(1, host.length() - 1);
    }
    String path = url.getRawPath() == null ? "" : url.getRawPath();
    String basePath = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    int port = url.getPort() < 0 ? defaultPort : url.getPort();
    return new Endpoint(host, port, tls, tls && http2, basePath);
  }

  private Endpoint withPath(String path) {
    return new Endpoint(host, port, tls, http2, path);
  }
}
