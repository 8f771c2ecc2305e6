// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli.demo;

import java.time.Duration;
import java.util.List;

/**
 * What became of the two pipelines.
 *
 * @param without the pipeline that called the API itself
 * @param with the pipeline behind the gateway
 * @param circuit the first customer's circuit
 */
record Summary(LaneResult without, LaneResult with, CircuitResult circuit) {

  /**
   * What became of a pipeline.
   *
   * @param received how many calls reached the API, by its own count
   * @param tally what the workers counted
   * @param meter what was measured
   */
  record LaneResult(long received, Tally tally, LaneMeter meter) {}

  /**
   * What the first customer's circuit did.
   *
   * @param tripTime how long after the first 429 the first call was rejected
   * @param opened how often it opened, as the gateway's metrics tell it; so the next two
   * @param trials how many trial calls it let through
   * @param closed how often it closed
   * @param trialNanos when the trial calls were sent, as the workers saw it
   */
  record CircuitResult(
      Duration tripTime, long opened, long trials, long closed, List<Long> trialNanos) {}
}
