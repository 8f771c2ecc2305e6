// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.replay;

import io.switchgear.config.DependencyConfig;
import io.switchgear.config.KeySource;
import io.switchgear.config.OperationConfig;
import io.switchgear.lab.log.LoggedCall.Request;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds the circuit of a call: a target is a dependency of its own, with the settings of one. */
final class Assignment {
  /** All further targets share one circuit. */
  static final int MAX_TARGETS = 10_000;

  private static final String FURTHER_TARGETS = "(all further targets)";
  private static final int LONGEST_NAME = 120;

  private final List<DependencyConfig> dependencies;
  private final Map<String, Optional<Target>> targets = new HashMap<>();

  Assignment(Collection<DependencyConfig> dependencies) {
    this.dependencies = List.copyOf(dependencies);
  }

  /** The circuit of a call; empty when its target is none of several dependencies. */
  Optional<Place> place(Request request) {
    return target(request.target()).map(target -> place(target, request));
  }

  /** How many targets there are. */
  int targets() {
    return (int) targets.values().stream().filter(Optional::isPresent).count();
  }

  private Optional<Target> target(String name) {
    Optional<Target> known = targets.get(name);
    if (known != null) {
      return known;
    }
    String counted = targets.size() < MAX_TARGETS ? name : FURTHER_TARGETS;
    return targets.computeIfAbsent(counted, this::newTarget);
  }

  private Optional<Target> newTarget(String name) {
    DependencyConfig dependency =
        dependencies.size() == 1 ? dependencies.get(0) : dependencyOf(name);
    return dependency == null
        ? Optional.empty()
        : Optional.of(new Target(nameOf(name, dependency), dependency));
  }

  /** The dependency that is called so, or whose address has this host. */
  private @Nullable DependencyConfig dependencyOf(String target) {
    String host = target.toLowerCase(Locale.ROOT).replaceFirst(":\\d+$", "");
    for (DependencyConfig dependency : dependencies) {
      if (dependency.name().equals(target) || host.equals(dependency.url().getHost())) {
        return dependency;
      }
    }
    return null;
  }

  /** What a circuit may be called: a line, not too long. */
  private static String nameOf(String target, DependencyConfig dependency) {
    String line = target.replaceAll("[\\p{Cntrl}\\p{Zl}\\p{Zp}\\p{Cs}]+", " ").strip();
    if (line.isEmpty()) {
      return dependency.name();
    }
    return line.length() <= LONGEST_NAME
        ? line
        : line.substring(0, LONGEST_NAME).strip() + "… " + KeyLabel.of(line);
  }

  private static Place place(Target target, Request request) {
    DependencyConfig dependency = target.dependency();
    int operation = operation(dependency, request);
    Optional<String> operationName =
        operation < 0
            ? Optional.empty()
            : Optional.of(dependency.operations().get(operation).name());
    String key = dependency.key().map(source -> KeyLabel.of(key(source, request))).orElse("");
    String name = Place.name(target.name(), operationName);
    return new Place(dependency, operation, new CircuitId(name, key));
  }

  private static int operation(DependencyConfig dependency, Request request) {
    List<OperationConfig> operations = dependency.operations();
    if (operations.isEmpty()) {
      return -1;
    }
    String path = request.path().replaceFirst("[?#].*", "");
    for (int i = 0; i < operations.size(); i++) {
      if (operations.get(i).match().matches(request.method(), path)) {
        return i;
      }
    }
    return -1;
  }

  /** What the log has as the key, and else what of it stands in the path. */
  private static String key(KeySource source, Request request) {
    if (!request.key().isEmpty()) {
      return request.key();
    }
    if (source instanceof KeySource.Query query) {
      return parameter(request.path(), query.name());
    }
    if (source instanceof KeySource.PathSegment segment) {
      String[] segments = request.path().replaceFirst("[?#].*", "").split("/", -1);
      return segment.number() < segments.length ? segments[segment.number()] : "";
    }
    return "";
  }

  private static String parameter(String path, String name) {
    int question = path.indexOf('?');
    String query = question < 0 ? "" : path.substring(question + 1);
    for (String parameter : query.split("&", -1)) {
      if (parameter.startsWith(name + "=")) {
        return parameter.substring(name.length() + 1);
      }
    }
    return "";
  }

  /**
   * A system that was called.
   *
   * @param name what its circuits are called
   * @param dependency whose settings they have
   */
  private record Target(String name, DependencyConfig dependency) {}
}
