// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cache;

import io.switchgear.core.TimeSource;
import io.switchgear.core.Verdicts;
import io.switchgear.core.internal.Arguments;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a cache. Begin with {@link AnswerCache#named}; each method gives a copy with one
 * setting changed.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class AnswerCacheConfig {
  private final Options options;

  private AnswerCacheConfig(Options options) {
    this.options = options;
  }

  static AnswerCacheConfig named(String name) {
    Options options = new Options();
    options.name = Arguments.name("name", name);
    return new AnswerCacheConfig(options);
  }

  /**
   * The same settings under another name.
   *
   * @param name the name, as it appears in errors, logs and metrics
   * @return a copy with this name
   * @throws IllegalArgumentException when blank, longer than 256 characters or not in one line
   */
  public AnswerCacheConfig name(String name) {
    Options changed = options.copy();
    changed.name = Arguments.name("name", name);
    return new AnswerCacheConfig(changed);
  }

  /**
   * How long an answer is served without a call, counted from the beginning of the call that
   * brought it. Default: 1 minute.
   *
   * @param fresh 0 to 366 days; with 0 the dependency is asked each time, and the answer serves
   *     when it can't be
   * @return a copy with this period
   * @throws IllegalArgumentException when out of range
   */
  public AnswerCacheConfig freshFor(Duration fresh) {
    Options changed = options.copy();
    changed.fresh = Arguments.zeroOrPositive("freshFor", fresh);
    return new AnswerCacheConfig(changed);
  }

  /**
   * How long after that it is served at once while a call in the background brings a new one.
   * Default: 0.
   *
   * @param period 0 to 366 days
   * @return a copy with this period
   * @throws IllegalArgumentException when out of range
   */
  public AnswerCacheConfig staleWhileRevalidate(Duration period) {
    Options changed = options.copy();
    changed.whileRevalidate = Arguments.zeroOrPositive("staleWhileRevalidate", period);
    return new AnswerCacheConfig(changed);
  }

  /**
   * How long after that it is served when the call fails or is refused. Default: 0. At the end of
   * this period nobody gets the answer any more.
   *
   * @param period 0 to 366 days
   * @return a copy with this period
   * @throws IllegalArgumentException when out of range
   */
  public AnswerCacheConfig staleIfError(Duration period) {
    Options changed = options.copy();
    changed.ifError = Arguments.zeroOrPositive("staleIfError", period);
    return new AnswerCacheConfig(changed);
  }

  /**
   * How many answers are kept. At the bound an answer that wasn't asked for lately makes room for a
   * new one. Default: 10,000.
   *
   * @param maxEntries 1 to 1,000,000
   * @return a copy with this bound
   * @throws IllegalArgumentException when out of range
   */
  public AnswerCacheConfig maxEntries(int maxEntries) {
    Options changed = options.copy();
    changed.maxEntries = Arguments.inRange("maxEntries", maxEntries, 1, 1_000_000);
    return new AnswerCacheConfig(changed);
  }

  /**
   * How long a load may take. Then those who wait for it are told so, a stage that was started for
   * it is cancelled, what it may still bring isn't stored, and the next caller begins another one;
   * only a caller whose blocking call runs on its own thread goes on with it. Default: 30 s.
   *
   * @param limit 1 ms to 366 days
   * @return a copy with this limit
   * @throws IllegalArgumentException when out of range
   */
  public AnswerCacheConfig loadWithin(Duration limit) {
    Options changed = options.copy();
    changed.loadWithin = Arguments.positive("loadWithin", limit);
    return new AnswerCacheConfig(changed);
  }

  /**
   * How long after a failed call the stale answer is served without another call. Default: 1 s.
   *
   * @param pause 1 ms to 366 days
   * @return a copy with this pause
   * @throws IllegalArgumentException when out of range
   */
  public AnswerCacheConfig refreshPause(Duration pause) {
    Options changed = options.copy();
    changed.refreshPause = Arguments.positive("refreshPause", pause);
    return new AnswerCacheConfig(changed);
  }

  /**
   * Where blocking calls are made in the background. An executor that refuses a call puts it off;
   * the stale answer is served as long as it may. Default: four daemon threads that all caches of
   * this process share, with a queue of 64.
   *
   * @param executor runs calls on other threads than the caller's
   * @return a copy with this executor
   */
  public AnswerCacheConfig refreshOn(Executor executor) {
    Options changed = options.copy();
    changed.refreshOn = Objects.requireNonNull(executor, "refreshOn");
    return new AnswerCacheConfig(changed);
  }

  /**
   * How finished calls are read. A success is cached. After a failure or a throttled call, and when
   * one of our own policies refused the call, an older answer serves. Any other end, the caller's
   * own error above all, is passed on as it is. Default: {@link Verdicts#standard()}.
   *
   * @param verdicts reads any result that the calls return
   * @return a copy with this reading
   */
  public AnswerCacheConfig verdicts(Verdicts<? super @Nullable Object> verdicts) {
    Options changed = options.copy();
    changed.verdicts = Objects.requireNonNull(verdicts, "verdicts");
    return new AnswerCacheConfig(changed);
  }

  /**
   * Where time comes from. Default: {@link TimeSource#system()}.
   *
   * @param time the time
   * @return a copy with this time
   */
  public AnswerCacheConfig time(TimeSource time) {
    Options changed = options.copy();
    changed.time = Objects.requireNonNull(time, "time");
    return new AnswerCacheConfig(changed);
  }

  /**
   * Makes a cache.
   *
   * @param <K> the questions
   * @param <V> the answers
   * @return an empty one
   * @throws IllegalStateException when all periods are zero
   */
  public <K, V extends @Nullable Object> AnswerCache<K, V> build() {
    if (freshness().isOver(0)) {
      throw new IllegalStateException(
          "Cache " + name() + " would serve no answer: all of its periods are zero");
    }
    return new AnswerCache<>(this);
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
   * How many answers are kept.
   *
   * @return the bound
   */
  public int maxEntries() {
    return options.maxEntries;
  }

  /**
   * How old an answer may be when it is served: the sum of the three periods.
   *
   * @return the age at which nobody gets it any more
   */
  public Duration expiry() {
    return Duration.ofNanos(freshness().expiryNanos());
  }

  /**
   * How long a load may take.
   *
   * @return the limit
   */
  public Duration loadWithin() {
    return options.loadWithin;
  }

  Freshness freshness() {
    return Freshness.of(options.fresh, options.whileRevalidate, options.ifError);
  }

  /** An answer that nobody asked for during its whole life is of use to nobody. */
  Duration idleAfter() {
    Duration expiry = expiry();
    return expiry.compareTo(Arguments.MAX_DURATION) > 0 ? Arguments.MAX_DURATION : expiry;
  }

  Duration refreshPause() {
    return options.refreshPause;
  }

  Executor refreshOn() {
    return options.refreshOn;
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

  @Override
  public String toString() {
    return name()
        + ": fresh for "
        + options.fresh
        + ", then stale while revalidating for "
        + options.whileRevalidate
        + ", then stale on errors for "
        + options.ifError;
  }

  /** The values, copied before each change. */
  private static final class Options {
    private String name = "cache";
    private Duration fresh = Duration.ofMinutes(1);
    private Duration whileRevalidate = Duration.ZERO;
    private Duration ifError = Duration.ZERO;
    private int maxEntries = 10_000;
    private Duration loadWithin = Duration.ofSeconds(30);
    private Duration refreshPause = Duration.ofSeconds(1);
    private Executor refreshOn = RefreshThreads::execute;
    private Verdicts<? super @Nullable Object> verdicts = Verdicts.standard();
    private TimeSource time = TimeSource.system();

    Options copy() {
      Options copy = new Options();
      copy.name = name;
      copy.fresh = fresh;
      copy.whileRevalidate = whileRevalidate;
      copy.ifError = ifError;
      copy.maxEntries = maxEntries;
      copy.loadWithin = loadWithin;
      copy.refreshPause = refreshPause;
      copy.refreshOn = refreshOn;
      copy.verdicts = verdicts;
      copy.time = time;
      return copy;
    }
  }
}
