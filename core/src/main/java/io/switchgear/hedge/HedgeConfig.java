// SPDX-License-Identifier: Apache-2.0
package io.switchgear.hedge;

import io.switchgear.core.AttemptBudget;
import io.switchgear.core.Deadline;
import io.switchgear.core.TimeSource;
import io.switchgear.core.Verdicts;
import io.switchgear.core.internal.Arguments;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a hedge. Begin with {@link Hedge#named}; each method gives a copy with one
 * setting changed.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class HedgeConfig {
  private static final double MIN_SLOWEST_RATIO = 0.001;
  private static final double MAX_SLOWEST_RATIO = 0.5;

  private final Options options;

  private HedgeConfig(Options options) {
    this.options = options;
  }

  static HedgeConfig named(String name) {
    return new HedgeConfig(new Options()).name(name);
  }

  /**
   * A fixed delay: another attempt begins when the latest one has run as long as this. Default: the
   * delay is learned, see {@link #afterSlowest}.
   *
   * @param delay 1 ms to 366 days
   * @return a copy with this delay
   * @throws IllegalArgumentException when out of range
   */
  public HedgeConfig after(Duration delay) {
    Options changed = options.copy();
    changed.delay = Arguments.positive("after", delay);
    changed.slowestRatio = 0;
    return new HedgeConfig(changed);
  }

  /**
   * A learned delay: another attempt begins when the first one is among the slowest. Default: 0.05,
   * so the delay is the time that 5 % of the first attempts outlast.
   *
   * <p>It is learned from the latest calls that succeeded, at least 1,000 and at least 50 of the
   * slowest; it is never below 1 ms, and at most 1/16 above the true time but for chance. Until 100
   * calls, with at least 5 of the slowest, are known, it is {@link #initialDelay}.
   *
   * @param slowestRatio the share of calls, 0.001 to 0.5
   * @return a copy with this share
   * @throws IllegalArgumentException when out of range
   */
  public HedgeConfig afterSlowest(double slowestRatio) {
    if (!(slowestRatio >= MIN_SLOWEST_RATIO && slowestRatio <= MAX_SLOWEST_RATIO)) {
      throw new IllegalArgumentException(
          "afterSlowest must be from 0.001 to 0.5, but is " + slowestRatio);
    }
    Options changed = options.copy();
    changed.slowestRatio = slowestRatio;
    return new HedgeConfig(changed);
  }

  /**
   * The delay until one is learned; of no effect when the delay is fixed. Default: 1 s.
   *
   * @param initialDelay 1 ms to 366 days
   * @return a copy with this delay
   * @throws IllegalArgumentException when out of range
   */
  public HedgeConfig initialDelay(Duration initialDelay) {
    Options changed = options.copy();
    changed.initialDelay = Arguments.positive("initialDelay", initialDelay);
    return new HedgeConfig(changed);
  }

  /**
   * How many attempts are made at most, the first included. Default: 2.
   *
   * @param maxAttempts 2 to 10
   * @return a copy with this number
   * @throws IllegalArgumentException when out of range
   */
  public HedgeConfig maxAttempts(int maxAttempts) {
    Options changed = options.copy();
    changed.maxAttempts = Arguments.inRange("maxAttempts", maxAttempts, 2, 10);
    return new HedgeConfig(changed);
  }

  /**
   * How many attempts beyond the first all calls together may make; each call that succeeds earns
   * its share. Default: 5 % of the calls, and one each second at least.
   *
   * @param budget the budget
   * @return a copy with this budget
   */
  public HedgeConfig budget(AttemptBudget budget) {
    Options changed = options.copy();
    changed.budget = Objects.requireNonNull(budget, "budget");
    return new HedgeConfig(changed);
  }

  /**
   * Whether a call about which its caller says nothing may be made twice. Default: false, so only
   * those calls are hedged whose {@link io.switchgear.core.CallOptions} say that they are
   * idempotent or have an idempotency key. A caller who says that a call isn't idempotent is
   * believed in any case.
   *
   * @param idempotent true or false
   * @return a copy with this choice
   */
  public HedgeConfig idempotent(boolean idempotent) {
    Options changed = options.copy();
    changed.idempotent = idempotent;
    return new HedgeConfig(changed);
  }

  /**
   * Reads results. Default: {@link Verdicts#standard()}.
   *
   * @param verdicts reads any result that the calls return
   * @return a copy with this reading
   */
  public HedgeConfig verdicts(Verdicts<? super @Nullable Object> verdicts) {
    Options changed = options.copy();
    changed.verdicts = Objects.requireNonNull(verdicts, "verdicts");
    return new HedgeConfig(changed);
  }

  /**
   * Where the attempts of blocking calls run. Default: a virtual thread for each where the JDK has
   * them, else a pool of up to 256 daemon threads that all hedges share.
   *
   * <p>It must run each task or refuse it with a {@link
   * java.util.concurrent.RejectedExecutionException}, and must not queue it for long: the first
   * attempt waits in the queue, too, until the deadline or for {@link #maxWait} at most. What it
   * refuses of a first attempt runs on the caller's thread; a further attempt isn't made then.
   *
   * @param executor the executor; it isn't shut down
   * @return a copy with this executor
   */
  public HedgeConfig executor(Executor executor) {
    Options changed = options.copy();
    changed.executor = Objects.requireNonNull(executor, "executor");
    return new HedgeConfig(changed);
  }

  /**
   * How long an attempt of a blocking call waits for a thread of the {@link #executor}: an attempt
   * that isn't begun by then ends with a {@link java.util.concurrent.RejectedExecutionException}
   * and isn't made later. Default: 10 s; in a pipeline with a timeout, that timeout if it is
   * shorter. Of no effect on the default executor, in which nothing waits.
   *
   * @param maxWait 1 ms to 366 days
   * @return a copy with this time
   * @throws IllegalArgumentException when out of range
   */
  public HedgeConfig maxWait(Duration maxWait) {
    Options changed = options.copy();
    changed.maxWait = Arguments.positive("maxWait", maxWait);
    return new HedgeConfig(changed);
  }

  /**
   * Where time comes from. Default: {@link TimeSource#system()}.
   *
   * @param time the time
   * @return a copy with this time
   */
  public HedgeConfig time(TimeSource time) {
    Options changed = options.copy();
    changed.time = Objects.requireNonNull(time, "time");
    return new HedgeConfig(changed);
  }

  /**
   * The same settings under another name.
   *
   * @param name the name, as it appears in errors, logs and metrics
   * @return a copy with this name
   * @throws IllegalArgumentException when blank, longer than 256 characters or not in one line
   */
  public HedgeConfig name(String name) {
    Options changed = options.copy();
    changed.name = Arguments.name("name", name);
    return new HedgeConfig(changed);
  }

  /**
   * Makes a hedge.
   *
   * @return one with a budget of its own, that has learned nothing yet
   */
  public Hedge build() {
    return new Hedge(this);
  }

  /**
   * The name.
   *
   * @return as given
   */
  public String name() {
    return options.name;
  }

  /**
   * How many attempts are made at most.
   *
   * @return the number, the first included
   */
  public int maxAttempts() {
    return options.maxAttempts;
  }

  /**
   * How many attempts beyond the first all calls together may make.
   *
   * @return the budget
   */
  public AttemptBudget budget() {
    return options.budget;
  }

  /**
   * Whether a call about which its caller says nothing may be made twice.
   *
   * @return the choice
   */
  public boolean idempotent() {
    return options.idempotent;
  }

  Duration fixedDelay() {
    return options.delay;
  }

  /** What learns the delay; null when it is fixed. */
  @Nullable LearnedDelay learnedDelay() {
    return options.slowestRatio == 0
        ? null
        : new LearnedDelay(options.slowestRatio, options.initialDelay.toNanos());
  }

  /**
   * How finished calls are read.
   *
   * @return the reading
   */
  public Verdicts<? super @Nullable Object> verdicts() {
    return options.verdicts;
  }

  Executor executor() {
    Executor given = options.executor;
    return given == null ? DefaultExecutor.shared() : given;
  }

  /**
   * How long an attempt of a blocking call waits for a thread.
   *
   * @return the time
   */
  public Duration maxWait() {
    return options.maxWait;
  }

  /** When a thread must have begun an attempt; the same deadline where none waits for a thread. */
  Deadline beginBy(Deadline deadline) {
    return options.executor == null
        ? deadline
        : deadline.earlierOf(Deadline.after(options.maxWait, options.time));
  }

  TimeSource time() {
    return options.time;
  }

  @Override
  public String toString() {
    String delay =
        options.slowestRatio == 0
            ? "after " + options.delay
            : "for the slowest " + options.slowestRatio * 100 + " %";
    return name()
        + ": at most "
        + maxAttempts()
        + " attempts, another one "
        + delay
        + ", budget "
        + budget();
  }

  /** The values, copied before each change. A share of 0 stands for the fixed delay. */
  private static final class Options {
    private String name = "hedge";
    private Duration delay = Duration.ZERO;
    private double slowestRatio = 0.05;
    private Duration initialDelay = Duration.ofSeconds(1);
    private int maxAttempts = 2;
    private AttemptBudget budget = AttemptBudget.ofCalls(0.05);
    private boolean idempotent;
    private Verdicts<? super @Nullable Object> verdicts = Verdicts.standard();
    private @Nullable Executor executor;
    private Duration maxWait = Duration.ofSeconds(10);
    private TimeSource time = TimeSource.system();

    Options copy() {
      Options copy = new Options();
      copy.name = name;
      copy.delay = delay;
      copy.slowestRatio = slowestRatio;
      copy.initialDelay = initialDelay;
      copy.maxAttempts = maxAttempts;
      copy.budget = budget;
      copy.idempotent = idempotent;
      copy.verdicts = verdicts;
      copy.executor = executor;
      copy.maxWait = maxWait;
      copy.time = time;
      return copy;
    }
  }
}
