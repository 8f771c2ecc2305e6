// SPDX-License-Identifier: Apache-2.0
package io.switchgear.ratelimit;

/** Numbers of the moment of the decision, for usages that have no word to tell them later. */
record MomentReading(int limit, int remaining, long resetNanos) implements Reading {
  @Override
  public int remaining(long word, long nowNanos) {
    return remaining;
  }

  @Override
  public long resetNanos(long word, long nowNanos) {
    return resetNanos;
  }
}
