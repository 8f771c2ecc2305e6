// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.replay;

import io.switchgear.circuitbreaker.CircuitBreakerConfig;
import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * Settings that differ from those of the file.
 *
 * @param name what differs, as the settings file writes it
 * @param change makes the difference
 */
public record Variant(String name, UnaryOperator<CircuitBreakerConfig> change) {
  /** The settings of the file as they are. */
  public static final Variant AS_CONFIGURED = new Variant("as configured", config -> config);

  /** Checks the parts. */
  public Variant {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(change, "change");
  }
}
