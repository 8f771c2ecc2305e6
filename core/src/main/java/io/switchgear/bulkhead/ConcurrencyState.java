// SPDX-License-Identifier: Apache-2.0
package io.switchgear.bulkhead;

/**
 * What an adaptive concurrency limit knows; an immutable value.
 *
 * @param limit the limit that was found
 * @param restNanos how long a call takes when none waits for another; 0 while that isn't known
 * @param windowsUntilProbe how often the limit is looked at before the time at rest is measured; 0
 *     and less while it is
 * @param samples what was seen since the limit was last looked at
 */
record ConcurrencyState(
    double limit, double restNanos, int windowsUntilProbe, SampleWindow samples) {
  ConcurrencyState withSamples(SampleWindow next) {
    return new ConcurrencyState(limit, restNanos, windowsUntilProbe, next);
  }

  /** What the bulkhead gets: the whole part of the limit, or half of it for a measurement. */
  int maxConcurrent() {
    return windowsUntilProbe > 0 ? (int) limit : (int) Math.ceil(limit / 2);
  }
}
