// SPDX-License-Identifier: Apache-2.0
package io.switchgear.ratelimit;

import io.switchgear.core.KeyLimits;
import io.switchgear.core.TimeSource;
import io.switchgear.core.internal.KeyedStore;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One rate limiter for each key: a tenant, an API key, a client's address. Each key has the whole
 * limit for itself.
 *
 * <p>Take care where a key comes from: a client that can choose it freely, for example by a header
 * that nobody checks, gets a fresh limit with each new one.
 *
 * <p><b>Thread safety:</b> safe. <b>Blocking:</b> never; making a limiter for a new key takes a
 * short internal lock.
 *
 * @param <K> the keys
 */
public final class KeyedRateLimiter<K> {
  private final ReentrantLock changeLock = new ReentrantLock();
  private final RateLimiter overflow;
  private final Store store;

  /** Written under changeLock. */
  private volatile RateLimiterConfig config;

  KeyedRateLimiter(RateLimiterConfig config, KeyLimits limits) {
    this.config = config;
    this.overflow = new RateLimiter(config, SharedKey.ALL_FURTHER_KEYS, this);
    this.store = new Store(limits, config.time());
  }

  /**
   * The limiter of a key, made when the key is new. When there is no room for a new key, and none
   * that may be forgotten, all such keys share one limiter.
   *
   * @param key the key
   * @return its limiter; hold it for one call rather than for long, since an unused one is
   *     forgotten. Whoever still holds a forgotten one is served by the one in its place
   */
  public RateLimiter forKey(K key) {
    return store.get(Objects.requireNonNull(key, "key"));
  }

  /**
   * The limiter of a key if the key is known; asking isn't a use of it.
   *
   * @param key the key
   * @return its limiter, if it has one
   */
  public Optional<RateLimiter> find(K key) {
    return Optional.ofNullable(store.peek(Objects.requireNonNull(key, "key")));
  }

  /**
   * The name of the family.
   *
   * @return the name
   */
  public String name() {
    return config.name();
  }

  /**
   * The settings that all limiters of the family have.
   *
   * @return the settings as they are now
   */
  public RateLimiterConfig config() {
    return config;
  }

  /**
   * Changes the numbers of all keys while calls go on, as {@link RateLimiter#reconfigure} does for
   * one limiter. Visits each key that has a limiter.
   *
   * @param settings the numbers and the same algorithm; their name and time source don't matter
   * @throws IllegalArgumentException when the algorithm is another one
   */
  public void reconfigure(RateLimiterConfig settings) {
    changeLock.lock();
    try {
      RateLimiterConfig next = config.withNumbersOf(settings);
      if (next == config) {
        return;
      }
      config = next;
      overflow.change(next);
      store.forEach(this::catchUp);
    } finally {
      changeLock.unlock();
    }
  }

  /**
   * Changes how many keys are remembered, and for how long. Above a smaller number, keys stay until
   * they are idle or new ones take their places.
   *
   * @param limits the new limits
   */
  public void limitKeys(KeyLimits limits) {
    store.limits(Objects.requireNonNull(limits, "limits"));
  }

  /**
   * How many keys have a limiter.
   *
   * @return the number
   */
  public int size() {
    return store.size();
  }

  /** Forgets idle keys if it is time. New keys do the same as they come. */
  public void tick() {
    store.sweepIfDue();
  }

  /**
   * Brings the limiter of a key to the settings in force. One that is retired can't be changed; it
   * leaves the store in the next moment, or it goes on after all.
   */
  private void catchUp(K key, RateLimiter limiter) {
    try {
      catchUpWhileKnown(key, limiter);
    } catch (RuntimeException | Error e) {
      // The key can't be looked up any more, which must not keep the change from the others.
      limiter.change(config);
    }
  }

  private void catchUpWhileKnown(K key, RateLimiter limiter) {
    RateLimiterConfig current = config;
    while (limiter.config() != current && store.peek(key) == limiter) {
      limiter.change(current);
      Thread.onSpinWait();
      current = config;
    }
  }

  RateLimiter successor(RateLimiter retired) {
    return retired == overflow ? overflow : forKey(keyOf(retired));
  }

  @SuppressWarnings({"unchecked", "NullAway"}) // It came in through create(K).
  private K keyOf(RateLimiter limiter) {
    return (K) limiter.rawKey();
  }

  /** The key of the limiter that all keys share for which there is no room. */
  private enum SharedKey {
    ALL_FURTHER_KEYS;

    @Override
    public String toString() {
      return "(all further keys)";
    }
  }

  private final class Store extends KeyedStore<K, RateLimiter> {
    Store(KeyLimits limits, TimeSource time) {
      super(limits, time);
    }

    @Override
    protected RateLimiter create(K key) {
      return new RateLimiter(config, key, KeyedRateLimiter.this);
    }

    @Override
    protected RateLimiter overflow() {
      return overflow;
    }

    @Override
    protected void touch(RateLimiter limiter) {
      limiter.touch();
    }

    @Override
    protected boolean clearTouch(RateLimiter limiter) {
      return limiter.clearTouch();
    }

    @Override
    protected boolean isForgettable(RateLimiter limiter) {
      return limiter.isForgettable();
    }

    @Override
    protected boolean retire(RateLimiter limiter) {
      return limiter.retire();
    }

    @Override
    protected void unretire(RateLimiter limiter) {
      limiter.revive();
    }

    @Override
    protected void remembered(RateLimiter limiter) {
      // A change that visited all keys while this one was made may have missed it.
      catchUp(keyOf(limiter), limiter);
    }

    @Override
    protected void forgotten(RateLimiter limiter) {
      // It is retired, which is all there is to do.
    }
  }
}
