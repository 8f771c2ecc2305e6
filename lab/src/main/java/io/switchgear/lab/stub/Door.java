// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.stub;

import io.switchgear.core.TimeSource;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The port: open, or closed for a while so that connections are refused.
 *
 * <p><b>Thread safety:</b> none; used on the event loop only.
 */
final class Door {
  private static final System.Logger LOGGER = System.getLogger(Door.class.getName());

  /** How long to wait before a port that somebody else has taken meanwhile is tried again. */
  private static final Duration PATIENCE = Duration.ofMillis(200);

  private final Vertx vertx;
  private final Function<HttpServer, HttpServer> handlers;
  private final TimeSource time;
  private final Executor loop;

  private HttpServerOptions options;
  private @Nullable HttpServer server;
  private boolean wantedOpen;

  /** The moves so far; each begins when the one before it is done. */
  private Future<Void> moves = Future.succeededFuture();

  /**
   * Prepares a door.
   *
   * @param handlers puts the handlers on each new server
   * @param loop runs a task on the event loop
   */
  Door(Vertx vertx, StubConfig config, Executor loop, Function<HttpServer, HttpServer> handlers) {
    this.vertx = vertx;
    this.handlers = handlers;
    this.time = config.time();
    this.loop = loop;
    this.options =
        new HttpServerOptions()
            .setHost(config.host())
            .setPort(config.port())
            .setAcceptBacklog(16_384)
            .setHandle100ContinueAutomatically(true)
            // A client that offers HTTP/2 stays with HTTP/1.1, where a cut ends one answer only.
            .setHttp2ClearTextEnabled(false);
  }

  /** Binds the port for the first time and gives its number, which stays. */
  Future<Integer> bind() {
    wantedOpen = true;
    return listen()
        .map(
            ignored -> {
              int port = server == null ? options.getPort() : server.actualPort();
              options = new HttpServerOptions(options).setPort(port);
              return port;
            });
  }

  /** Opens or closes the port; done when it is so, or when opening it must be tried again later. */
  Future<Void> open(boolean open) {
    wantedOpen = open;
    moves = moves.transform(ignored -> move());
    return moves;
  }

  private Future<Void> move() {
    if (wantedOpen == (server != null)) {
      return Future.succeededFuture();
    }
    return wantedOpen ? listen().recover(this::retryLater) : shut();
  }

  private Future<Void> listen() {
    HttpServer opening = handlers.apply(vertx.createHttpServer(options));
    return opening
        .listen()
        .map(
            ignored -> {
              server = opening;
              return null;
            });
  }

  private Future<Void> shut() {
    HttpServer closing = server;
    server = null;
    return closing == null ? Future.succeededFuture() : closing.close();
  }

  private Future<Void> retryLater(Throwable failure) {
    LOGGER.log(
        Level.WARNING,
        "The stub cannot open port {0} again and goes on trying: {1}",
        Integer.toString(options.getPort()),
        failure.getMessage());
    time.schedule(PATIENCE, () -> loop.execute(() -> open(wantedOpen)));
    return Future.succeededFuture();
  }
}
