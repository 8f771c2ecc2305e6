// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.upstream;

import io.switchgear.core.TimeSource;
import io.vertx.core.http.HttpClientConnection;
import java.util.ArrayDeque;
import java.util.List;
import java.util.function.Predicate;

/**
 * The connections to one dependency. The connection that was used last is used first, so that few
 * calls need few connections and the others grow idle and are closed.
 *
 * <p>The pool lives on one event loop, so a call whose connection is at hand goes on at once,
 * without a queue or a lock: that is what made it faster than the pool of the HTTP library.
 *
 * <p>Where HTTP/2 may be spoken, the first connection shows whether it is. Until then no second one
 * is opened, since one may be enough for all.
 *
 * <p><b>Thread safety:</b> none; everything happens on the event loop of the data plane.
 */
public final class ConnectionPool {
  private final UpstreamClient client;
  private final Endpoint endpoint;
  private final TimeSource time;

  /** Connections that have room for a call, the one that was used last at the end. */
  private final ArrayDeque<PooledConnection> ready = new ArrayDeque<>();

  private final ArrayDeque<ConnectionWaiter> waiting = new ArrayDeque<>();

  /** Connections that are open, whether or not they are lent. */
  private int open;

  private int opening;

  /** How many calls a connection that is being opened will serve at the same time. */
  private int callsOfOne;

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
      UpstreamClient client, Endpoint endpoint, PoolLimits limits, TimeSource time) {
    this.client = client;
    this.endpoint = endpoint;
    this.limits = limits;
    this.time = time;
    this.callsOfOne = endpoint.http2() ? PooledConnection.MAX_STREAMS : 1;
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
   * Keeps no connections from now on: those that are idle are closed, the others when their calls
   * are over. Calls that still come get theirs.
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
    PooledConnection last = ready.peekLast();
    if (last != null && last.hasRoom()) {
      lend(last, waiter);
    } else {
      await(waiter);
    }
  }

  /**
   * Asks for a connection that nobody used before, after one that was used turned out to be dead.
   * The idle ones may be as dead as that one, so they are closed.
   *
   * @param waiter who asks
   */
  public void acquireNew(ConnectionWaiter waiter) {
    closeAllIdle();
    acquire(waiter);
  }

  private void closeAllIdle() {
    closeIdle(connection -> true);
  }

  private void closeIdle(Predicate<PooledConnection> which) {
    List<PooledConnection> closing =
        ready.stream().filter(PooledConnection::isIdle).filter(which).toList();
    closing.forEach(this::unlist);
    closing.forEach(PooledConnection::close);
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
    long longest = limits.idleTimeout().toNanos();
    long now = time.nanoTime();
    PooledConnection oldest = ready.peekFirst();
    if (oldest != null && (oldest.hasStreams() || now - oldest.idleSinceNanos() >= longest)) {
      closeIdle(connection -> now - connection.idleSinceNanos() >= longest);
    }
  }

  private int free() {
    return limits.maxConnections() - open;
  }

  private void openAsNeeded() {
    while ((long) opening * callsOfOne < waiting.size() && opening < free()) {
      opening++;
      client
          .connect(endpoint, limits.connectTimeout())
          .onSuccess(this::opened)
          .onFailure(this::failed);
    }
  }

  private void opened(HttpClientConnection made) {
    opening--;
    open++;
    PooledConnection connection = new PooledConnection(this, made);
    callsOfOne = connection.hasStreams() ? PooledConnection.MAX_STREAMS : 1;
    offer(connection);
    openAsNeeded();
  }

  /** One attempt failed: the one who has waited longest learns of it, the others have theirs. */
  private void failed(Throwable error) {
    opening--;
    if (open == 0) {
      // Whether one would have been enough isn't known, and no call shall wait for another's.
      callsOfOne = 1;
    }
    ConnectionWaiter waiter = waiting.pollFirst();
    if (waiter != null) {
      waiter.notConnected(error);
    }
    openAsNeeded();
  }

  void release(PooledConnection connection) {
    if (!connection.isClosed()) {
      offer(connection);
    }
  }

  void closed(PooledConnection connection) {
    open--;
    unlist(connection);
    openAsNeeded();
  }

  /** It takes no more calls; those that it has go on. */
  void unlist(PooledConnection connection) {
    if (connection.isListed()) {
      connection.list(false);
      ready.removeLastOccurrence(connection);
    }
  }

  /** A connection has room: for those who wait, or for those who come. */
  private void offer(PooledConnection connection) {
    while (connection.hasRoom() && !waiting.isEmpty()) {
      connection.lend();
      waiting.removeFirst().connected(connection);
    }
    if (connection.isIdle() && (retired || open > limits.maxConnections())) {
      unlist(connection);
      connection.close();
    } else if (connection.hasRoom()) {
      connection.markIdle(time.nanoTime());
      list(connection);
    }
  }

  private void list(PooledConnection connection) {
    if (!connection.isListed()) {
      connection.list(true);
      ready.addLast(connection);
    }
  }

  private void lend(PooledConnection connection, ConnectionWaiter waiter) {
    connection.lend();
    if (!connection.hasRoom()) {
      unlist(connection);
    }
    waiter.connected(connection);
  }
}
