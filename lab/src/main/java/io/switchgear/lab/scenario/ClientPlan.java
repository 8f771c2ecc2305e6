// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.scenario;

import io.switchgear.config.DependencyConfig;
import java.time.Duration;
import java.util.Optional;

/**
 * A client to compare.
 *
 * @param name its name
 * @param habit what it does about failures
 * @param instances how many of it run, each with policies and workers of its own; calls go to them
 *     in turn
 * @param pool the workers of each instance; empty when each call begins at once
 * @param fallback how long an answer from elsewhere takes, which is given in place of a failure;
 *     empty when there is none
 */
public record ClientPlan(
    String name, Habit habit, int instances, Optional<Pool> pool, Optional<Duration> fallback) {

  /** What a client does about failures. */
  public sealed interface Habit permits Switchgear, Naive {}

  /**
   * The policies of Switchgear, as the gateway would run them.
   *
   * @param dependency the settings
   */
  public record Switchgear(DependencyConfig dependency) implements Habit {}

  /**
   * No policies, but a loop around the call.
   *
   * @param kind how it waits
   * @param attempts how often it calls at the most; 0 means until it works
   * @param pause the wait between two calls, the first one if they grow
   * @param timeout how long it waits for an answer
   * @param dumps whether its worker goes on with other work while a call waits for its turn, so
   *     that all that has waited comes back at once, workers or not
   */
  public record Naive(Kind kind, int attempts, Duration pause, Duration timeout, boolean dumps)
      implements Habit {
    /** How a naive client waits. */
    public enum Kind {
      /** One call, and that is it. */
      NONE,
      /** Again at once. */
      IMMEDIATE,
      /** Again after the same wait each time; all who wait come back together. */
      FIXED,
      /** Again after waits that double, up to 5 s or the first wait, without jitter. */
      EXPONENTIAL
    }
  }

  /**
   * The workers of an instance.
   *
   * @param workers how many
   * @param queue how many pieces of work wait for one; those beyond are lost
   * @param keeps whether work that failed or was refused goes back to where it was in the queue;
   *     else it has failed
   * @param work how long a worker works on a piece before its first call
   * @param backlog how many pieces wait at the beginning
   */
  public record Pool(int workers, int queue, boolean keeps, Duration work, int backlog) {}
}
