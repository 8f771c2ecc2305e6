// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which requests are meant, by their method, their path or both.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class RequestMatch {
  private final Set<String> methods;
  private final @Nullable PathPattern path;

  RequestMatch(Set<String> methods, Optional<PathPattern> path) {
    this.methods = methods;
    this.path = path.orElse(null);
  }

  /**
   * The methods that are meant.
   *
   * @return methods in capital letters; empty when all are meant; unmodifiable
   */
  public Set<String> methods() {
    return methods;
  }

  /**
   * The paths that are meant.
   *
   * @return the pattern; empty when all are meant
   */
  public Optional<PathPattern> path() {
    return Optional.ofNullable(path);
  }

  /**
   * Whether a request is meant.
   *
   * @param method its method, as it was sent; methods regard case
   * @param requestPath its path, as for {@link PathPattern#matches}
   * @return whether method and path match
   */
  public boolean matches(String method, String requestPath) {
    return (methods.isEmpty() || methods.contains(method))
        && (path == null || path.matches(requestPath));
  }

  @Override
  public String toString() {
    String anyOf = methods.isEmpty() ? "any method" : String.join(", ", methods);
    return path == null ? anyOf : anyOf + " " + path;
  }
}
