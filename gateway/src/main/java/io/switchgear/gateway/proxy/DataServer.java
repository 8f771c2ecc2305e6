// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.proxy;

import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.switchgear.config.TlsConfig;
import io.switchgear.core.RandomSource;
import io.switchgear.gateway.dependency.Dependency;
import io.switchgear.gateway.dependency.DependencyRegistry;
import io.switchgear.gateway.loop.LoopTime;
import io.vertx.core.Context;
import io.vertx.core.Deployable;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.SocketAddress;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The data plane's server: one event loop that takes the requests, makes the calls and passes the
 * answers on.
 */
public final class DataServer implements Deployable {
  private static final int MAX_LINE_BYTES = 16 * 1024;
  private static final int MAX_HEADER_BYTES = 64 * 1024;
  private static final int MAX_STREAMS = 100;
  private static final int ACCEPT_BACKLOG = 1_024;

  /** A limit in time is noticed at most this late. */
  private static final long BEAT_MILLIS = 25;

  private static final long HOUSEKEEPING_MILLIS = 1_000;

  private final SocketAddress address;
  private final LoopTime time;
  private final Answers answers = new Answers();
  private final HttpServer server;

  // Both on the event loop alone, once it listens.
  private DependencyRegistry dependencies;
  private @Nullable DataPlane plane;

  /**
   * A server that doesn't listen yet.
   *
   * @param vertx where it runs
   * @param address where it will listen
   * @param tls its certificate; empty when it takes requests without TLS
   * @param dependencies what can be reached through it
   * @param time the time, whose timers run here from the start on
   */
  public DataServer(
      Vertx vertx,
      SocketAddress address,
      Optional<TlsConfig> tls,
      DependencyRegistry dependencies,
      LoopTime time) {
    this.address = address;
    this.dependencies = dependencies;
    this.time = time;
    HttpServerOptions options = options();
    tls.ifPresent(it -> ListenerTls.on(options, it));
    this.server = vertx.createHttpServer(options);
  }

  private static HttpServerOptions options() {
    return new HttpServerOptions()
        .setHandle100ContinueAutomatically(false)
        .setHttp2ClearTextEnabled(false)
        .setInitialSettings(
            new Http2Settings()
                .setMaxConcurrentStreams(MAX_STREAMS)
                .setMaxHeaderListSize(MAX_HEADER_BYTES))
        .setMaxInitialLineLength(MAX_LINE_BYTES)
        .setMaxHeaderSize(MAX_HEADER_BYTES)
        .setAcceptBacklog(ACCEPT_BACKLOG)
        .setStrictThreadMode(true);
  }

  @Override
  public Future<?> deploy(Context context) {
    Vertx vertx = context.owner();
    time.runOn(context);
    Deadlines deadlines = new Deadlines(time);
    ClientConnections clients = new ClientConnections(time);
    Plane shared = new Plane(context, time, RandomSource.system(), deadlines, answers);
    DataPlane requests = new DataPlane(shared, dependencies);
    plane = requests;
    vertx.setPeriodic(BEAT_MILLIS, id -> deadlines.beat());
    vertx.setPeriodic(HOUSEKEEPING_MILLIS, id -> keepHouse(clients));
    return server
        .connectionHandler(clients::opened)
        .requestHandler(
            request -> {
              clients.begun(request);
              requests.handle(request);
            })
        .invalidRequestHandler(this::refuse)
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

  /** What the decoder didn't accept: bad syntax, two lengths, too many bytes. */
  private void refuse(HttpServerRequest request) {
    Throwable cause = request.decoderResult().cause();
    int status = 400;
    String detail = "The request is not valid HTTP.";
    if (cause instanceof TooLongHttpLineException) {
      status = 414;
      detail = "The request line is longer than " + MAX_LINE_BYTES + " bytes.";
    } else if (cause instanceof TooLongHttpHeaderException) {
      status = 431;
      detail = "The headers are longer than " + MAX_HEADER_BYTES + " bytes.";
    }
    answers.badRequest(request, status, detail);
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
