// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.dependency;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The dependencies by name; nothing else can be reached through the gateway.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class DependencyRegistry {
  private final Map<String, Dependency> byName = new LinkedHashMap<>();

  /**
   * A registry.
   *
   * @param dependencies the dependencies, each with a name of its own
   */
  public DependencyRegistry(Collection<Dependency> dependencies) {
    dependencies.forEach(dependency -> byName.put(dependency.name(), dependency));
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
