// SPDX-License-Identifier: Apache-2.0
package io.switchgear.core;

import java.util.concurrent.atomic.AtomicLong;

/**
 * SplitMix64 [1] over one shared word, so that threads may draw from it without a lock.
 *
 * <pre>
 * [1] G. L. Steele Jr., D. Lea, C. H. Flood, Fast Splittable Pseudorandom Number Generators,
 *     OOPSLA 2014.
 * </pre>
 */
final class SeededRandomSource implements RandomSource {
  private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;
  private static final double UNIT = 0x1.0p-53;

  private final AtomicLong state;

  SeededRandomSource(long seed) {
    this.state = new AtomicLong(seed);
  }

  @Override
  public double nextDouble() {
    long z = state.addAndGet(GOLDEN_GAMMA);
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    z = z ^ (z >>> 31);
    return (z >>> 11) * UNIT;
  }
}
