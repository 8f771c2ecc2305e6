// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.stub;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * The stub server inside: all its state but the statistics lives on one event loop.
 *
 * <p>{@link #settings}, {@link #behavior} and {@link #stats} may be read from any thread.
 */
final class Engine extends VerticleBase {
  /** The paths that are about the stub itself begin with it. */
  static final String CONTROL_PATH = "/_stub";

  private static final String NO_KEY = "(none)";
  private static final int MAX_KEY_LENGTH = 128;

  private final StatsRecorder stats;
  private final Connections connections;
  private final Throttle throttle;

  private volatile StubConfig settings;
  private volatile StubBehavior behavior;
  private volatile int port;

  private Dice dice;
  private @Nullable Door door;
  private @Nullable Schedule schedule;
  private Future<Void> opened = Future.succeededFuture();

  Engine(StubConfig config) {
    this.settings = config;
    this.behavior = config.phases().get(0).behavior();
    this.stats = new StatsRecorder(config.time());
    this.connections = new Connections(stats);
    this.throttle = new Throttle(config.time());
    this.dice = new Dice(config.seed());
  }

  @Override
  public Future<?> start() {
    Door opening = new Door(vertx, settings, this::onLoop, this::withHandlers);
    door = opening;
    return opening
        .bind()
        .compose(
            bound -> {
              port = bound;
              return take(settings);
            });
  }

  @Override
  public Future<?> stop() {
    if (schedule != null) {
      schedule.stop();
    }
    return door == null ? Future.succeededFuture() : door.open(false);
  }

  /** Takes over new settings, from any thread. */
  Future<Void> change(StubConfig changed) {
    Promise<Void> promise = Promise.promise();
    onLoop(() -> take(changed).onComplete(promise));
    return promise.future();
  }

  /**
   * Takes over new settings, on the event loop; done when the port is open or closed as they say.
   */
  Future<Void> take(StubConfig changed) {
    if (schedule != null) {
      schedule.stop();
    }
    settings = changed;
    dice = new Dice(changed.seed());
    schedule = new Schedule(changed.phases(), changed.time(), this::onLoop, this::behave);
    schedule.start();
    return opened;
  }

  /** Begins anew: statistics, numbers of requests and the counts of the limit. */
  void reset() {
    stats.reset();
    throttle.reset();
  }

  StubConfig settings() {
    return settings;
  }

  StubBehavior behavior() {
    return behavior;
  }

  StubStats stats() {
    return stats.snapshot();
  }

  int port() {
    return port;
  }

  /** Runs a task on the event loop; when that has ended, nothing is left that a task could do. */
  void onLoop(Runnable task) {
    try {
      context.runOnContext(ignored -> task.run());
    } catch (RejectedExecutionException e) {
      System.getLogger(Engine.class.getName())
          .log(System.Logger.Level.DEBUG, "A task came after the end of the stub", e);
    }
  }

  private void behave(StubBehavior now) {
    behavior = now;
    throttle.change(now);
    if (door != null) {
      opened = door.open(!now.refuse());
    }
  }

  private HttpServer withHandlers(HttpServer server) {
    Control control = new Control(this);
    return server
        .connectionHandler(connections::opened)
        .requestHandler(
            request -> {
              boolean isControl = isControl(request.path());
              connections.used(request.connection(), isControl);
              if (isControl) {
                control.handle(request);
              } else {
                serve(request);
              }
            });
  }

  private void serve(HttpServerRequest request) {
    StubBehavior now = behavior;
    String key = keyName(request.getHeader(now.keyHeader()));
    StatsRecorder.Received received = stats.receive(key);
    Exchange exchange = new Exchange(request, received, settings.time(), this::onLoop);
    throttle
        .refusal(key)
        .ifPresentOrElse(
            wait -> exchange.throttle(now, wait),
            () -> exchange.meet(dice.fate(now, received.number()), now));
  }

  /** A key as it is remembered; a long one by its beginning and its hash, to bound the memory. */
  private static String keyName(@Nullable String header) {
    if (header == null || header.isEmpty()) {
      return NO_KEY;
    }
    return header.length() <= MAX_KEY_LENGTH
        ? header
        : header.substring(0, MAX_KEY_LENGTH) + "…" + Integer.toHexString(header.hashCode());
  }

  private static boolean isControl(@Nullable String path) {
    return path != null && (path.equals(CONTROL_PATH) || path.startsWith(CONTROL_PATH + "/"));
  }
}
