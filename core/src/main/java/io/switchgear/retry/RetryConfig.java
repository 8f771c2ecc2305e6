// SPDX-License-Identifier: Apache-2.0
package io.switchgear.retry;

import io.switchgear.core.AttemptBudget;
import io.switchgear.core.RandomSource;
import io.switchgear.core.RejectionReason;
import io.switchgear.core.TimeSource;
import io.switchgear.core.Verdicts;
import io.switchgear.core.internal.Arguments;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a retry. Begin with {@link #exponential}, {@link #fixed}, {@link #decorrelated}
 * or {@link #never}; each further method gives a copy with one setting changed.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class RetryConfig {
  private static final int MAX_ATTEMPTS = 1_000;

  private final Options options;
  private final RetryRules rules;

  private RetryConfig(Options options) {
    this.options = options;
    this.rules =
        new RetryRules(
            options.maxAttempts, options.maxRetryAfter.toNanos(), options.retriedRejections);
  }

  private static RetryConfig begin(BackOff backOff) {
    Options options = new Options();
    options.backOff = backOff;
    return new RetryConfig(options);
  }

  /**
   * Waits that double each time, up to 5 s (or up to the first, if that is longer), with full
   * jitter.
   *
   * @param first the first wait, 1 ns to 366 days
   * @return the settings
   * @throws IllegalArgumentException when out of range
   */
  public static RetryConfig exponential(Duration first) {
    return begin(BackOff.exponential(first));
  }

  /**
   * Waits that are always the same, without jitter.
   *
   * @param delay the wait, 1 ns to 366 days
   * @return the settings
   * @throws IllegalArgumentException when out of range
   */
  public static RetryConfig fixed(Duration delay) {
    return begin(BackOff.fixed(delay));
  }

  /**
   * Waits that are drawn evenly between the first one and three times the one before, up to 5 s (or
   * up to the first, if that is longer).
   *
   * @param first the least wait, 1 ns to 366 days
   * @return the settings
   * @throws IllegalArgumentException when out of range
   */
  public static RetryConfig decorrelated(Duration first) {
    return begin(BackOff.decorrelated(first));
  }

  /**
   * One attempt and no other, for calls that must not be repeated.
   *
   * @return the settings
   */
  public static RetryConfig never() {
    Options options = new Options();
    options.backOff = BackOff.never();
    options.maxAttempts = 1;
    return new RetryConfig(options);
  }

  /**
   * The factor from one wait to the next. Default: 2, for {@link #decorrelated} 3.
   *
   * @param multiplier 1 to 100
   * @return a copy with this factor
   * @throws IllegalArgumentException when out of range
   * @throws IllegalStateException when waits don't grow
   */
  public RetryConfig multiplier(double multiplier) {
    return backOff(options.backOff.withMultiplier(multiplier));
  }

  /**
   * The longest wait; jitter stays below it. Default: 5 s. A dependency that asks for a longer one
   * gets it: see {@link #maxRetryAfter}.
   *
   * @param max the first wait or more, at most 366 days
   * @return a copy with this maximum
   * @throws IllegalArgumentException when out of range
   * @throws IllegalStateException when waits don't grow
   */
  public RetryConfig upTo(Duration max) {
    return backOff(options.backOff.upTo(max));
  }

  /**
   * Waits without jitter: clients that failed together come back together. Default for {@link
   * #fixed}.
   *
   * @return a copy without jitter
   * @throws IllegalStateException for {@link #decorrelated} and {@link #never}
   */
  public RetryConfig noJitter() {
    return backOff(options.backOff.withJitter(Jitter.NONE));
  }

  /**
   * Waits that are drawn evenly from 0 to 100 % of their length. Default for {@link #exponential}.
   *
   * @return a copy with this jitter
   * @throws IllegalStateException for {@link #decorrelated} and {@link #never}
   */
  public RetryConfig fullJitter() {
    return backOff(options.backOff.withJitter(Jitter.FULL));
  }

  /**
   * Waits of which one half is certain and an equal part is left to chance: 50 to 100 % of their
   * length.
   *
   * @return a copy with this jitter
   * @throws IllegalStateException for {@link #decorrelated} and {@link #never}
   */
  public RetryConfig equalJitter() {
    return backOff(options.backOff.withJitter(Jitter.EQUAL));
  }

  /**
   * The same as {@link #equalJitter}, by the name of its range.
   *
   * @return a copy with this jitter
   * @throws IllegalStateException for {@link #decorrelated} and {@link #never}
   */
  public RetryConfig halfToFullJitter() {
    return equalJitter();
  }

  private RetryConfig backOff(BackOff backOff) {
    Options changed = options.copy();
    changed.backOff = backOff;
    return new RetryConfig(changed);
  }

  /**
   * How many attempts are made at most, the first included. Default: 3.
   *
   * @param maxAttempts 1 to 1,000
   * @return a copy with this number
   * @throws IllegalArgumentException when out of range
   * @throws IllegalStateException for {@link #never}
   */
  public RetryConfig maxAttempts(int maxAttempts) {
    options.backOff.requireRetries();
    Options changed = options.copy();
    changed.maxAttempts = Arguments.inRange("maxAttempts", maxAttempts, 1, MAX_ATTEMPTS);
    return new RetryConfig(changed);
  }

  /**
   * The longest wait that the dependency may ask for. When it asks for more, the call ends at once:
   * it is never made earlier than asked. Default: 30 s.
   *
   * @param maxRetryAfter 1 ms to 366 days
   * @return a copy with this limit
   * @throws IllegalArgumentException when out of range
   */
  public RetryConfig maxRetryAfter(Duration maxRetryAfter) {
    Options changed = options.copy();
    changed.maxRetryAfter = Arguments.positive("maxRetryAfter", maxRetryAfter);
    return new RetryConfig(changed);
  }

  /**
   * How many retries all calls together may make; each call that succeeds at its first attempt
   * earns its share. Default: 10 % of the calls, and one each second at least.
   *
   * @param budget the budget
   * @return a copy with this budget
   */
  public RetryConfig budget(AttemptBudget budget) {
    Options changed = options.copy();
    changed.budget = Objects.requireNonNull(budget, "budget");
    return new RetryConfig(changed);
  }

  /**
   * Whether a call about which its caller says nothing may be made twice. Default: true, since who
   * puts a call into a retry says so. With false, only those calls are made again whose {@link
   * io.switchgear.core.CallOptions} say that they are idempotent or have an idempotency key. A
   * caller who says that a call isn't idempotent is believed in any case.
   *
   * @param idempotent true or false
   * @return a copy with this choice
   */
  public RetryConfig idempotent(boolean idempotent) {
    Options changed = options.copy();
    changed.idempotent = idempotent;
    return new RetryConfig(changed);
  }

  /**
   * Which refusals by our own policies are retried, after the wait that they name, if that fits the
   * caller's deadline and {@link #maxRetryAfter}. Such retries need no budget, and the call needn't
   * be idempotent, since the refused attempt wasn't made. Default: none, so that a call ends at
   * once when a circuit is open.
   *
   * @param first a reason
   * @param more further reasons
   * @return a copy with these reasons instead of the former ones
   * @throws IllegalArgumentException when {@link RejectionReason#HELD} is one of them: a hold is
   *     never retried
   */
  public RetryConfig retryRejections(RejectionReason first, RejectionReason... more) {
    Objects.requireNonNull(first, "first");
    Objects.requireNonNull(more, "more");
    Set<RejectionReason> reasons = Set.copyOf(EnumSet.of(first, more));
    if (reasons.contains(RejectionReason.HELD)) {
      throw new IllegalArgumentException("a hold is never retried");
    }
    Options changed = options.copy();
    changed.retriedRejections = reasons;
    return new RetryConfig(changed);
  }

  /**
   * How finished attempts are read. Default: {@link Verdicts#standard()}.
   *
   * @param verdicts reads any result that the calls return
   * @return a copy with this reading
   */
  public RetryConfig verdicts(Verdicts<? super @Nullable Object> verdicts) {
    Options changed = options.copy();
    changed.verdicts = Objects.requireNonNull(verdicts, "verdicts");
    return new RetryConfig(changed);
  }

  /**
   * Where time comes from. Default: {@link TimeSource#system()}.
   *
   * @param time the time
   * @return a copy with this time
   */
  public RetryConfig time(TimeSource time) {
    Options changed = options.copy();
    changed.time = Objects.requireNonNull(time, "time");
    return new RetryConfig(changed);
  }

  /**
   * Where chance comes from, for jitter. Default: {@link RandomSource#system()}.
   *
   * @param random the chance
   * @return a copy with this chance
   */
  public RetryConfig random(RandomSource random) {
    Options changed = options.copy();
    changed.random = Objects.requireNonNull(random, "random");
    return new RetryConfig(changed);
  }

  /**
   * The same settings under another name. Default: {@code retry}.
   *
   * @param name the name, as it appears in decisions, logs and metrics
   * @return a copy with this name
   * @throws IllegalArgumentException when blank, longer than 256 characters or not in one line
   */
  public RetryConfig name(String name) {
    Options changed = options.copy();
    changed.name = Arguments.name("name", name);
    return new RetryConfig(changed);
  }

  /**
   * Makes a retry.
   *
   * @return one with a budget of its own
   */
  public Retry build() {
    return new Retry(this);
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
   * The longest wait that the dependency may ask for.
   *
   * @return the limit
   */
  public Duration maxRetryAfter() {
    return options.maxRetryAfter;
  }

  /**
   * How many retries all calls together may make.
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

  BackOff backOff() {
    return options.backOff;
  }

  RetryRules rules() {
    return rules;
  }

  /**
   * How finished calls are read.
   *
   * @return the reading
   */
  public Verdicts<? super @Nullable Object> verdicts() {
    return options.verdicts;
  }

  TimeSource time() {
    return options.time;
  }

  RandomSource random() {
    return options.random;
  }

  @Override
  public String toString() {
    return name()
        + ": at most "
        + maxAttempts()
        + " attempts, "
        + backOff()
        + ", budget "
        + budget();
  }

  /** The values, copied before each change. */
  private static final class Options {
    private String name = "retry";
    private BackOff backOff = BackOff.never();
    private int maxAttempts = 3;
    private Duration maxRetryAfter = Duration.ofSeconds(30);
    private AttemptBudget budget = AttemptBudget.ofCalls(0.1);
    private boolean idempotent = true;
    private Set<RejectionReason> retriedRejections = Set.of();
    private Verdicts<? super @Nullable Object> verdicts = Verdicts.standard();
    private TimeSource time = TimeSource.system();
    private RandomSource random = RandomSource.system();

    Options copy() {
      Options copy = new Options();
      copy.name = name;
      copy.backOff = backOff;
      copy.maxAttempts = maxAttempts;
      copy.maxRetryAfter = maxRetryAfter;
      copy.budget = budget;
      copy.idempotent = idempotent;
      copy.retriedRejections = retriedRejections;
      copy.verdicts = verdicts;
      copy.time = time;
      copy.random = random;
      return copy;
    }
  }
}
