// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.scenario;

import io.switchgear.ratelimit.RateLimiterConfig;
import java.time.Duration;
import java.util.Optional;

/**
 * How an upstream treats calls.
 *
 * @param service how long a call takes once it has begun
 * @param capacity how many calls run at the same time
 * @param faults what goes wrong
 * @param throttling the limit of each key; empty when there is none
 * @param overload the load under which it breaks down; empty when it never does
 */
public record UpstreamBehavior(
    ServiceTime service,
    Capacity capacity,
    Faults faults,
    Optional<Throttling> throttling,
    Optional<Overload> overload) {

  /** Answers each call after 50 ms. */
  public static final UpstreamBehavior STANDARD =
      new UpstreamBehavior(
          ServiceTime.constant(Duration.ofMillis(50)),
          new Capacity(0, 0, Duration.ZERO),
          new Faults(0, 503, 0, Reach.UP, new Shards(1, 0)),
          Optional.empty(),
          Optional.empty());

  UpstreamBehavior service(ServiceTime changed) {
    return new UpstreamBehavior(changed, capacity, faults, throttling, overload);
  }

  UpstreamBehavior capacity(Capacity changed) {
    return new UpstreamBehavior(service, changed, faults, throttling, overload);
  }

  UpstreamBehavior faults(Faults changed) {
    return new UpstreamBehavior(service, capacity, changed, throttling, overload);
  }

  UpstreamBehavior throttling(Throttling changed) {
    return new UpstreamBehavior(service, capacity, faults, Optional.of(changed), overload);
  }

  UpstreamBehavior overload(Overload changed) {
    return new UpstreamBehavior(service, capacity, faults, throttling, Optional.of(changed));
  }

  /**
   * How many calls run at the same time.
   *
   * @param servers how many run; 0 means any number
   * @param queue how many wait, first in first out; those beyond get a 503
   * @param warmUp how long after the beginning of the phase it takes to full speed, from a tenth of
   *     it
   */
  public record Capacity(int servers, int queue, Duration warmUp) {
    Capacity servers(int changed) {
      return new Capacity(changed, queue, warmUp);
    }

    Capacity queue(int changed) {
      return new Capacity(servers, changed, warmUp);
    }

    Capacity warmUp(Duration changed) {
      return new Capacity(servers, queue, changed);
    }
  }

  /** Whether calls reach the upstream. */
  public enum Reach {
    /** They do. */
    UP,
    /** Connections are refused at once. */
    REFUSED,
    /** Nothing answers, not even to connect. */
    DROPPED
  }

  /**
   * What goes wrong.
   *
   * @param errorShare the share of calls that fail
   * @param errorStatus the status that they get
   * @param hangShare the share of calls that are never answered
   * @param reach whether calls reach it
   * @param shards the parts that it has
   */
  public record Faults(
      double errorShare, int errorStatus, double hangShare, Reach reach, Shards shards) {
    Faults errorShare(double changed) {
      return new Faults(changed, errorStatus, hangShare, reach, shards);
    }

    Faults errorStatus(int changed) {
      return new Faults(errorShare, changed, hangShare, reach, shards);
    }

    Faults hangShare(double changed) {
      return new Faults(errorShare, errorStatus, changed, reach, shards);
    }

    Faults reach(Reach changed) {
      return new Faults(errorShare, errorStatus, hangShare, changed, shards);
    }

    Faults shards(Shards changed) {
      return new Faults(errorShare, errorStatus, hangShare, reach, changed);
    }
  }

  /**
   * The parts of an upstream; a key belongs to one of them.
   *
   * @param count how many
   * @param failing how many of them fail each call
   */
  public record Shards(int count, int failing) {}

  /**
   * The limit of each key.
   *
   * @param limit the limit
   * @param retryAfter whether a refusal says when to come again
   * @param status the status of a refusal
   * @param countsRefused whether calls that are refused count too, in a window that moves with
   *     time, so that who calls too often is refused all the time; the limit's own algorithm is
   *     without meaning then
   */
  public record Throttling(
      RateLimiterConfig limit, boolean retryAfter, int status, boolean countsRefused) {}

  /**
   * A state that a high load brings about and only a low load ends.
   *
   * @param abovePerSecond the load from which on it is overloaded
   * @param belowPerSecond the load under which it recovers
   * @param errorShare the share of calls that fail meanwhile
   * @param slowdown how many times as long a call takes meanwhile
   */
  public record Overload(
      double abovePerSecond, double belowPerSecond, double errorShare, int slowdown) {}
}
