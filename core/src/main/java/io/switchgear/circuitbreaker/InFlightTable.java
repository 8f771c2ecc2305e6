// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The starts of calls that run, at most 1,024 of them, in chunks that are made as they are needed.
 *
 * <p><b>Thread safety:</b> safe and lock-free. A look at all starts sees each call that runs during
 * the whole of it.
 */
final class InFlightTable {
  private static final int CHUNK = 32;
  private static final int CHUNKS = 32;
  private static final int SLOTS = CHUNK * CHUNKS;

  /** A start is kept as itself plus one, so that zero is a free slot. */
  private static final long FREE = 0;

  private final AtomicReferenceArray<AtomicLongArray> chunks = new AtomicReferenceArray<>(CHUNKS);

  /** Where a free slot is likely; a lost write costs a longer search. */
  private int hint;

  /** Keeps a start; answers its slot, 1 or more, or 0 when all are taken. */
  int add(long startNanos) {
    int from = hint;
    for (int i = 0; i < SLOTS; i++) {
      int slot = (from + i) % SLOTS;
      if (chunk(slot).compareAndSet(slot % CHUNK, FREE, startNanos + 1)) {
        hint = (slot + 1) % SLOTS;
        return slot + 1;
      }
    }
    return 0;
  }

  /** Frees a slot and answers the start that was kept in it. */
  long remove(int slot) {
    int index = slot - 1;
    long start = chunk(index).getAndSet(index % CHUNK, FREE);
    hint = index;
    return start - 1;
  }

  /** How many calls have run for a time or longer. */
  int olderThan(long nanos, long nowNanos) {
    int count = 0;
    for (int c = 0; c < CHUNKS; c++) {
      AtomicLongArray chunk = chunks.get(c);
      for (int i = 0; chunk != null && i < CHUNK; i++) {
        long start = chunk.get(i) - 1;
        count += start >= 0 && nowNanos - start >= nanos ? 1 : 0;
      }
    }
    return count;
  }

  /** The earliest start that is younger than a time; the largest number if there is none. */
  long oldestYoungerThan(long nanos, long nowNanos) {
    long oldest = Long.MAX_VALUE;
    for (int c = 0; c < CHUNKS; c++) {
      AtomicLongArray chunk = chunks.get(c);
      for (int i = 0; chunk != null && i < CHUNK; i++) {
        long start = chunk.get(i) - 1;
        oldest = start >= 0 && nowNanos - start < nanos ? Math.min(oldest, start) : oldest;
      }
    }
    return oldest;
  }

  private AtomicLongArray chunk(int slot) {
    int index = slot / CHUNK;
    AtomicLongArray chunk = chunks.get(index);
    if (chunk == null) {
      AtomicLongArray fresh = new AtomicLongArray(CHUNK);
      AtomicLongArray raced = chunks.compareAndExchange(index, null, fresh);
      chunk = raced == null ? fresh : raced;
    }
    return chunk;
  }
}
