// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.stub;

import java.time.Duration;

/**
 * A behavior for a while. The last phase of a schedule stays, whatever its duration.
 *
 * <p><b>Thread safety:</b> immutable.
 *
 * @param duration how long the phase lasts before the next one begins, 1 ms to 1 day
 * @param behavior what the upstream does meanwhile
 */
public record StubPhase(Duration duration, StubBehavior behavior) {
  private static final Duration LEAST = Duration.ofMillis(1);

  /**
   * Checks the duration.
   *
   * @throws IllegalArgumentException when out of range
   */
  public StubPhase {
    Checks.duration("for", duration, LEAST);
  }

  /**
   * A phase that stays when it is the last one, and lasts a day otherwise.
   *
   * @param behavior what the upstream does
   * @return the phase
   */
  public static StubPhase last(StubBehavior behavior) {
    return new StubPhase(Checks.MAX_DURATION, behavior);
  }

  static boolean isInRange(Duration duration) {
    return duration.compareTo(LEAST) >= 0 && duration.compareTo(Checks.MAX_DURATION) <= 0;
  }
}
