// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.simulate;

/** A number that tells how a client fared; {@code Double.NaN} where there is none. */
public enum Measure {
  /** Pieces of work that came. */
  ARRIVALS("arrivals", "calls wanted", 0),
  /** Calls that reached out for the upstream. */
  UPSTREAM_CALLS("upstreamCalls", "upstream calls", 0),
  /** Upstream calls for each piece of work. */
  AMPLIFICATION("amplificationRatio", "amplification", 2),
  /** Pieces of work that were done. */
  SUCCESSES("successes", "successes", 0),
  /** Pieces of work that came to nothing. */
  FAILURES("failures", "failures", 0),
  /** Failures in whose place an answer came from elsewhere. */
  FALLBACKS("fallbacks", "fallbacks", 0),
  /** Calls that the client's policies kept back. */
  REFUSALS("refusals", "refused by the client", 0),
  /** Upstream calls that failed. */
  WASTED_CALLS("wastedCalls", "wasted calls", 0),
  /** Calls that were kept back, and lost, though they would have succeeded. */
  LOST_CALLS("lostCalls", "lost calls", 0),
  /** From the beginning of the first call that fails in the trouble to the first trip. */
  TIME_TO_TRIP("timeToTripSeconds", "time to trip, s", 1),
  /** How often a closed circuit opened. */
  TRIPS("trips", "trips", 0),
  /** How often one opened while nearly all its calls would have succeeded. */
  FALSE_TRIPS("falseTrips", "false trips", 0),
  /** The most pieces of work that waited for a worker. */
  QUEUE_PEAK("queuePeak", "queue peak", 0),
  /** The median time from the arrival of work to its success. */
  LATENCY_P50("latencyP50Seconds", "latency p50, s", 3),
  /** The time within which 99 % of the work that was done was done. */
  LATENCY_P99("latencyP99Seconds", "latency p99, s", 3),
  /** From the end of the trouble until work is done at the rate from before it. */
  TIME_TO_RECOVER("timeToRecoverSeconds", "time to recover, s", 0);

  private final String key;
  private final String label;
  private final int decimals;

  Measure(String key, String label, int decimals) {
    this.key = key;
    this.label = label;
    this.decimals = decimals;
  }

  /**
   * Its name in JSON, which ends with the unit.
   *
   * @return the name
   */
  public String key() {
    return key;
  }

  /**
   * Its name for people.
   *
   * @return the name
   */
  public String label() {
    return label;
  }

  /**
   * How exactly people are told.
   *
   * @return the number of decimals
   */
  public int decimals() {
    return decimals;
  }
}
