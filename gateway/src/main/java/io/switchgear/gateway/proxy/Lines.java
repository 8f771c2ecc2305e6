// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.proxy;

import io.switchgear.config.FailoverTarget;
import io.switchgear.config.RequestFailoverConfig;
import io.switchgear.gateway.dependency.Dependency;
import io.switchgear.gateway.dependency.DependencyRegistry;
import io.switchgear.gateway.dependency.Operation;
import io.switchgear.gateway.loop.LoopTime;
import io.switchgear.gateway.route.RequestTarget;
import io.switchgear.pipeline.Failover;
import io.switchgear.pipeline.FailoverConfig;
import io.vertx.core.http.HttpMethod;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The ways to all dependencies, and from one to another. */
final class Lines {
  private final Map<Operation, Line> lines = new HashMap<>();
  private final Map<String, Failover<Exchange, Answer>> failovers = new HashMap<>();

  Lines(DependencyRegistry dependencies, LoopTime time) {
    for (Dependency dependency : dependencies.all()) {
      for (Operation operation : dependency.operations()) {
        lines.put(operation, new Line(dependency, operation, time));
      }
      dependency
          .failover()
          .ifPresent(
              settings ->
                  failovers.put(
                      dependency.name(), failover(dependency, settings, dependencies, time)));
    }
  }

  private static Failover<Exchange, Answer> failover(
      Dependency from,
      RequestFailoverConfig settings,
      DependencyRegistry dependencies,
      LoopTime time) {
    FailoverConfig<Exchange, Answer> failover =
        Failover.<Exchange, Answer>named(from.name())
            .time(time)
            .targetAsync(
                from.name(),
                exchange -> exchange.primary().policies(),
                (options, exchange) -> exchange.attempt(exchange.primary(), options));
    for (FailoverTarget target : settings.targets()) {
      Dependency to = Objects.requireNonNull(dependencies.find(target.dependency()));
      Detour detour = new Detour(to, target);
      failover =
          failover.targetAsync(
              to.name(),
              exchange -> exchange.at(detour).policies(),
              (options, exchange) -> exchange.attempt(exchange.at(detour), options));
    }
    if (settings.affinity().isPresent()) {
      failover = failover.affinity(exchange -> exchange.session(from));
      if (settings.failBackAfter().isPresent()) {
        failover = failover.failBackAfter(settings.failBackAfter().get());
      }
    }
    return settings.deadline().map(failover::deadline).orElse(failover).build();
  }

  Line line(Dependency dependency, HttpMethod method, RequestTarget target) {
    Operation operation = dependency.operation(method.name(), target.path());
    return Objects.requireNonNull(lines.get(operation));
  }

  /** Who answers in the place of a dependency; null when nobody does. */
  @Nullable Failover<Exchange, Answer> failover(Dependency dependency) {
    return failovers.get(dependency.name());
  }

  /**
   * A dependency that may answer in another one's place.
   *
   * @param dependency who answers
   * @param target how requests are changed for it
   */
  record Detour(Dependency dependency, FailoverTarget target) {}
}
