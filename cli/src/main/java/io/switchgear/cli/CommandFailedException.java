// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli;

import io.switchgear.config.ConfigError;
import io.switchgear.config.ConfigException;
import java.util.List;

/** A command can't do what it was asked for, and its user can change that. */
final class CommandFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<String> lines;

  /** A failure that is explained by one line for each thing that is wrong. */
  CommandFailedException(List<String> lines) {
    super(String.join("\n", lines));
    this.lines = List.copyOf(lines);
  }

  CommandFailedException(String line) {
    this(List.of(line));
  }

  /** A failure that is explained by what is wrong with a settings file. */
  static CommandFailedException of(ConfigException e) {
    return new CommandFailedException(e.errors().stream().map(ConfigError::toString).toList());
  }

  List<String> lines() {
    return lines;
  }
}
