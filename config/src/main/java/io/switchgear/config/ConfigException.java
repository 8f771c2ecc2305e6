// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A settings file that can't be used. Its message is one line for each error.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class ConfigException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ArrayList<ConfigError> errors;

  ConfigException(List<ConfigError> errors) {
    super(errors.stream().map(ConfigError::toString).collect(Collectors.joining("\n")));
    this.errors = new ArrayList<>(errors);
  }

  /**
   * All that is wrong, in the order of the file; after 100 errors the rest isn't listed.
   *
   * @return at least one error
   */
  public List<ConfigError> errors() {
    return Collections.unmodifiableList(errors);
  }
}
