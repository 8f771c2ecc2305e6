// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.time.Duration;

/**
 * What the gateway takes from its clients at most.
 *
 * <p><b>Thread safety:</b> immutable.
 *
 * @param maxConnections how many connections may be open, 1 to 1,000,000; a further one is closed
 * @param idle how long a connection may take to send the head of a request, up to 30 days; then it
 *     is closed
 * @param maxRequestLineBytes how long the first line of a request may be, 256 bytes to 1 MiB
 * @param maxHeaderBytes how long the headers of a request may be together, 256 bytes to 1 MiB
 */
public record ClientLimits(
    int maxConnections, Duration idle, int maxRequestLineBytes, int maxHeaderBytes) {
  private static final ClientLimits STANDARD =
      new ClientLimits(10_000, Duration.ofSeconds(60), 16 * 1024, 64 * 1024);

  /**
   * The limits that hold without settings.
   *
   * @return 10,000 connections, 60 s, 16 KiB and 64 KiB
   */
  public static ClientLimits standard() {
    return STANDARD;
  }
}
