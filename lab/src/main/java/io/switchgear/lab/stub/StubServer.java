// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.stub;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * An HTTP upstream that behaves as badly as its settings say. It answers any method and path with
 * {@code {"ok":true,"path":…,"number":…}}; under {@code /_stub} it tells its statistics and takes
 * new settings.
 *
 * <pre>{@code
 * StubBehavior throttling = StubBehavior.healthy().limit(new StubRate(200, ofMinutes(1)));
 * StubServer stub = StubServer.start(StubConfig.defaults().behavior(throttling)).join();
 * }</pre>
 *
 * <p><b>Thread safety:</b> safe for use by many threads.
 */
public final class StubServer implements AutoCloseable {
  private final Vertx vertx;
  private final boolean ownsVertx;
  private final Engine engine;
  private final AtomicBoolean closing = new AtomicBoolean();
  private final CompletableFuture<Void> closed = new CompletableFuture<>();

  private StubServer(Vertx vertx, boolean ownsVertx, Engine engine) {
    this.vertx = vertx;
    this.ownsVertx = ownsVertx;
    this.engine = engine;
  }

  /**
   * Starts a server with an event loop of its own.
   *
   * @param config the settings
   * @return the server, once its port is bound; an {@link IOException} that says why when it can't
   *     be
   */
  public static CompletableFuture<StubServer> start(StubConfig config) {
    // The server reads no files, so Vert.x needs no folder for copies of them.
    FileSystemOptions noFiles =
        new FileSystemOptions().setClassPathResolvingEnabled(false).setFileCachingEnabled(false);
    VertxOptions options =
        new VertxOptions()
            .setEventLoopPoolSize(1)
            .setPreferNativeTransport(true)
            .setFileSystemOptions(noFiles);
    return start(Vertx.vertx(options), true, config);
  }

  /**
   * Starts a server on an event loop of a Vert.x that exists, and that goes on when the server is
   * closed.
   *
   * @param vertx runs the server
   * @param config the settings
   * @return the server, once its port is bound; an {@link IOException} that says why when it can't
   *     be
   */
  public static CompletableFuture<StubServer> start(Vertx vertx, StubConfig config) {
    return start(vertx, false, config);
  }

  private static CompletableFuture<StubServer> start(
      Vertx vertx, boolean ownsVertx, StubConfig config) {
    Engine engine = new Engine(config);
    StubServer server = new StubServer(vertx, ownsVertx, engine);
    CompletableFuture<StubServer> started = new CompletableFuture<>();
    vertx
        .deployVerticle(engine)
        .onSuccess(ignored -> started.complete(server))
        .onFailure(
            failure -> {
              started.completeExceptionally(notListening(config, failure));
              if (ownsVertx) {
                vertx.close();
              }
            });
    return started;
  }

  /**
   * The port that is bound, also while connections are refused.
   *
   * @return 1 to 65,535
   */
  public int port() {
    return engine.port();
  }

  /**
   * The settings that were given last.
   *
   * @return the settings, with the port as it was asked for
   */
  public StubConfig config() {
    return engine.settings();
  }

  /**
   * The behavior that is on now.
   *
   * @return that of the current phase
   */
  public StubBehavior behavior() {
    return engine.behavior();
  }

  /**
   * What was received and done so far.
   *
   * @return a copy of the moment
   */
  public StubStats stats() {
    return engine.stats();
  }

  /**
   * Begins anew: the statistics, the numbers of the requests and what the limit has counted.
   * Settings and the current phase stay.
   *
   * @return done when it is so
   */
  public CompletableFuture<Void> reset() {
    CompletableFuture<Void> done = new CompletableFuture<>();
    engine.onLoop(
        () -> {
          engine.reset();
          done.complete(null);
        });
    return done;
  }

  /**
   * Replaces the settings while the server runs, and begins with their first phase. Requests under
   * way end as they would have ended.
   *
   * @param config the new settings; host, port and time must be those of {@link #config()}
   * @return done when the first phase is on
   * @throws IllegalArgumentException when host, port or time is another one
   */
  public CompletableFuture<Void> change(StubConfig config) {
    StubConfig current = config();
    boolean same =
        config.host().equals(current.host())
            && config.port() == current.port()
            && config.time() == current.time();
    if (!same) {
      throw new IllegalArgumentException("host, port and time can't change while the stub runs");
    }
    return engine.change(config).toCompletionStage().toCompletableFuture();
  }

  /**
   * Closes the port and all connections, requests under way included. A second call changes
   * nothing.
   *
   * @return done when the port is free
   */
  public CompletableFuture<Void> closeAsync() {
    if (closing.compareAndSet(false, true)) {
      // Closing our own Vert.x undeploys as well. Undeploying first and closing then would wait for
      // ever, since a Vert.x that is closed runs no step that comes after.
      Future<Void> end = ownsVertx ? vertx.close() : vertx.undeploy(engine.deploymentID());
      end.onComplete(closed::complete, closed::completeExceptionally);
    }
    return closed.copy();
  }

  /** Closes the server and waits until the port is free. Must not be called on an event loop. */
  @Override
  public void close() {
    closeAsync().join();
  }

  private static IOException notListening(StubConfig config, Throwable failure) {
    String sentence = "Cannot listen on %s:%d (setting 'port'): %s.";
    return new IOException(
        sentence.formatted(config.host(), config.port(), reason(failure)), failure);
  }

  private static String reason(Throwable failure) {
    String message = String.valueOf(failure.getMessage());
    if (message.contains("in use")) {
      return "another process uses the port";
    }
    return message.contains("ermission denied")
        ? "the port needs more rights than this process has"
        : message;
  }
}
