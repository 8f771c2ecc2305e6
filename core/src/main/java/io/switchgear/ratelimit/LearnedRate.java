// SPDX-License-Identifier: Apache-2.0
package io.switchgear.ratelimit;

/**
 * The rate that was learned, in permits for the time of the limit.
 *
 * @param ceiling the rate that the last refusal speaks of; steps are small up to there
 * @param step how much the last step beyond the ceiling added
 * @param successes how many calls succeeded since then
 * @param sinceNanos when the rate was last changed or confirmed
 */
record LearnedRate(double permits, double ceiling, double step, int successes, long sinceNanos) {
  private static final double STEP_SHARE = 0.02;
  private static final double STEP_GROWTH = 1.5;

  static LearnedRate of(double permits, double ceiling, long nowNanos) {
    return new LearnedRate(permits, ceiling, 0, 0, nowNanos);
  }

  LearnedRate plusSuccess() {
    return new LearnedRate(permits, ceiling, step, successes + 1, sinceNanos);
  }

  /** The same rate, to be confirmed anew. */
  LearnedRate restarted(long nowNanos) {
    return new LearnedRate(permits, ceiling, step, 0, nowNanos);
  }

  /** One step up. */
  LearnedRate grown(int limit, long nowNanos) {
    double small = ceiling * STEP_SHARE;
    double next = permits < ceiling ? 0 : Math.max(small, step * STEP_GROWTH);
    double grown = Math.min(limit, permits + Math.max(small, next));
    return new LearnedRate(grown, ceiling, next, 0, nowNanos);
  }
}
