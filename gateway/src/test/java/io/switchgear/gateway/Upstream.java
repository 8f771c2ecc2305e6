// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway;

import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;

/** A dependency that does what a test wants. */
public final class Upstream implements AutoCloseable {
  private final Vertx vertx = Vertx.vertx();
  private final AtomicInteger received = new AtomicInteger();
  private final AtomicInteger connections = new AtomicInteger();
  private final AtomicInteger open = new AtomicInteger();
  private final HttpServer server;

  private Upstream(Handler<HttpServerRequest> handler) {
    this.server =
        vertx
            .createHttpServer(new HttpServerOptions().setHandle100ContinueAutomatically(true))
            .connectionHandler(
                connection -> {
                  connections.incrementAndGet();
                  open.incrementAndGet();
                  connection.closeHandler(nothing -> open.decrementAndGet());
                })
            .requestHandler(
                request -> {
                  received.incrementAndGet();
                  handler.handle(request);
                });
    server.listen(0, "127.0.0.1").await();
  }

  public static Upstream that(Handler<HttpServerRequest> handler) {
    return new Upstream(handler);
  }

  /** Answers 200 with its name for the request. */
  public static Upstream thatAnswers() {
    return that(request -> request.response().end(request.method() + " " + request.uri()));
  }

  public URI uri() {
    return URI.create("http://127.0.0.1:" + server.actualPort());
  }

  /** How many requests came. */
  public int received() {
    return received.get();
  }

  public int connections() {
    return connections.get();
  }

  /** How many connections are open. */
  public int open() {
    return open.get();
  }

  public Vertx vertx() {
    return vertx;
  }

  @Override
  public void close() {
    vertx.close().await();
  }
}
