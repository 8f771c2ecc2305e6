// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cache;

import io.switchgear.core.KeyLimits;
import io.switchgear.core.TimeSource;
import io.switchgear.core.internal.KeyedStore;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** The answers. All may be forgotten at any time, so there is room for a new one. */
final class AnswerStore<K, V extends @Nullable Object> extends KeyedStore<K, Slot<V>> {
  private final Slot<V> nowhere = new Slot<>();
  private final LongAdder evictions = new LongAdder();

  AnswerStore(KeyLimits limits, TimeSource time) {
    super(limits, time);
  }

  /** Stores an answer unless it has been overtaken, and looks round for expired ones. */
  void store(K key, Answer<V> answer) {
    sweepIfDue();
    Slot<V> slot = get(key);
    if (slot != nowhere) {
      slot.store(answer);
    }
  }

  void withdraw(K key) {
    Slot<V> slot = peek(key);
    if (slot != null) {
      slot.clear();
      remove(key, slot);
    }
  }

  long evictions() {
    return evictions.sum();
  }

  @Override
  protected Slot<V> create(K key) {
    return new Slot<>();
  }

  /** What finds no room isn't kept; that happens only in the rush of others who make room. */
  @Override
  protected Slot<V> overflow() {
    return nowhere;
  }

  @Override
  protected void touch(Slot<V> slot) {
    slot.touch();
  }

  @Override
  protected boolean clearTouch(Slot<V> slot) {
    return slot.clearTouch();
  }

  @Override
  protected boolean isForgettable(Slot<V> slot) {
    return true;
  }

  @Override
  protected void remembered(Slot<V> slot) {
    // There is nothing to be done for a new answer.
  }

  /** One that was withdrawn has been cleared before. */
  @Override
  protected void forgotten(Slot<V> slot) {
    if (slot.answer() != null) {
      evictions.increment();
    }
  }
}
