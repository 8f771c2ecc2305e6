// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.upstream;

import io.vertx.core.Future;
import io.vertx.core.http.HttpClientConnection;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.RequestOptions;

/**
 * A connection of a pool: lent to one call at a time, or, if it is one of HTTP/2, to as many at a
 * time as it has streams. Not thread-safe.
 */
public final class PooledConnection {
  /** How many calls of one connection run beside each other at the most. */
  static final int MAX_STREAMS = 100;

  private final ConnectionPool pool;
  private final HttpClientConnection connection;
  private final boolean hasStreams;
  private boolean closed;
  private boolean draining;
  private boolean used;
  private int calls;
  private long idleSinceNanos;

  /** Whether it is among those that the pool lends next. */
  private boolean listed;

  PooledConnection(ConnectionPool pool, HttpClientConnection connection) {
    this.pool = pool;
    this.connection = connection;
    this.hasStreams = connection.protocolVersion() == HttpVersion.HTTP_2;
    // The call that uses it learns of an error itself; without a handler it would be logged too.
    connection.exceptionHandler(error -> {});
    connection.closeHandler(
        nothing -> {
          closed = true;
          pool.closed(this);
        });
    if (hasStreams) {
      connection.goAwayHandler(
          said -> {
            draining = true;
            pool.unlist(this);
          });
      connection.remoteSettingsHandler(said -> pool.release(this));
    }
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
    calls--;
    pool.release(this);
  }

  /**
   * Gives it back after an exchange that wasn't complete: nobody can use it, and it is closed. One
   * of HTTP/2 goes on, since it is enough to have reset the stream.
   */
  public void discard() {
    if (hasStreams) {
      calls--;
      pool.release(this);
    } else {
      close();
    }
  }

  void close() {
    if (!closed) {
      connection.close();
    }
  }

  boolean hasStreams() {
    return hasStreams;
  }

  /** How many calls may use it at the same time. */
  int capacity() {
    return hasStreams ? (int) Math.min(MAX_STREAMS, connection.maxActiveStreams()) : 1;
  }

  /** Whether one more call may use it. */
  boolean hasRoom() {
    return !closed && !draining && calls < capacity();
  }

  boolean isIdle() {
    return calls == 0;
  }

  void lend() {
    calls++;
  }

  boolean isClosed() {
    return closed;
  }

  boolean isListed() {
    return listed;
  }

  void list(boolean now) {
    listed = now;
  }

  void markIdle(long nowNanos) {
    idleSinceNanos = nowNanos;
  }

  long idleSinceNanos() {
    return idleSinceNanos;
  }
}
