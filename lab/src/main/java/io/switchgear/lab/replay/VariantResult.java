// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.replay;

import java.time.Duration;

/**
 * What all circuits of one variant did together.
 *
 * <p><b>Thread safety:</b> immutable.
 *
 * @param name what differs from the file's settings
 * @param rejections how the calls really ended that were rejected
 * @param trips how often circuits tripped
 * @param suspected how many of these trips look wrong
 * @param tripped how long circuits weren't closed, summed over all of them
 */
public record VariantResult(
    String name, Rejections rejections, long trips, long suspected, Duration tripped) {

  /**
   * How all calls really ended that were rejected.
   *
   * @return the numbers
   */
  public Outcomes rejected() {
    return rejections.all();
  }

  static VariantResult of(Lane lane) {
    Outcomes rejected = new Outcomes();
    Outcomes beforeSplit = new Outcomes();
    long trips = 0;
    long suspected = 0;
    Duration tripped = Duration.ZERO;
    for (CircuitAccount account : lane.accounts()) {
      rejected.add(account.rejected());
      beforeSplit.add(account.rejectedBeforeSplit());
      trips += account.tripCount();
      suspected += account.suspectedCount();
      tripped = tripped.plus(account.tripped());
    }
    Rejections rejections = new Rejections(rejected, beforeSplit);
    return new VariantResult(lane.variant().name(), rejections, trips, suspected, tripped);
  }

  /**
   * How the calls really ended that were rejected.
   *
   * @param all all of them
   * @param beforeSplit those in the first part of the log; none without a split
   */
  public record Rejections(Outcomes all, Outcomes beforeSplit) {

    /**
     * Those in the rest of the log.
     *
     * @return the numbers
     */
    public Outcomes afterSplit() {
      return all.minus(beforeSplit);
    }
  }
}
