// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import io.switchgear.circuitbreaker.CircuitBreakerConfig;
import io.switchgear.pipeline.Records;
import org.jspecify.annotations.Nullable;

/**
 * The circuits of an operation.
 *
 * @param breaker their settings, under the name that they are known by
 * @param records whose results they learn
 * @param healthProbe how the dependency is asked for its health while one is open; null when it
 *     isn't
 */
public record CircuitPolicy(
    CircuitBreakerConfig breaker, Records records, @Nullable HealthProbeConfig healthProbe) {

  /** The same under another name. */
  CircuitPolicy name(String name) {
    return new CircuitPolicy(breaker.name(name), records, healthProbe);
  }
}
