// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.replay;

import java.time.Duration;

/**
 * What all circuits of one variant did together.
 *
 * <p><b>Thread safety:</b> immutable.
 *
 * @param name what differs from the file's settings
 * @param rejected how the calls really ended that were rejected
 * @param trips how often circuits tripped
 * @param suspected how many of these trips look wrong
 * @param tripped how long circuits weren't closed, summed over all of them
 */
public record VariantResult(
    String name, Outcomes rejected, long trips, long suspected, Duration tripped) {

  static VariantResult of(Lane lane) {
    Outcomes rejected = new Outcomes();
    long trips = 0;
    long suspected = 0;
    Duration tripped = Duration.ZERO;
    for (CircuitAccount account : lane.accounts()) {
      rejected.add(account.rejected());
      trips += account.tripCount();
      suspected += account.suspectedCount();
      tripped = tripped.plus(account.tripped());
    }
    return new VariantResult(lane.variant().name(), rejected, trips, suspected, tripped);
  }
}
