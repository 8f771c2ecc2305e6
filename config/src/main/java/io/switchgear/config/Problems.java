// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.Node;

/**
 * Collects what is wrong with a file, so that one run shows it all. The same error, met again by
 * way of an alias, is noted once.
 */
final class Problems {
  private static final int MAX_ERRORS = 100;

  private final String file;
  private final Set<ConfigError> errors = new LinkedHashSet<>();
  private boolean more;

  Problems(String file) {
    this.file = file;
  }

  void add(Node place, String message) {
    add(place.getStartMark(), message);
  }

  void add(Optional<Mark> place, String message) {
    int line = place.map(mark -> mark.getLine() + 1).orElse(0);
    int column = place.map(mark -> mark.getColumn() + 1).orElse(0);
    add(new ConfigError(file, line, column, message));
  }

  private void add(ConfigError error) {
    if (errors.size() < MAX_ERRORS) {
      errors.add(error);
    } else if (!errors.contains(error)) {
      more = true;
    }
  }

  /** An error that makes it pointless to read on. */
  ConfigException fatal(int line, int column, String message) {
    add(new ConfigError(file, line, column, message));
    return exception();
  }

  ConfigException fatal(Optional<Mark> place, String message) {
    add(place, message);
    return exception();
  }

  boolean isEmpty() {
    return errors.isEmpty();
  }

  void throwIfAny() {
    if (!errors.isEmpty()) {
      throw exception();
    }
  }

  private ConfigException exception() {
    List<ConfigError> sorted = new ArrayList<>(errors);
    sorted.sort(Comparator.comparingInt(ConfigError::line).thenComparingInt(ConfigError::column));
    if (more) {
      sorted.add(new ConfigError(file, 0, 0, "there are more errors than these " + MAX_ERRORS));
    }
    return new ConfigException(sorted);
  }
}
