// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.proxy;

import io.switchgear.circuitbreaker.Admission;
import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.circuitbreaker.CircuitRejection;
import io.switchgear.circuitbreaker.Permit;
import io.switchgear.gateway.dependency.Dependency;
import io.switchgear.gateway.dependency.DependencyRegistry;
import io.switchgear.gateway.route.BadTargetException;
import io.switchgear.gateway.route.RequestTarget;
import io.switchgear.ratelimit.Decision;
import io.switchgear.ratelimit.RateLimiter;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import org.jspecify.annotations.Nullable;

/**
 * Takes requests of clients. The policies are asked in this order: the circuit first, since a call
 * that has no chance should cost nothing and take no share of the rate limit; then the rate limit
 * of the key; last the bulkhead, because only there a call may wait, and while it waits it should
 * hold nothing that others need. A call that a later policy refuses gives the circuit's permit back
 * without a result: our own refusal is no failure of the dependency.
 */
final class DataPlane {
  private final Plane plane;
  private final DependencyRegistry dependencies;

  DataPlane(Plane plane, DependencyRegistry dependencies) {
    this.plane = plane;
    this.dependencies = dependencies;
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
    Dependency dependency = dependencies.find(target.dependency());
    if (dependency == null) {
      plane.answers().unknownDependency(request);
    } else {
      route(request, target, dependency);
    }
  }

  /** What makes it unclear where a request ends or whom it is for. */
  private static @Nullable String fault(HttpServerRequest request) {
    if (request.version() == HttpVersion.HTTP_1_1
        && request.headers().getAll(HttpHeaders.HOST).size() != 1) {
      return "The request must have one Host.";
    }
    String coding = request.getHeader(HttpHeaders.TRANSFER_ENCODING);
    boolean plain = coding == null || coding.equalsIgnoreCase(HttpHeaders.CHUNKED.toString());
    return plain ? null : "The only transfer coding that passes is 'chunked'.";
  }

  private void route(HttpServerRequest request, RequestTarget target, Dependency dependency) {
    String key = dependency.keyOf(target, request.headers());
    CircuitBreaker circuit = dependency.circuits().forKey(key);
    Admission admission = circuit.admit();
    if (admission instanceof CircuitRejection rejection) {
      plane.answers().rejected(request, dependency.name(), rejection);
      return;
    }
    Permit permit = (Permit) admission;
    if (!withinRate(request, dependency, key)) {
      permit.release();
      return;
    }
    new Exchange(
            plane,
            dependency,
            request,
            target.onto(dependency.endpoint().basePath()),
            new CallPermit(circuit, permit))
        .begin();
  }

  private boolean withinRate(HttpServerRequest request, Dependency dependency, String key) {
    RateLimiter limiter = dependency.limiterOf(key);
    if (limiter == null) {
      return true;
    }
    Decision decision = limiter.tryAcquire();
    if (!decision.allowed()) {
      dependency.meter().rateLimited();
      RateHeaders headers = new RateHeaders(decision, limiter.config().per());
      plane.answers().rateLimited(request, dependency.name(), key, headers);
    }
    return decision.allowed();
  }
}
