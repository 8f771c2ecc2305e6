// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.proxy;

import io.switchgear.config.FailoverTarget;
import io.switchgear.gateway.dependency.Dependency;
import io.switchgear.gateway.dependency.DependencyRegistry;
import io.switchgear.gateway.dependency.Operation;
import io.switchgear.gateway.loop.LoopTime;
import io.switchgear.gateway.route.RequestTarget;
import io.switchgear.pipeline.Failover;
import io.vertx.core.http.HttpMethod;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The ways to all dependencies, and from one to another. */
final class Lines {
  private final DependencyRegistry dependencies;
  private final Map<Operation, Line> lines = new HashMap<>();
  private final Map<String, Detours> detours = new HashMap<>();

  /**
   * The ways.
   *
   * @param dependencies the dependencies
   * @param time the time
   * @param before the ways in whose place these are: sessions stay where they are as long as the
   *     same dependencies answer; null at the start
   */
  Lines(DependencyRegistry dependencies, LoopTime time, @Nullable Lines before) {
    this.dependencies = dependencies;
    for (Dependency dependency : dependencies.all()) {
      for (Operation operation : dependency.operations()) {
        lines.put(operation, new Line(dependency, operation));
      }
      String name = dependency.name();
      Detours earlier = before == null ? null : before.detours.get(name);
      dependency
          .failover()
          .ifPresent(it -> detours.put(name, new Detours(name, it, time, earlier)));
    }
  }

  /** A dependency that a client named; null when there is none of that name. */
  @Nullable Dependency find(String name) {
    return dependencies.find(name);
  }

  Line line(Dependency dependency, HttpMethod method, RequestTarget target) {
    Operation operation = dependency.operation(method.name(), target.path());
    return Objects.requireNonNull(lines.get(operation));
  }

  /** Who answers in the place of a dependency; null when nobody does. */
  @Nullable Failover<Exchange, Answer> failover(Dependency dependency) {
    Detours there = detours.get(dependency.name());
    return there == null ? null : there.failover();
  }

  /** How requests of a dependency are changed for another that answers in its place. */
  FailoverTarget target(Dependency from, String to) {
    return Objects.requireNonNull(detours.get(from.name())).target(to);
  }
}
