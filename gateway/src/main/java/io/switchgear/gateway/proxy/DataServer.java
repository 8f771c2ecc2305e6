// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.proxy;

import io.switchgear.config.ClientLimits;
import io.switchgear.config.SwitchgearConfig;
import io.switchgear.config.TlsConfig;
import io.switchgear.core.RandomSource;
import io.switchgear.gateway.dependency.Dependency;
import io.switchgear.gateway.dependency.DependencyRegistry;
import io.switchgear.gateway.loop.Flushes;
import io.switchgear.gateway.loop.LoopTime;
import io.vertx.core.Context;
import io.vertx.core.Deployable;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.Http1ServerConfig;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.SocketAddress;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The data plane's server: one event loop that takes the requests, makes the calls and passes the
 * answers on.
 */
public final class DataServer implements Deployable {
  private static final int MAX_STREAMS = 100;
  private static final int ACCEPT_BACKLOG = 1_024;

  /** A limit in time is noticed at most two of these late: one for its begin, one for its end. */
  private static final long BEAT_MILLIS = 25;

  private static final long HOUSEKEEPING_MILLIS = 1_000;

  private final SocketAddress address;
  private final ClientLimits limits;
  private final LoopTime time;
  private final Flushes flushes;
  private final Answers answers = new Answers();
  private final HttpServer server;

  // Both on the event loop alone, once it listens.
  private DependencyRegistry dependencies;
  private @Nullable DataPlane plane;

  /**
   * A server that doesn't listen yet.
   *
   * @param vertx where it runs
   * @param config where it will listen, with what certificate, and what it takes from clients
   * @param dependencies what can be reached through it
   * @param time the time, whose timers run here from the start on
   * @param flushes when connections send what they have
   */
  public DataServer(
      Vertx vertx,
      SwitchgearConfig config,
      DependencyRegistry dependencies,
      LoopTime time,
      Flushes flushes) {
    this.address = SocketAddress.inetSocketAddress(config.listen());
    this.limits = config.clients();
    this.dependencies = dependencies;
    this.time = time;
    this.flushes = flushes;
    HttpServerOptions options = options(limits);
    config.tls().ifPresent(it -> ListenerTls.on(options, it));
    this.server = vertx.createHttpServer(options);
  }

  private static HttpServerOptions options(ClientLimits limits) {
    return new HttpServerOptions()
        .setHandle100ContinueAutomatically(false)
        .setHttp2ClearTextEnabled(false)
        // No upgrade passes, so nobody needs to look for those of WebSockets.
        .setPerFrameWebSocketCompressionSupported(false)
        .setPerMessageWebSocketCompressionSupported(false)
        .setInitialSettings(
            new Http2Settings()
                .setMaxConcurrentStreams(MAX_STREAMS)
                .setMaxHeaderListSize(limits.maxHeaderBytes()))
        .setMaxInitialLineLength(limits.maxRequestLineBytes())
        .setMaxHeaderSize(limits.maxHeaderBytes())
        .setAcceptBacklog(ACCEPT_BACKLOG)
        .setStrictThreadMode(true);
  }

  @Override
  public Future<?> deploy(Context context) {
    Vertx vertx = context.owner();
    time.runOn(context);
    Deadlines deadlines = new Deadlines(time);
    ClientConnections clients = new ClientConnections(time, limits);
    Plane shared = new Plane(context, time, RandomSource.system(), deadlines, answers);
    DataPlane requests = new DataPlane(shared, dependencies);
    plane = requests;
    Http1ServerConfig decoding =
        new Http1ServerConfig()
            .setMaxInitialLineLength(limits.maxRequestLineBytes())
            .setMaxHeaderSize(limits.maxHeaderBytes());
    vertx.setPeriodic(BEAT_MILLIS, id -> deadlines.beat());
    vertx.setPeriodic(HOUSEKEEPING_MILLIS, id -> keepHouse(clients));
    return server
        .connectionHandler(
            connection -> {
              flushes.onServer(connection);
              RequestDecoder.on(connection, decoding);
              clients.opened(connection);
            })
        .requestHandler(
            request -> {
              if (clients.begun(request)) {
                requests.handle(request);
              }
            })
        .invalidRequestHandler(
            request -> {
              if (clients.begun(request)) {
                answers.malformed(request, Fault.of(request.decoderResult().cause(), limits));
              }
            })
        .listen(address);
  }

  /**
   * What new calls can go to.
   *
   * @return the dependencies
   */
  public DependencyRegistry dependencies() {
    return dependencies;
  }

  /**
   * Has new calls go to these dependencies; those under way end as they began. To be called on the
   * event loop.
   *
   * @param next the dependencies in the place of those before
   */
  public void use(DependencyRegistry next) {
    dependencies.retire(next);
    dependencies = next;
    Objects.requireNonNull(plane).use(next);
  }

  /**
   * Has new connections see this certificate; those that there are go on.
   *
   * @param tls the certificate, for a server that has had one from the start
   * @return completes when it is in use
   */
  public Future<?> use(TlsConfig tls) {
    return server.updateSSLOptions(ListenerTls.options(tls));
  }

  private void keepHouse(ClientConnections clients) {
    clients.closeIdle();
    for (Dependency dependency : dependencies.all()) {
      dependency.pool().closeIdle();
    }
  }

  /**
   * The port that it listens on.
   *
   * @return the number
   */
  public int port() {
    return server.actualPort();
  }

  /**
   * Stops: accepts no more requests, finishes those under way, cuts what is left after the limit.
   *
   * @param limit how long to wait
   * @return completes when all connections are closed
   */
  public Future<Void> stop(Duration limit) {
    return server.shutdown(limit);
  }
}
