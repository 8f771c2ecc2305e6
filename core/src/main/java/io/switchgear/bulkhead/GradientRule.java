// SPDX-License-Identifier: Apache-2.0
package io.switchgear.bulkhead;

/**
 * Compares what calls take now with what they take at rest: when they take longer they wait
 * somewhere, so fewer should run. The form is that of the gradient limit that Netflix describes
 * [1], which grew out of TCP Vegas [2]; a dropped call lowers the limit as in AIMD.
 *
 * <p>These constants are those of [1]: calls may take half as long again as at rest before the
 * limit shrinks, since a mean of few calls varies; it shrinks by at most half at once; a queue of 4
 * calls is allowed, so that the limit can grow; each step goes a fifth of the way, since its effect
 * shows a round trip later.
 *
 * <p>The time at rest isn't a long mean as there, which takes the times under a lasting load for
 * usual and lets the limit creep up. It is measured as in BBR [3]: every 30 windows the limit is
 * halved for two, one in which the queue drains and one that is measured. So a limit that is at
 * most twice too high sees the true time, a higher one comes down from measurement to measurement,
 * and a dependency that has become slower for good is known for it at the next one. It costs at
 * most 1/30 of the throughput. The first measurement comes after 10 windows.
 *
 * <pre>
 * [1] Netflix Technology Blog, Performance Under Load, 2018, and the public documentation of its
 *     concurrency limits, "Gradient2".
 * [2] L. Brakmo, L. Peterson, TCP Vegas: End to End Congestion Avoidance on a Global Internet,
 *     IEEE Journal on Selected Areas in Communications 13(8), 1995.
 * [3] N. Cardwell et al., BBR: Congestion-Based Congestion Control, ACM Queue 14(5), 2016.
 * </pre>
 */
record GradientRule(int min, int max) implements ConcurrencyRule {
  private static final double TOLERANCE = 1.5;
  private static final double LEAST_GRADIENT = 0.5;
  private static final double QUEUE = 4;
  private static final double SMOOTHING = 0.2;
  private static final int PROBE_EVERY = 30;
  private static final int FIRST_PROBE = 10;

  @Override
  public ConcurrencyState initial(int limit, long nowNanos) {
    return new ConcurrencyState(limit, 0, FIRST_PROBE, SampleWindow.empty(nowNanos));
  }

  @Override
  public boolean isTooSlow(long tookNanos) {
    return false;
  }

  @Override
  public ConcurrencyState next(ConcurrencyState state) {
    if (!state.samples().filled(state.limit())) {
      return atRest(state);
    }
    if (state.samples().dropped()) {
      double fewer = Math.max(min, state.limit() * KEPT_SHARE);
      return new ConcurrencyState(fewer, state.restNanos(), PROBE_EVERY, state.samples());
    }
    return switch (state.windowsUntilProbe()) {
      case 0 -> new ConcurrencyState(state.limit(), state.restNanos(), -1, state.samples());
      case -1 -> measured(state);
      default -> stepped(state);
    };
  }

  /** Few calls don't wait for one another. Nothing needs to be halved to measure them. */
  private static ConcurrencyState atRest(ConcurrencyState state) {
    double restNanos = Math.min(known(state), state.samples().meanNanos());
    double next = Double.isInfinite(restNanos) ? 0 : restNanos;
    return new ConcurrencyState(state.limit(), next, PROBE_EVERY, state.samples());
  }

  private static double known(ConcurrencyState state) {
    return state.restNanos() == 0 ? Double.POSITIVE_INFINITY : state.restNanos();
  }

  private static ConcurrencyState measured(ConcurrencyState state) {
    double restNanos = state.samples().meanNanos();
    return new ConcurrencyState(state.limit(), restNanos, PROBE_EVERY, state.samples());
  }

  private ConcurrencyState stepped(ConcurrencyState state) {
    double nowNanos = state.samples().meanNanos();
    double restNanos = Math.min(known(state), nowNanos);
    double gradient = Math.max(LEAST_GRADIENT, Math.min(1, TOLERANCE * restNanos / nowNanos));
    double aim = state.limit() * gradient + QUEUE;
    double limit = state.limit() * (1 - SMOOTHING) + aim * SMOOTHING;
    double bounded = Math.max(min, Math.min(max, limit));
    int left = state.windowsUntilProbe() - 1;
    return new ConcurrencyState(bounded, restNanos, left, state.samples());
  }

  @Override
  public String toString() {
    return "gradient from " + min + " to " + max;
  }
}
