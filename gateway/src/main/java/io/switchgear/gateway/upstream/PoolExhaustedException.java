// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.upstream;

/** All connections to a dependency are in use and as many calls wait as may. */
public final class PoolExhaustedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  PoolExhaustedException(PoolLimits limits) {
    super(
        "All "
            + limits.maxConnections()
            + " connections are in use and "
            + limits.maxWaiting()
            + " calls wait for one",
        null,
        false,
        false);
  }
}
