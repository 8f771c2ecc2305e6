// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.admin;

import io.switchgear.config.Secret;
import io.switchgear.core.TimeSource;
import io.switchgear.gateway.dependency.Dependency;
import io.switchgear.gateway.reload.Reloads;
import io.vertx.core.Context;
import io.vertx.core.Deployable;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.net.SocketAddress;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The admin address. It runs on an event loop of its own, so that a long list of keys or a scrape
 * holds no call up, and it also keeps house there: transitions that time alone has caused are taken
 * each second, for metrics and logs that are in time.
 */
public final class AdminServer implements Deployable {
  private static final System.Logger LOGGER = System.getLogger(AdminServer.class.getName());
  private static final int MAX_BODY_BYTES = 64 * 1024;
  private static final Duration BODY_TIMEOUT = Duration.ofSeconds(10);
  private static final int IDLE_TIMEOUT_SECONDS = 60;
  private static final long TICK_MILLIS = 1_000;
  private static final String EVENTS = "/api/v1/events";
  private static final String SCHEME = "Bearer ";

  private final SocketAddress address;
  private final Operated operated;
  private final AdminRoutes routes;
  private final EventFeed feed;
  private final HttpServer server;

  /**
   * A server that doesn't listen yet.
   *
   * @param vertx where it runs
   * @param address where it will listen: an address of loopback unless there is a token
   * @param parts what it shows and steers
   */
  public AdminServer(Vertx vertx, SocketAddress address, Parts parts) {
    this.address = address;
    this.operated = parts.operated();
    this.routes = new AdminRoutes(parts);
    this.feed = parts.feed();
    this.server =
        vertx.createHttpServer(
            new HttpServerOptions()
                .setHttp2ClearTextEnabled(false)
                .setIdleTimeout(IDLE_TIMEOUT_SECONDS));
  }

  @Override
  public Future<?> deploy(Context context) {
    feed.runOn(context);
    context
        .owner()
        .setPeriodic(TICK_MILLIS, id -> operated.dependencies().all().forEach(Dependency::tick));
    return server.requestHandler(this::handle).listen(address);
  }

  private void handle(HttpServerRequest request) {
    if (!isAllowed(request)) {
      return;
    }
    if (EVENTS.equals(request.path()) && request.method().equals(HttpMethod.GET)) {
      if (!feed.open(request.response())) {
        String detail = "There are " + EventFeed.MAX_READERS + " readers already.";
        refuse(request, new AdminException(503, "Too many readers", detail));
      }
    } else {
      WholeBody.of(request, MAX_BODY_BYTES, BODY_TIMEOUT)
          .onComplete(
              body -> answer(request, body),
              error -> {
                if (error instanceof AdminException refusal) {
                  refuse(request, refusal);
                  request.connection().close();
                }
              });
    }
  }

  private boolean isAllowed(HttpServerRequest request) {
    String host = request.getHeader(HttpHeaders.HOST);
    Optional<Secret> token = operated.token();
    if (token.isEmpty() && !Loopback.isHostHeader(host)) {
      refuse(
          request,
          new AdminException(421, "Misdirected request", "The Host must be a name of loopback."));
      return false;
    }
    if (token.isPresent() && !isPublic(request) && !knows(token.get(), request)) {
      request.response().putHeader("WWW-Authenticate", "Bearer");
      refuse(
          request,
          new AdminException(401, "Unauthorized", "Send the token: Authorization: Bearer …"));
      return false;
    }
    if (isOfAnotherPage(request, host)) {
      refuse(
          request,
          new AdminException(403, "Forbidden", "Pages of other origins can't give orders."));
      return false;
    }
    return true;
  }

  /** A browser says where the page comes from that sends a request. */
  private static boolean isOfAnotherPage(HttpServerRequest request, @Nullable String host) {
    String origin = request.getHeader(HttpHeaders.ORIGIN);
    return origin != null && !origin.equals("http://" + host) && !origin.equals("https://" + host);
  }

  /** Those who restart or drain gateways can do without the token. */
  private static boolean isPublic(HttpServerRequest request) {
    return request.path() != null && request.path().startsWith("/health/");
  }

  private static boolean knows(Secret secret, HttpServerRequest request) {
    String sent = request.getHeader(HttpHeaders.AUTHORIZATION);
    return sent != null
        && sent.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
        && secret.matches(sent.substring(SCHEME.length()).strip());
  }

  private void answer(HttpServerRequest request, Buffer body) {
    try {
      routes
          .answer(AdminCall.of(request, body))
          .onSuccess(reply -> send(request.response(), reply))
          .onFailure(error -> broke(request, error));
    } catch (AdminException e) {
      refuse(request, e);
    } catch (RuntimeException e) {
      broke(request, e);
    }
  }

  private static void broke(HttpServerRequest request, Throwable error) {
    LOGGER.log(System.Logger.Level.ERROR, "A request to the admin address failed", error);
    refuse(request, new AdminException(500, "Internal error", "The log says more."));
  }

  private static void refuse(HttpServerRequest request, AdminException refusal) {
    send(request.response(), AdminReply.problem(refusal.problem()));
  }

  private static void send(HttpServerResponse response, AdminReply reply) {
    if (response.closed()) {
      return;
    }
    response
        .setStatusCode(reply.status())
        .putHeader(HttpHeaders.CONTENT_TYPE, reply.contentType())
        .putHeader(HttpHeaders.CACHE_CONTROL, "no-store")
        .putHeader("X-Content-Type-Options", "nosniff")
        .end(reply.body());
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
   * Stops.
   *
   * @return completes when it is stopped
   */
  public Future<Void> stop() {
    return server.close();
  }

  /**
   * What the admin address shows and steers.
   *
   * @param operated the dependencies, the token, the numbers
   * @param health the health
   * @param time the time
   * @param reloads reads the settings again
   * @param feed tells what happens
   */
  public record Parts(
      Operated operated, Health health, TimeSource time, Reloads reloads, EventFeed feed) {}
}
