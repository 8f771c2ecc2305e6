// SPDX-License-Identifier: Apache-2.0
package io.switchgear.bulkhead;

/**
 * One more while all goes well, a tenth less when a call was dropped or took too long [1]. A tenth
 * and not half as in TCP: the limit is that of a service, which has a queue of its own, and not of
 * a path on which nothing else slows the senders down.
 *
 * <pre>
 * [1] D.-M. Chiu, R. Jain, Analysis of the Increase and Decrease Algorithms for Congestion
 *     Avoidance in Computer Networks, Computer Networks and ISDN Systems 17, 1989.
 * </pre>
 */
record AimdRule(int min, int max, long slowNanos) implements ConcurrencyRule {
  @Override
  public boolean isTooSlow(long tookNanos) {
    return tookNanos > slowNanos;
  }

  @Override
  public ConcurrencyState initial(int limit, long nowNanos) {
    return new ConcurrencyState(limit, 0, 1, SampleWindow.empty(nowNanos));
  }

  @Override
  public ConcurrencyState next(ConcurrencyState state) {
    double before = state.limit();
    if (!state.samples().filled(before)) {
      return state;
    }
    double limit = state.samples().dropped() ? before * KEPT_SHARE : before + 1;
    return new ConcurrencyState(Math.max(min, Math.min(max, limit)), 0, 1, state.samples());
  }

  @Override
  public String toString() {
    return "additive increase from " + min + " to " + max + ", calls within " + slowNanos + " ns";
  }
}
