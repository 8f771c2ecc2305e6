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
  public sealed interface Habit permits Switchgear, Naive, Peer {}

  /**
   * The policies of Switchgear, as the gateway would run them.
   *
   * @param dependency the settings
   */
  public record Switchgear(DependencyConfig dependency) implements Habit {}

  /**
   * One call behind the breaker of another library, as a model of its documented defaults. Each is
   * told that throttled calls, errors and timeouts are failures, and waits for an answer as long as
   * Switchgear does by default.
   *
   * @param model the library
   */
  public record Peer(Model model) implements Habit {
    /** How long it waits for a connection. */
    public static final Duration CONNECT = Duration.ofSeconds(1);

    /** How long it waits for an answer. */
    public static final Duration TIMEOUT = Duration.ofSeconds(10);

    /** A library, by its documented defaults. */
    public enum Model {
      /** Resilience4j 2.4: half of the last 100 calls; 60 s; 10 trial calls. */
      RESILIENCE4J("Resilience4j (model)", calls(100, 100), 0.5, Duration.ofSeconds(60), 10),
      /** Failsafe 3.3: one failure; 1 min; one trial call. */
      FAILSAFE("Failsafe (model)", calls(1, 1), 1, Duration.ofMinutes(1), 1),
      /** Opossum 9: more than half of the calls of 10 s; 30 s; one trial call. */
      OPOSSUM(
          "opossum (model)", during(Duration.ofSeconds(10), 1), 0.501, Duration.ofSeconds(30), 1),
      /** Polly 8: a tenth of the calls of 30 s, at least 100; 5 s; one trial call. */
      POLLY("Polly (model)", during(Duration.ofSeconds(30), 100), 0.1, Duration.ofSeconds(5), 1);

      private final String title;
      private final Window window;
      private final double failureShare;
      private final Duration openFor;
      private final int trials;

      Model(String title, Window window, double failureShare, Duration openFor, int trials) {
        this.title = title;
        this.window = window;
        this.failureShare = failureShare;
        this.openFor = openFor;
        this.trials = trials;
      }

      private static Window calls(int last, int least) {
        return new Window(last, Duration.ZERO, least);
      }

      private static Window during(Duration time, int least) {
        return new Window(0, time, least);
      }

      /**
       * Its name, which says that it is a model.
       *
       * @return the name
       */
      public String title() {
        return title;
      }

      /**
       * What it looks at.
       *
       * @return the window
       */
      public Window window() {
        return window;
      }

      /**
       * The share of failures that opens it.
       *
       * @return from 0 to 1
       */
      public double failureShare() {
        return failureShare;
      }

      /**
       * How long it is open.
       *
       * @return the time
       */
      public Duration openFor() {
        return openFor;
      }

      /**
       * How many trial calls decide then.
       *
       * @return the number
       */
      public int trials() {
        return trials;
      }
    }

    /**
     * The calls that a breaker looks at.
     *
     * @param lastCalls how many of the last; without meaning when there is a time
     * @param during those of how long; zero for a number of calls
     * @param leastCalls how many there must be
     */
    public record Window(int lastCalls, Duration during, int leastCalls) {}
  }

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
