// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config.policies;

import io.switchgear.core.RandomSource;
import io.switchgear.core.TimeSource;
import java.util.Objects;

/**
 * What policies take from outside.
 *
 * @param time their time
 * @param random their chance, from which jitter comes
 */
public record PolicyContext(TimeSource time, RandomSource random) {

  /**
   * Checks that both are there.
   *
   * @param time their time
   * @param random their chance
   */
  public PolicyContext {
    Objects.requireNonNull(time, "time");
    Objects.requireNonNull(random, "random");
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
}
