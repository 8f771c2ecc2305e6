// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.dependency;

import io.switchgear.config.DependencyConfig;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The dependencies by name; nothing else can be reached through the gateway.
 *
 * <p><b>Thread safety:</b> it doesn't change once it is made; its dependencies say what they are.
 */
public final class DependencyRegistry {
  private final Map<String, Dependency> byName = new LinkedHashMap<>();

  private DependencyRegistry() {}

  /**
   * The dependencies of a gateway that starts.
   *
   * @param settings their settings
   * @param shared what they share
   * @return the dependencies
   */
  public static DependencyRegistry of(Collection<DependencyConfig> settings, Shared shared) {
    return new DependencyRegistry().next(settings, shared);
  }

  /**
   * The dependencies under new settings. What has the same name goes on: circuits, limits, places,
   * connections, numbers. To be called on the event loop of the data plane; what is left over by
   * these dependencies is let go of with {@link #retire}.
   *
   * @param settings the new settings
   * @param shared what the dependencies share
   * @return the dependencies with these settings
   */
  public DependencyRegistry next(Collection<DependencyConfig> settings, Shared shared) {
    DependencyRegistry next = new DependencyRegistry();
    for (DependencyConfig dependency : settings) {
      String name = dependency.name();
      next.byName.put(name, new Dependency(dependency, shared, byName.get(name)));
    }
    return next;
  }

  /**
   * Lets go of the connections that no dependency needs any more; calls under way keep theirs. To
   * be called on the event loop of the data plane.
   *
   * @param next the dependencies in the place of these
   */
  public void retire(DependencyRegistry next) {
    for (Dependency dependency : byName.values()) {
      Dependency successor = next.find(dependency.name());
      if (successor == null || successor.pool() != dependency.pool()) {
        dependency.pool().retire();
      }
    }
  }

  /**
   * A dependency.
   *
   * @param name its exact name
   * @return the dependency; null when there is none of that name
   */
  public @Nullable Dependency find(String name) {
    return byName.get(name);
  }

  /**
   * The operation that some circuits belong to.
   *
   * @param circuit the name of the circuits
   * @return the operation; null when there are none of that name
   */
  public @Nullable Operation operation(String circuit) {
    return operations().stream()
        .filter(operation -> operation.name().equals(circuit))
        .findFirst()
        .orElse(null);
  }

  /**
   * The operations of all dependencies.
   *
   * @return them in the order of the settings
   */
  public List<Operation> operations() {
    return byName.values().stream().flatMap(it -> it.operations().stream()).toList();
  }

  /**
   * All dependencies.
   *
   * @return them in the order of the settings
   */
  public Collection<Dependency> all() {
    return Collections.unmodifiableCollection(byName.values());
  }
}
