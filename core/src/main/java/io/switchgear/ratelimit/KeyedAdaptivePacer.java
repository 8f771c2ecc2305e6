// SPDX-License-Identifier: Apache-2.0
package io.switchgear.ratelimit;

import io.switchgear.core.KeyLimits;
import java.util.Objects;

/**
 * One adaptive pacer for each key, for providers that limit each API key or tenant for itself.
 *
 * <p><b>Thread safety:</b> safe. <b>Blocking:</b> never; making a pacer for a new key takes a short
 * internal lock.
 *
 * @param <K> the keys
 */
public final class KeyedAdaptivePacer<K> {
  private final KeyedRateLimiter<K> limiters;

  KeyedAdaptivePacer(KeyedRateLimiter<K> limiters) {
    this.limiters = limiters;
  }

  /**
   * The pacer of a key, made when the key is new. When there is no room for a new key, and none
   * that may be forgotten, all such keys share one pacer.
   *
   * @param key the key
   * @return its pacer; hold it for one call rather than for long
   */
  public AdaptivePacer forKey(K key) {
    return new AdaptivePacer(limiters.forKey(key));
  }

  /**
   * The name of the family.
   *
   * @return the name
   */
  public String name() {
    return limiters.name();
  }

  /**
   * Changes the numbers of all keys while calls go on. What was learned stays, between the new
   * bounds.
   *
   * @param settings the numbers; their name and time source don't matter
   */
  public void reconfigure(AdaptivePacerConfig settings) {
    Objects.requireNonNull(settings, "settings");
    limiters.reconfigure(settings.limiter());
  }

  /**
   * Changes how many keys are remembered, and for how long. Above a smaller number, keys stay until
   * they are idle or new ones take their places.
   *
   * @param limits the new limits
   */
  public void limitKeys(KeyLimits limits) {
    limiters.limitKeys(limits);
  }

  /**
   * How many keys have a pacer.
   *
   * @return the number
   */
  public int size() {
    return limiters.size();
  }

  /** Forgets idle keys if it is time. New keys do the same as they come. */
  public void tick() {
    limiters.tick();
  }
}
