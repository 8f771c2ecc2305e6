// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.upstream;

import io.vertx.core.Future;
import io.vertx.core.http.HttpClientConnection;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;

/** A connection of a pool, lent to one call at a time. Not thread-safe. */
public final class PooledConnection {
  private final ConnectionPool pool;
  private final HttpClientConnection connection;
  private boolean closed;
  private boolean used;
  private long idleSinceNanos;

  PooledConnection(ConnectionPool pool, HttpClientConnection connection) {
    this.pool = pool;
    this.connection = connection;
    // The call that uses it learns of an error itself; without a handler it would be logged too.
    connection.exceptionHandler(error -> {});
    connection.closeHandler(
        nothing -> {
          closed = true;
          pool.closed(this);
        });
  }

  /**
   * Begins a request.
   *
   * @param method its method
   * @param target its target
   * @return the request
   */
  public Future<HttpClientRequest> request(HttpMethod method, String target) {
    return connection.request(new RequestOptions().setMethod(method).setURI(target));
  }

  /**
   * Whether an earlier call used it: the other side may have closed it meanwhile.
   *
   * @return true from the second call on
   */
  public boolean isReused() {
    return used;
  }

  /** Gives it back after a complete exchange that leaves it open. */
  public void release() {
    used = true;
    pool.release(this);
  }

  /** Closes it: nobody can use it after an exchange that wasn't complete. */
  public void discard() {
    if (!closed) {
      connection.close();
    }
  }

  boolean isClosed() {
    return closed;
  }

  void markIdle(long nowNanos) {
    idleSinceNanos = nowNanos;
  }

  long idleSinceNanos() {
    return idleSinceNanos;
  }
}
