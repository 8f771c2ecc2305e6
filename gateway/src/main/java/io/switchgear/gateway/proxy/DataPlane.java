// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.proxy;

import io.switchgear.gateway.dependency.Dependency;
import io.switchgear.gateway.dependency.DependencyRegistry;
import io.switchgear.gateway.route.BadTargetException;
import io.switchgear.gateway.route.RequestTarget;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import org.jspecify.annotations.Nullable;

/** Takes requests of clients: finds out whom each is for and begins its exchange. */
final class DataPlane {
  private final Plane plane;
  private Lines lines;

  DataPlane(Plane plane, DependencyRegistry dependencies) {
    this.plane = plane;
    this.lines = new Lines(dependencies, plane.time(), null);
  }

  /** Has new calls go to these dependencies; those under way end as they began. */
  void use(DependencyRegistry dependencies) {
    lines = new Lines(dependencies, plane.time(), lines);
  }

  void handle(HttpServerRequest request) {
    String fault = fault(request);
    if (fault != null) {
      plane.answers().badRequest(request, 400, fault);
      return;
    }
    RequestTarget target;
    try {
      target = RequestTarget.parse(request.uri());
    } catch (BadTargetException e) {
      plane.answers().badRequest(request, 400, e.reason());
      return;
    }
    Dependency dependency = lines.find(target.dependency());
    if (dependency == null) {
      plane.answers().unknownDependency(request);
      return;
    }
    new Exchange(plane, lines, dependency, request, target).begin();
  }

  /** What makes it unclear where a request ends or whom it is for. */
  private static @Nullable String fault(HttpServerRequest request) {
    if (request.uri() == null) {
      return "The request must have a path.";
    }
    if (request.version() == HttpVersion.HTTP_1_1
        && request.headers().getAll(HttpHeaders.HOST).size() != 1) {
      return "The request must have one Host.";
    }
    String coding = request.getHeader(HttpHeaders.TRANSFER_ENCODING);
    boolean plain = coding == null || coding.equalsIgnoreCase(HttpHeaders.CHUNKED.toString());
    return plain ? null : "The only transfer coding that passes is 'chunked'.";
  }
}
