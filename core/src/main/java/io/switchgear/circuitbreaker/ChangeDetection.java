// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import org.jspecify.annotations.Nullable;

/**
 * Trips when the calls fail clearly more often than they usually do. It has no threshold to set: it
 * learns the usual share of failures and watches for a change of it.
 *
 * <p><b>The mathematics.</b> Let p0 be the usual share and p1 = max(1/2, p0 + (1 − p0)/2) that of
 * an outage worth the name. Each result adds its log-likelihood ratio to a sum that never falls
 * below zero: ln(p1/p0) for a failure, ln((1 − p1)/(1 − p0)) for a success. The rule trips when the
 * sum reaches h = 16. This is the cumulative sum test [1]; among all tests with as few false alarms
 * it is the quickest in the worst case [2]. The usual share is failures over calls, both counted
 * with weights that halve every 5,000 calls, beginning with the belief of 1 failure in 100 calls
 * and never below 1 %.
 *
 * <p>From 1 % usual failures it trips after about 5 calls when all fail, 11 when half of them do
 * and 24 at 30 %. What it has learned outlives a trip.
 *
 * <p>When not: a dependency whose errors come in bursts by nature; use a failure rate then.
 *
 * <p><b>Thread safety:</b> immutable.
 *
 * <pre>
 * [1] E. S. Page, Continuous Inspection Schemes, Biometrika 41 (1954), 100–115.
 * [2] G. Lorden, Procedures for Reacting to a Change in Distribution, Annals of Mathematical
 *     Statistics 42 (1971), 1897–1908.
 * </pre>
 */
public final class ChangeDetection extends TripRule {
  static final ChangeDetection INSTANCE = new ChangeDetection();

  private ChangeDetection() {}

  @Override
  @Nullable Evidence adopt(Evidence former) {
    return former.source() == CumulativeSum.INSTANCE ? former : null;
  }

  @Override
  Evidence begin() {
    return new WordEvidence(CumulativeSum.INSTANCE, CumulativeSum.PRIOR);
  }

  @Override
  public String toString() {
    return "change detection";
  }
}
