// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.scenario;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The calls of a scenario.
 *
 * @param streams where calls come from
 * @param keys whose calls they are
 * @param humans who tries again when a call has failed for good; empty when nobody does
 */
public record Workload(List<Stream> streams, KeyPlan keys, Optional<Humans> humans) {

  /** Copies the list. */
  public Workload {
    streams = List.copyOf(streams);
  }

  /**
   * A source of calls.
   *
   * @param pattern when they come
   * @param from when the first may come
   * @param until when no more come
   * @param method the method of their requests
   */
  public record Stream(Pattern pattern, Duration from, Duration until, String method) {}

  /** When calls come. */
  public sealed interface Pattern permits Steady, Bursts, Times, Loop {}

  /**
   * At a rate.
   *
   * @param perSecond how many
   * @param even whether at even distances; else independently of one another (Poisson)
   */
  public record Steady(double perSecond, boolean even) implements Pattern {}

  /**
   * Many at once.
   *
   * @param size how many
   * @param every the time from one burst to the next
   */
  public record Bursts(int size, Duration every) implements Pattern {}

  /**
   * At given times, as a log has them.
   *
   * @param afterStart the times, in order, from the beginning of the stream
   */
  public record Times(List<Duration> afterStart) implements Pattern {
    /** Copies the list. */
    public Times {
      afterStart = List.copyOf(afterStart);
    }
  }

  /**
   * From users of whom each waits for an answer before the next call.
   *
   * @param users how many
   * @param think how long each thinks in between
   */
  public record Loop(int users, Duration think) implements Pattern {}

  /**
   * Whose calls they are.
   *
   * @param count how many keys there are
   * @param firstShare the share of calls of the first key; the others share the rest evenly
   */
  public record KeyPlan(int count, double firstShare) {}

  /**
   * People who try again.
   *
   * @param share how many of those whose call failed
   * @param least how soon at the least
   * @param most how late at the most
   * @param times how often each tries again
   */
  public record Humans(double share, Duration least, Duration most, int times) {}
}
