// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import io.switchgear.core.internal.Arguments;

/**
 * Trips when the share of failures among the last calls reaches a limit.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class FailureRate extends TripRule {
  private final double ratio;
  private final int lastCalls;
  private final int minCalls;
  private final Evidence none;

  FailureRate(double ratio, int lastCalls, int minCalls) {
    this.ratio = Arguments.ratio("ratio", ratio);
    this.lastCalls = Arguments.inRange("lastCalls", lastCalls, 1, 4_096);
    this.minCalls = Arguments.inRange("minCalls", minCalls, 1, lastCalls);
    this.none = new Window(new long[(lastCalls + Long.SIZE - 1) / Long.SIZE], 0, 0);
  }

  @Override
  Evidence noEvidence() {
    return none;
  }

  @Override
  public String toString() {
    return "failure rate " + ratio + " of the last " + lastCalls + " calls, at least " + minCalls;
  }

  /**
   * The latest results, one bit each (1 is a failure), the newest in the lowest bit of the first
   * word. Recording shifts all words by one.
   */
  private final class Window extends Evidence {
    private final long[] words;
    private final int filled;
    private final int failures;

    Window(long[] words, int filled, int failures) {
      this.words = words;
      this.filled = filled;
      this.failures = failures;
    }

    @Override
    Evidence record(boolean failure, long nowNanos) {
      if (!failure && absorbsSuccess()) {
        return this;
      }
      int last = lastCalls - 1;
      boolean full = filled == lastCalls;
      long oldest = full ? words[last / Long.SIZE] >>> last & 1 : 0;
      long[] shifted = new long[words.length];
      long carry = failure ? 1 : 0;
      for (int i = 0; i < words.length; i++) {
        shifted[i] = words[i] << 1 | carry;
        carry = words[i] >>> (Long.SIZE - 1);
      }
      int count = failures + (failure ? 1 : 0) - (int) oldest;
      return new Window(shifted, full ? filled : filled + 1, count);
    }

    @Override
    boolean absorbsSuccess() {
      return failures == 0 && filled == lastCalls;
    }

    @Override
    boolean trips() {
      // The quotient of two small whole numbers is the double nearest to their exact ratio, which
      // is also what a literal like 0.07 denotes: 7 of 100 reaches 0.07. A product would not do.
      return filled >= minCalls && (double) failures / filled >= ratio;
    }

    @Override
    String describe() {
      return failures + " failures in the last " + filled + " calls";
    }
  }
}
