// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.dependency;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
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
   * All dependencies.
   *
   * @return them in the order of the settings
   */
  public Collection<Dependency> all() {
    return Collections.unmodifiableCollection(byName.values());
  }
}
