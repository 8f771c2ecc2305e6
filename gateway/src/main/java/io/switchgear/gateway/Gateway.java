// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway;

import io.switchgear.config.SwitchgearConfig;
import io.switchgear.gateway.admin.AdminServer;
import io.switchgear.gateway.admin.EventFeed;
import io.switchgear.gateway.admin.Health;
import io.switchgear.gateway.admin.Loopback;
import io.switchgear.gateway.dependency.DependencyRegistry;
import io.switchgear.gateway.dependency.Shared;
import io.switchgear.gateway.key.KeyLabels;
import io.switchgear.gateway.loop.Flushes;
import io.switchgear.gateway.loop.LoopTime;
import io.switchgear.gateway.metrics.GatewayMetrics;
import io.switchgear.gateway.proxy.DataServer;
import io.switchgear.gateway.reload.Reloads;
import io.switchgear.gateway.upstream.UpstreamClient;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.net.SocketAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The egress gateway. Programs call {@code http://host:8080/<dependency>/<path>} instead of the
 * dependency itself, and get its circuit breaker, rate limit and bulkhead with it.
 *
 * <pre>{@code
 * Gateway gateway = Gateway.start(SwitchgearConfig.load(file), GatewayOptions.standard()).join();
 * }</pre>
 *
 * <p><b>Thread safety:</b> safe. <b>Blocking:</b> never; starting and stopping complete futures.
 */
public final class Gateway {
  /** One event loop for the data plane, one that it need not share for the admin API. */
  private static final int EVENT_LOOPS = 2;

  private final Vertx vertx;
  private final GatewayOptions options;
  private final Health health;
  private final DataServer data;
  private final AdminServer admin;
  private final Reloads reloads;
  private final InetSocketAddress dataAddress;
  private final InetSocketAddress adminAddress;
  private final AtomicReference<CompletableFuture<Void>> closing = new AtomicReference<>();

  private Gateway(Vertx vertx, SwitchgearConfig config, GatewayOptions options, Parts parts) {
    this.vertx = vertx;
    this.options = options;
    this.health = parts.health();
    this.data = parts.data();
    this.admin = parts.admin();
    this.reloads = parts.reloads();
    this.dataAddress =
        InetSocketAddress.createUnresolved(config.listen().getHostString(), data.port());
    this.adminAddress =
        InetSocketAddress.createUnresolved(config.admin().getHostString(), admin.port());
  }

  /**
   * Starts a gateway.
   *
   * @param config its settings
   * @param options how it runs
   * @return completes when both addresses take requests; fails with a {@link GatewayStartException}
   *     when one of them can't be listened on, or when they are the same
   */
  public static CompletableFuture<Gateway> start(SwitchgearConfig config, GatewayOptions options) {
    if (config.adminToken().isEmpty() && !Loopback.isName(config.admin().getHostString())) {
      return CompletableFuture.failedFuture(GatewayStartException.notLoopback(config.admin()));
    }
    if (isOneAddress(config.listen(), config.admin())) {
      return CompletableFuture.failedFuture(GatewayStartException.oneAddress(config.admin()));
    }
    Vertx vertx = Vertx.vertx(vertxOptions());
    Parts parts = Parts.of(vertx, config, options);
    Future<?> listening =
        vertx
            .deployVerticle(parts.data())
            .recover(error -> cannotListen("listen", config.listen(), error))
            .compose(id -> vertx.deployVerticle(parts.admin()))
            .recover(error -> cannotListen("admin", config.admin(), error));
    CompletableFuture<Gateway> started = new CompletableFuture<>();
    listening.onComplete(
        id ->
            parts
                .reloads()
                .watch(config.files(), options.watchInterval())
                .onComplete(
                    watched -> started.complete(new Gateway(vertx, config, options, parts))),
        error -> vertx.close().onComplete(closed -> started.completeExceptionally(error)));
    return started;
  }

  /** Servers of one Vertx with the same address share its port and its requests, without error. */
  private static boolean isOneAddress(InetSocketAddress listen, InetSocketAddress admin) {
    return listen.getPort() != 0
        && listen.getPort() == admin.getPort()
        && listen.getHostString().equalsIgnoreCase(admin.getHostString());
  }

  private static VertxOptions vertxOptions() {
    return new VertxOptions()
        .setPreferNativeTransport(true)
        .setEventLoopPoolSize(EVENT_LOOPS)
        .setFileSystemOptions(
            new FileSystemOptions()
                .setFileCachingEnabled(false)
                .setClassPathResolvingEnabled(false));
  }

  private static <T> Future<T> cannotListen(
      String setting, InetSocketAddress address, Throwable error) {
    Throwable failure =
        error instanceof GatewayStartException
            ? error
            : GatewayStartException.cannotListen(setting, address, error);
    return Future.failedFuture(failure);
  }

  /**
   * Where it takes requests.
   *
   * @return the address with the real port; its name isn't looked up
   */
  public InetSocketAddress dataAddress() {
    return dataAddress;
  }

  /**
   * Where it takes orders and shows its state.
   *
   * @return the address with the real port; its name isn't looked up
   */
  public InetSocketAddress adminAddress() {
    return adminAddress;
  }

  /**
   * Reads the settings again, from where {@link GatewayOptions#reloadFrom} says, and puts them in
   * force while calls run. Circuits, limits and connections of what has the same name go on; calls
   * under way end as they began.
   *
   * @return completes when they are in force; fails with a {@link
   *     io.switchgear.config.ConfigException} when they can't be used, and then nothing has changed
   */
  public CompletableFuture<Void> reload() {
    CompletableFuture<Void> reloaded = new CompletableFuture<>();
    reloads.reload().onComplete(report -> reloaded.complete(null), reloaded::completeExceptionally);
    return reloaded;
  }

  /**
   * Stops: takes no more requests, finishes the calls under way within the time that the options
   * give them, cuts the rest. Stopping again does nothing.
   *
   * @return completes when everything is stopped
   */
  public CompletableFuture<Void> close() {
    CompletableFuture<Void> mine = new CompletableFuture<>();
    CompletableFuture<Void> earlier = closing.compareAndExchange(null, mine);
    if (earlier != null) {
      return earlier;
    }
    health.drain();
    reloads.stop();
    // Not as one chain of futures: its last link would run on an event loop that is gone by then.
    data.stop(options.stopTimeout())
        .onComplete(
            stopped ->
                admin
                    .stop()
                    .onComplete(silent -> vertx.close().onComplete(closed -> mine.complete(null))));
    return mine;
  }

  /** What a gateway is made of. */
  private record Parts(Health health, DataServer data, AdminServer admin, Reloads reloads) {
    static Parts of(Vertx vertx, SwitchgearConfig config, GatewayOptions options) {
      Flushes flushes = new Flushes();
      GatewayMetrics metrics = new GatewayMetrics();
      LoopTime time = new LoopTime(options.time());
      EventFeed feed = new EventFeed();
      Shared shared =
          new Shared(
              new UpstreamClient(vertx, flushes),
              KeyLabels.random(),
              time,
              metrics::add,
              new TransitionLogger().before(feed));
      DependencyRegistry dependencies =
          DependencyRegistry.of(config.dependencies().values(), shared);
      DataServer data = new DataServer(vertx, config, dependencies, time, flushes);
      InForce inForce = new InForce(config, shared, time, metrics, data);
      Reloads reloads = new Reloads(vertx, options.source(), inForce, options.time(), feed);
      metrics.showReloads(reloads);
      Health health = new Health(inForce, reloads::status);
      AdminServer.Parts parts =
          new AdminServer.Parts(inForce, health, options.time(), reloads, feed);
      AdminServer admin = new AdminServer(vertx, socket(config.admin()), parts);
      return new Parts(health, data, admin, reloads);
    }

    private static SocketAddress socket(InetSocketAddress address) {
      return SocketAddress.inetSocketAddress(address.getPort(), address.getHostString());
    }
  }
}
