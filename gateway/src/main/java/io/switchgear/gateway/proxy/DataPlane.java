// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.proxy;

import io.switchgear.gateway.dependency.Dependency;
import io.switchgear.gateway.dependency.DependencyRegistry;
import io.switchgear.gateway.route.BadTargetException;
import io.switchgear.gateway.route.RequestTarget;
import io.vertx.core.http.HttpServerRequest;

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
    Fault fault = Fault.of(request);
    if (fault != null) {
      plane.answers().malformed(request, fault);
      return;
    }
    RequestTarget target;
    try {
      target = RequestTarget.parse(request.uri());
    } catch (BadTargetException e) {
      plane.answers().badTarget(request, e.reason());
      return;
    }
    Dependency dependency = lines.find(target.dependency());
    if (dependency == null) {
      plane.answers().unknownDependency(request);
      return;
    }
    new Exchange(plane, lines, dependency, request, target).begin();
  }
}
