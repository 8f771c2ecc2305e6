// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.admin;

import io.switchgear.config.Secret;
import io.switchgear.core.TimeSource;
import io.switchgear.gateway.dependency.Dependency;
import io.switchgear.gateway.dependency.DependencyRegistry;
import io.vertx.core.Context;
import io.vertx.core.Deployable;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.net.SocketAddress;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The admin address. It runs on an event loop of its own, so that a long list of keys or a scrape
 * holds no call up, and it also keeps house there: transitions that time alone has caused are taken
 * each second, for metrics and logs that are in time.
 */
public final class AdminServer implements Deployable {
  private static final System.Logger LOGGER = System.getLogger(AdminServer.class.getName());
  private static final int MAX_BODY_BYTES = 64 * 1024;
  private static final int IDLE_TIMEOUT_SECONDS = 60;
  private static final long TICK_MILLIS = 1_000;
  private static final String SCHEME = "Bearer ";

  private final SocketAddress address;
  private final DependencyRegistry dependencies;
  private final AdminRoutes routes;
  private final Optional<Secret> token;
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
    this.dependencies = parts.dependencies();
    this.routes = new AdminRoutes(parts);
    this.token = parts.token();
    this.server =
        vertx.createHttpServer(
            new HttpServerOptions()
                .setHttp2ClearTextEnabled(false)
                .setIdleTimeout(IDLE_TIMEOUT_SECONDS));
  }

  @Override
  public Future<?> deploy(Context context) {
    context.owner().setPeriodic(TICK_MILLIS, id -> dependencies.all().forEach(Dependency::tick));
    return server.requestHandler(this::handle).listen(address);
  }

  private void handle(HttpServerRequest request) {
    String host = request.getHeader(HttpHeaders.HOST);
    if (token.isEmpty() && !Loopback.isHostHeader(host)) {
      refuse(request, 421, "Misdirected request", "The Host must be a name of loopback.");
      return;
    }
    if (token.isPresent() && !isPublic(request) && !knows(token.get(), request)) {
      request.response().putHeader("WWW-Authenticate", "Bearer");
      refuse(request, 401, "Unauthorized", "Send the token: Authorization: Bearer …");
      return;
    }
    Buffer body = Buffer.buffer();
    request.handler(
        piece -> {
          if (body.length() + piece.length() <= MAX_BODY_BYTES) {
            body.appendBuffer(piece);
          } else if (!request.response().ended()) {
            String detail = "The body may have up to " + MAX_BODY_BYTES + " bytes.";
            refuse(request, 413, "Body too large", detail);
            request.connection().close();
          }
        });
    request.endHandler(
        nothing -> {
          if (!request.response().ended()) {
            send(request.response(), answer(request, body));
          }
        });
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

  private AdminReply answer(HttpServerRequest request, Buffer body) {
    try {
      return routes.answer(AdminCall.of(request, body));
    } catch (AdminException e) {
      return AdminReply.problem(e.problem());
    } catch (RuntimeException e) {
      LOGGER.log(System.Logger.Level.ERROR, "A request to the admin address failed", e);
      return AdminReply.problem(
          new AdminException(500, "Internal error", "The log says more.").problem());
    }
  }

  private static void refuse(HttpServerRequest request, int status, String title, String detail) {
    send(
        request.response(),
        AdminReply.problem(new AdminException(status, title, detail).problem()));
  }

  private static void send(HttpServerResponse response, AdminReply reply) {
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
   * @param dependencies the dependencies
   * @param health the health
   * @param metrics gives the metrics as text
   * @param time the time
   * @param token what requests must know; empty when the address is one of loopback alone
   */
  public record Parts(
      DependencyRegistry dependencies,
      Health health,
      Supplier<String> metrics,
      TimeSource time,
      Optional<Secret> token) {}
}
