// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.proxy;

import io.switchgear.config.FailoverTarget;
import io.switchgear.config.RequestFailoverConfig;
import io.switchgear.core.TimeSource;
import io.switchgear.pipeline.Failover;
import io.switchgear.pipeline.FailoverConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Who answers in the place of one dependency, and how requests are changed for it. */
final class Detours {
  private final Map<String, FailoverTarget> targets = new HashMap<>();
  private final Shape shape;
  private final Failover<Exchange, Answer> failover;

  /**
   * The detours of a dependency.
   *
   * @param from the dependency's name
   * @param settings who answers
   * @param time the time
   * @param before the detours in whose place these are; null at the start
   */
  Detours(String from, RequestFailoverConfig settings, TimeSource time, @Nullable Detours before) {
    settings.targets().forEach(target -> targets.put(target.dependency(), target));
    this.shape = Shape.of(from, settings);
    this.failover =
        before != null && before.shape.equals(shape) ? before.failover : shape.failover(time);
  }

  Failover<Exchange, Answer> failover() {
    return failover;
  }

  FailoverTarget target(String name) {
    return Objects.requireNonNull(targets.get(name));
  }

  /**
   * What a failover is made of. Exchanges find the rest under the settings that they began with, so
   * that a failover of the same shape goes on, with its sessions, when the settings change.
   *
   * @param names the dependency and those who answer in its place
   * @param hasAffinity whether sessions stay with who answered them
   * @param failBackAfter when they go back
   * @param deadline how long a request may take over all targets
   */
  private record Shape(
      List<String> names,
      boolean hasAffinity,
      Optional<Duration> failBackAfter,
      Optional<Duration> deadline) {

    static Shape of(String from, RequestFailoverConfig settings) {
      List<String> names = new ArrayList<>();
      names.add(from);
      settings.targets().forEach(target -> names.add(target.dependency()));
      return new Shape(
          List.copyOf(names),
          settings.affinity().isPresent(),
          settings.failBackAfter(),
          settings.deadline());
    }

    Failover<Exchange, Answer> failover(TimeSource time) {
      FailoverConfig<Exchange, Answer> failover =
          Failover.<Exchange, Answer>named(names.get(0)).time(time);
      for (String name : names) {
        failover =
            failover.targetAsync(
                name,
                exchange -> exchange.at(name).policies(),
                (options, exchange) -> exchange.attempt(exchange.at(name), options));
      }
      if (hasAffinity) {
        failover = failover.affinity(Exchange::session);
        if (failBackAfter.isPresent()) {
          failover = failover.failBackAfter(failBackAfter.get());
        }
      }
      return deadline.map(failover::deadline).orElse(failover).build();
    }
  }
}
