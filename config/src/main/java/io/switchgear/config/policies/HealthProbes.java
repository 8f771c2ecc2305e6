// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config.policies;

import io.switchgear.circuitbreaker.HealthProbe;
import io.switchgear.config.DependencyConfig;
import io.switchgear.config.HealthProbeConfig;

/** Makes what asks dependencies for their health while circuits are open. */
@FunctionalInterface
public interface HealthProbes {
  /**
   * Makes it for an operation.
   *
   * @param probe how it asks
   * @param dependency whom it asks
   * @return what asks, for all circuits of the operation
   */
  HealthProbe probe(HealthProbeConfig probe, DependencyConfig dependency);
}
