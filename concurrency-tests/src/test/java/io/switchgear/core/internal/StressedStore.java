// SPDX-License-Identifier: Apache-2.0
package io.switchgear.core.internal;

import io.switchgear.concurrency.StillTime;
import io.switchgear.core.KeyLimits;
import java.util.concurrent.atomic.AtomicInteger;

/** A store whose states are open, and so worth keeping, or not. */
final class StressedStore extends KeyedStore<String, StressedStore.Entry> {
  private final Entry overflow = new Entry();
  private final AtomicInteger remembered = new AtomicInteger();

  StressedStore(int maxKeys) {
    super(KeyLimits.maxKeys(maxKeys), new StillTime());
  }

  /** The new state of a key that counts as not used lately. */
  Entry idle(String key) {
    Entry entry = get(key);
    clearTouch(entry);
    return entry;
  }

  /** Makes a state worth keeping, as a circuit does that trips. */
  void open(String key, Entry entry) {
    entry.open = true;
    retain(key, entry);
  }

  /** Whether as many states were added and not removed as there are. */
  boolean isCounted() {
    return remembered.get() == size();
  }

  @Override
  protected Entry create(String key) {
    return new Entry();
  }

  @Override
  protected Entry overflow() {
    return overflow;
  }

  @Override
  protected void touch(Entry entry) {
    entry.touched = true;
  }

  @Override
  protected boolean clearTouch(Entry entry) {
    boolean was = entry.touched;
    entry.touched = false;
    return was;
  }

  @Override
  protected boolean isForgettable(Entry entry) {
    return !entry.open;
  }

  @Override
  protected void remembered(Entry entry) {
    remembered.incrementAndGet();
  }

  @Override
  protected void forgotten(Entry entry) {
    remembered.decrementAndGet();
  }

  /** The state of one key. */
  static final class Entry {
    private volatile boolean open;
    private boolean touched;
  }
}
