// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config.policies;

import io.switchgear.core.RandomSource;
import io.switchgear.core.TimeSource;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What policies take from outside.
 *
 * @param time their time
 * @param random their chance, from which jitter comes
 * @param healthProbes makes the health probes of circuits; null for none, whatever the settings say
 */
public record PolicyContext(
    TimeSource time, RandomSource random, @Nullable HealthProbes healthProbes) {

  /**
   * Checks that time and chance are there.
   *
   * @param time their time
   * @param random their chance
   * @param healthProbes makes the health probes; null for none
   */
  public PolicyContext {
    Objects.requireNonNull(time, "time");
    Objects.requireNonNull(random, "random");
  }

  /**
   * Policies without health probes.
   *
   * @param time their time
   * @param random their chance
   */
  public PolicyContext(TimeSource time, RandomSource random) {
    this(time, random, null);
  }

  /**
   * Policies whose jitter can't be foreseen.
   *
   * @param time their time
   * @return the context
   */
  public static PolicyContext of(TimeSource time) {
    return new PolicyContext(time, RandomSource.system());
  }

  /**
   * The same with health probes.
   *
   * @param probes makes them
   * @return a copy of the context
   */
  public PolicyContext healthProbes(HealthProbes probes) {
    return new PolicyContext(time, random, Objects.requireNonNull(probes, "probes"));
  }
}
