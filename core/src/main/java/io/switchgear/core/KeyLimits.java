// SPDX-License-Identifier: Apache-2.0
package io.switchgear.core;

import io.switchgear.core.internal.Arguments;
import java.time.Duration;

/**
 * How many keys a keyed policy remembers, and for how long.
 *
 * <p>A key that nobody used for {@link #idleAfter} and whose state is the initial one is forgotten
 * (between one and two such periods after its last use). At the bound, a key that wasn't used
 * lately makes room for a new one; a circuit that is open, half-open or forced is never forgotten.
 * When no key can be forgotten, all further new keys share one state together, so nothing runs
 * unprotected.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class KeyLimits {
  private final int maxKeys;
  private final Duration idleAfter;

  private KeyLimits(int maxKeys, Duration idleAfter) {
    this.maxKeys = maxKeys;
    this.idleAfter = idleAfter;
  }

  /**
   * A bound on the number of keys, with idle keys forgotten after 10 minutes.
   *
   * @param maxKeys how many keys are remembered at most, 1 to 10,000,000
   * @return the limits
   * @throws IllegalArgumentException when out of range
   */
  public static KeyLimits maxKeys(int maxKeys) {
    Arguments.inRange("maxKeys", maxKeys, 1, 10_000_000);
    return new KeyLimits(maxKeys, Duration.ofMinutes(10));
  }

  /**
   * The same bound with another idle time.
   *
   * @param idleAfter how long an unused key is kept, 1 ms or more
   * @return the limits
   * @throws IllegalArgumentException when out of range
   */
  public KeyLimits idleAfter(Duration idleAfter) {
    return new KeyLimits(maxKeys, Arguments.positive("idleAfter", idleAfter));
  }

  /**
   * How many keys are remembered at most.
   *
   * @return the bound; 100,000 unless set otherwise by the keyed policy
   */
  public int maxKeys() {
    return maxKeys;
  }

  /**
   * How long an unused key is kept.
   *
   * @return the time; default 10 minutes
   */
  public Duration idleAfter() {
    return idleAfter;
  }

  @Override
  public String toString() {
    return "maxKeys=" + maxKeys + ", idleAfter=" + idleAfter;
  }
}
