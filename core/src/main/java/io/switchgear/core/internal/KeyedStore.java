// SPDX-License-Identifier: Apache-2.0
package io.switchgear.core.internal;

import io.switchgear.core.KeyLimits;
import io.switchgear.core.TimeSource;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A bounded map from keys to the state that a keyed policy holds for each.
 *
 * <p>Looking up a known key takes no lock and, once the entry is marked as used, writes nothing.
 * Eviction is the clock algorithm [1]: a hand goes round the entries, clears the mark of those that
 * were used since its last visit and removes the first that wasn't. The hand looks at a bounded
 * number of entries, so a flood of new keys can't make a lookup slow; when it finds nothing to
 * remove the caller gets the one overflow state that all such keys share.
 *
 * <p>A key whose {@code equals} or {@code hashCode} throws by now can't be forgotten: it keeps its
 * place, and whoever sweeps or needs a place passes it over.
 *
 * <p><b>Thread safety:</b> safe. The size exceeds the bound only through {@link #retain}.
 *
 * <pre>
 * [1] F. J. Corbató, A Paging Experiment with the Multics System, MIT Project MAC, 1968.
 * </pre>
 *
 * @param <K> the keys
 * @param <V> the state of one key
 */
public abstract class KeyedStore<K, V> {
  /** How many entries the hand looks at before it gives up. */
  private static final int HAND_STEPS = 64;

  private final TimeSource time;
  private final ConcurrentHashMap<K, V> entries = new ConcurrentHashMap<>();
  private final AtomicInteger reserved = new AtomicInteger();
  private final ReentrantLock handLock = new ReentrantLock();

  // Guarded by handLock.
  private Iterator<Map.Entry<K, V>> hand;

  private volatile KeyLimits limits;
  private volatile long lastSweepNanos;

  /**
   * An empty store.
   *
   * @param limits the bounds
   * @param time the clock that decides when an entry is idle
   */
  protected KeyedStore(KeyLimits limits, TimeSource time) {
    this.limits = limits;
    this.time = time;
    this.hand = entries.entrySet().iterator();
    this.lastSweepNanos = time.nanoTime();
  }

  /**
   * Changes the bounds. Above a smaller number, states stay until new keys or their idle time take
   * their places.
   *
   * @param bounds the new bounds
   */
  public final void limits(KeyLimits bounds) {
    limits = bounds;
  }

  /**
   * Makes the state of a new key; the result is dropped when another thread was quicker.
   *
   * @param key the key
   * @return its initial state
   */
  protected abstract V create(K key);

  /**
   * The state that all keys share which found no place. Made when it is first needed.
   *
   * @return always the same object
   */
  protected abstract V overflow();

  /**
   * Marks a state as used. Should write only when the mark isn't set.
   *
   * @param value the state
   */
  protected abstract void touch(V value);

  /**
   * Reads the mark and clears it.
   *
   * @param value the state
   * @return whether it was marked
   */
  protected abstract boolean clearTouch(V value);

  /**
   * Whether a state may be forgotten: a new one in its place would behave the same.
   *
   * @param value the state
   * @return true if nothing is lost with it
   */
  protected abstract boolean isForgettable(V value);

  /**
   * Called right before a forgettable state is removed: the last chance to keep it, and to make
   * sure that whoever still holds it doesn't use it any more. Removes it unless overridden.
   *
   * @param value the state
   * @return whether it may be removed
   */
  protected boolean retire(V value) {
    return true;
  }

  /**
   * Told of a state that was retired and couldn't be removed, since its key is broken: it goes on.
   *
   * @param value the state
   */
  protected void unretire(V value) {
    // Whoever overrides retire() knows what there is to do.
  }

  /**
   * Told of a state that was just added.
   *
   * @param value the state
   */
  protected abstract void remembered(V value);

  /**
   * Told of a state that was just removed.
   *
   * @param value the state
   */
  protected abstract void forgotten(V value);

  /**
   * The state of a key, made when the key is new.
   *
   * @param key the key
   * @return its state, or the shared overflow state when there is no room
   */
  public final V get(K key) {
    V known = entries.get(key);
    if (known != null) {
      touch(known);
      return known;
    }
    return insert(key);
  }

  /**
   * The state of a key if it is known; doesn't count as a use.
   *
   * @param key the key
   * @return its state, or null
   */
  public final @Nullable V peek(K key) {
    return entries.get(key);
  }

  /**
   * Visits all entries; those that come or go meanwhile may be missed.
   *
   * @param visitor gets each key and state
   */
  public final void forEach(BiConsumer<? super K, ? super V> visitor) {
    entries.forEach(visitor);
  }

  /**
   * How many keys are remembered.
   *
   * @return the number, at most the bound
   */
  public final int size() {
    return entries.size();
  }

  /** Forgets idle keys if a whole idle period has passed since this was last done. */
  public final void sweepIfDue() {
    long now = time.nanoTime();
    if (now - lastSweepNanos < limits.idleAfter().toNanos() || !handLock.tryLock()) {
      return;
    }
    try {
      lastSweepNanos = now;
      for (Map.Entry<K, V> entry : entries.entrySet()) {
        if (!clearTouch(entry.getValue())) {
          forgetLocked(entry);
        }
      }
    } finally {
      handLock.unlock();
    }
  }

  /**
   * Puts a state back that was forgotten while somebody still used it and that isn't in its initial
   * condition any more. Does nothing when the key has a state. May exceed the bound by the number
   * of such states.
   *
   * @param key the key
   * @param value its state
   */
  public final void retain(K key, V value) {
    if (entries.putIfAbsent(key, value) == null) {
      reserved.incrementAndGet();
      remembered(value);
    }
  }

  /**
   * Forgets a state because somebody wishes it, whether or not it is forgettable.
   *
   * @param key the key
   * @param value its state
   * @return whether the key had this state
   */
  public final boolean remove(K key, V value) {
    return entries.remove(key, value) && leave(value);
  }

  private V insert(K key) {
    sweepIfDue();
    while (reserved.incrementAndGet() > limits.maxKeys()) {
      reserved.decrementAndGet();
      if (!evictOne()) {
        V known = entries.get(key);
        return known == null ? overflow() : known;
      }
    }
    boolean added = false;
    try {
      V fresh = create(key);
      touch(fresh);
      V known = entries.putIfAbsent(key, fresh);
      added = known == null;
      if (known != null) {
        touch(known);
        return known;
      }
      remembered(fresh);
      return fresh;
    } finally {
      // Also when the key's equals throws.
      if (!added) {
        reserved.decrementAndGet();
      }
    }
  }

  private boolean evictOne() {
    handLock.lock();
    try {
      Map.@Nullable Entry<K, V> lastResort = null;
      for (int step = 0; step < HAND_STEPS; step++) {
        if (!hand.hasNext()) {
          hand = entries.entrySet().iterator();
          if (!hand.hasNext()) {
            return reserved.get() < limits.maxKeys();
          }
        }
        Map.Entry<K, V> entry = hand.next();
        if (clearTouch(entry.getValue())) {
          lastResort = isForgettable(entry.getValue()) ? entry : lastResort;
        } else if (forgetLocked(entry)) {
          return true;
        }
      }
      return lastResort != null && forgetLocked(lastResort);
    } finally {
      handLock.unlock();
    }
  }

  private boolean forgetLocked(Map.Entry<K, V> entry) {
    V value = entry.getValue();
    boolean retired = isForgettable(value) && retire(value);
    if (!retired || !removeRetired(entry.getKey(), value)) {
      return false;
    }
    if (isForgettable(value)) {
      return true;
    }
    // It changed between the look and the removal: an open circuit must not be lost.
    retain(entry.getKey(), value);
    return false;
  }

  private boolean removeRetired(K key, V value) {
    boolean removed;
    try {
      removed = entries.remove(key, value);
    } catch (RuntimeException | Error e) {
      // Its own callers are told so whenever they come; the others need their places.
      unretire(value);
      return false;
    }
    return removed && leave(value);
  }

  private boolean leave(V value) {
    reserved.decrementAndGet();
    forgotten(value);
    return true;
  }
}
