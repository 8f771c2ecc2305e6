// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.upstream;

/** Somebody who asked a pool for a connection; told exactly once unless it gives up before. */
public interface ConnectionWaiter {
  /**
   * Here is a connection, to be given back.
   *
   * @param connection the connection
   */
  void connected(PooledConnection connection);

  /**
   * There will be none.
   *
   * @param error why
   */
  void notConnected(Throwable error);
}
