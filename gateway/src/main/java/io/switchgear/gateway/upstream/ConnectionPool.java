// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.upstream;

import io.switchgear.core.TimeSource;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientConnection;
import io.vertx.core.http.HttpConnectOptions;
import java.util.ArrayDeque;

/**
 * The connections to one dependency. The connection that was used last is used first, so that few
 * calls need few connections and the others grow idle and are closed.
 *
 * <p>The pool lives on one event loop, so a call whose connection is at hand goes on at once,
 * without a queue or a lock: that is what made it faster than the pool of the HTTP library.
 *
 * <p><b>Thread safety:</b> none; everything happens on the event loop of the data plane.
 */
public final class ConnectionPool {
  private final HttpClientAgent client;
  private final Endpoint endpoint;
  private final TimeSource time;
  private final ArrayDeque<PooledConnection> idle = new ArrayDeque<>();
  private final ArrayDeque<ConnectionWaiter> waiting = new ArrayDeque<>();

  /** Connections that are open, idle or lent. */
  private int open;

  private int opening;

  private PoolLimits limits;
  private boolean retired;

  /**
   * An empty pool.
   *
   * @param client makes the connections
   * @param endpoint where they go
   * @param limits the bounds
   * @param time says how long a connection has been idle
   */
  public ConnectionPool(
      HttpClientAgent client, Endpoint endpoint, PoolLimits limits, TimeSource time) {
    this.client = client;
    this.endpoint = endpoint;
    this.limits = limits;
    this.time = time;
  }

  /**
   * Changes the bounds. Connections above a smaller bound are closed as they become idle.
   *
   * @param bounds the new bounds
   */
  public void limits(PoolLimits bounds) {
    limits = bounds;
    openAsNeeded();
  }

  /**
   * Keeps no connections from now on: those that are idle are closed, those that are lent when they
   * are given back. Calls that still come get theirs.
   */
  public void retire() {
    retired = true;
    closeAllIdle();
  }

  /**
   * Asks for a connection. The answer may come before this returns.
   *
   * @param waiter who asks
   */
  public void acquire(ConnectionWaiter waiter) {
    PooledConnection ready = idle.pollLast();
    if (ready != null) {
      waiter.connected(ready);
      return;
    }
    await(waiter);
  }

  /**
   * Asks for a connection that nobody used before, after one that was used turned out to be dead.
   * The idle ones may be as dead as that one, so they are closed.
   *
   * @param waiter who asks
   */
  public void acquireNew(ConnectionWaiter waiter) {
    closeAllIdle();
    await(waiter);
  }

  private void closeAllIdle() {
    PooledConnection first = idle.pollFirst();
    while (first != null) {
      first.discard();
      first = idle.pollFirst();
    }
  }

  private void await(ConnectionWaiter waiter) {
    if (waiting.size() >= limits.maxWaiting() + Math.max(0, free())) {
      waiter.notConnected(new PoolExhaustedException(limits));
      return;
    }
    waiting.addLast(waiter);
    openAsNeeded();
  }

  /**
   * Ends the wait of somebody who gave up. A connection that is being opened for it serves others.
   *
   * @param waiter who asked
   */
  public void giveUp(ConnectionWaiter waiter) {
    waiting.remove(waiter);
  }

  /** Closes connections that have been idle for too long. */
  public void closeIdle() {
    long now = time.nanoTime();
    PooledConnection oldest = idle.peekFirst();
    while (oldest != null && now - oldest.idleSinceNanos() >= limits.idleTimeout().toNanos()) {
      idle.removeFirst();
      oldest.discard();
      oldest = idle.peekFirst();
    }
  }

  private int free() {
    return limits.maxConnections() - open;
  }

  private void openAsNeeded() {
    while (opening < waiting.size() && opening < free()) {
      opening++;
      client.connect(target()).onSuccess(this::opened).onFailure(this::failed);
    }
  }

  private HttpConnectOptions target() {
    return new HttpConnectOptions()
        .setHost(endpoint.host())
        .setPort(endpoint.port())
        .setSsl(endpoint.tls())
        .setConnectTimeout(Math.max(1, limits.connectTimeout().toMillis()));
  }

  private void opened(HttpClientConnection connection) {
    opening--;
    open++;
    lend(new PooledConnection(this, connection));
  }

  /** One attempt failed: the one who has waited longest learns of it, the others have theirs. */
  private void failed(Throwable error) {
    opening--;
    ConnectionWaiter waiter = waiting.pollFirst();
    if (waiter != null) {
      waiter.notConnected(error);
    }
    openAsNeeded();
  }

  void release(PooledConnection connection) {
    if (!connection.isClosed()) {
      lend(connection);
    }
  }

  void closed(PooledConnection connection) {
    open--;
    idle.remove(connection);
    openAsNeeded();
  }

  private void lend(PooledConnection connection) {
    ConnectionWaiter waiter = waiting.pollFirst();
    if (waiter == null && (retired || open > limits.maxConnections())) {
      connection.discard();
    } else if (waiter == null) {
      connection.markIdle(time.nanoTime());
      idle.addLast(connection);
    } else {
      waiter.connected(connection);
    }
  }
}
