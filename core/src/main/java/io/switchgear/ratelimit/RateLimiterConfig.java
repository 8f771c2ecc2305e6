// SPDX-License-Identifier: Apache-2.0
package io.switchgear.ratelimit;

import io.switchgear.core.KeyLimits;
import io.switchgear.core.TimeSource;
import io.switchgear.core.internal.Arguments;
import java.time.Duration;
import java.util.Objects;

/**
 * The settings of a rate limiter. Begin with {@link RateLimiter#named}; each method gives a copy
 * with one setting changed.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class RateLimiterConfig {
  private static final int MAX_LIMIT = 1_000_000;
  private static final int MAX_WAITING = 100_000;

  /** To hold calls back is what a pacer is for; a longer wait had better be said to the caller. */
  private static final Duration PACER_WAIT = Duration.ofSeconds(30);

  private static final KeyLimits DEFAULT_KEY_LIMITS = KeyLimits.maxKeys(100_000);

  private final String name;
  private final RateLimit rateLimit;
  private final Quota quota;
  private final Line line;
  private final TimeSource time;

  private RateLimiterConfig(
      String name, RateLimit rateLimit, Quota quota, Line line, TimeSource time) {
    this.name = name;
    this.rateLimit = rateLimit;
    this.quota = quota;
    this.line = line;
    this.time = time;
  }

  private static RateLimiterConfig of(String name, RateLimit rateLimit, Quota quota) {
    Line line = new Line(1_000, Duration.ZERO);
    return new RateLimiterConfig(name, rateLimit, quota, line, TimeSource.system());
  }

  /**
   * The same settings under another name.
   *
   * @param name the name, as it appears in rejections, logs and metrics
   * @return a copy with this name
   * @throws IllegalArgumentException when blank, longer than 256 characters or not in one line
   */
  public RateLimiterConfig name(String name) {
    String checked = Arguments.name("name", name);
    return new RateLimiterConfig(checked, rateLimit, quota, line, time);
  }

  /**
   * How many callers may wait for permits at the same time; with keys, for each key. Further ones
   * are refused at once. Default: 1,000.
   *
   * @param maxWaiting 0 to 100,000; the time that a newcomer needs to learn its wait grows with it
   * @return a copy with this number
   * @throws IllegalArgumentException when out of range
   */
  public RateLimiterConfig maxWaiting(int maxWaiting) {
    Arguments.inRange("maxWaiting", maxWaiting, 0, MAX_WAITING);
    Line next = new Line(maxWaiting, line.maxWait());
    return new RateLimiterConfig(name, rateLimit, quota, next, time);
  }

  /**
   * How long a call of a pipeline waits for its permit; the {@code acquire} methods are told each
   * time. A call whose permit comes later is refused at once. Default: zero, so no call waits.
   *
   * @param maxWait zero, or 1 ms to 366 days
   * @return a copy with this time
   * @throws IllegalArgumentException when out of range
   */
  public RateLimiterConfig maxWait(Duration maxWait) {
    Duration checked = Arguments.zeroOrPositive("maxWait", maxWait);
    Line next = new Line(line.maxWaiting(), checked);
    return new RateLimiterConfig(name, rateLimit, quota, next, time);
  }

  /**
   * Where time comes from. Default: {@link TimeSource#system()}.
   *
   * @param time the time
   * @return a copy with this time
   */
  public RateLimiterConfig time(TimeSource time) {
    Objects.requireNonNull(time, "time");
    return new RateLimiterConfig(name, rateLimit, quota, line, time);
  }

  /**
   * Makes one limiter.
   *
   * @return an unused limiter
   */
  public RateLimiter build() {
    return new RateLimiter(this, null, null);
  }

  /**
   * Makes a limiter for each key, for at most 100,000 keys.
   *
   * @param <K> the keys; they need {@code equals}, {@code hashCode} and a {@code toString} that may
   *     be shown to people
   * @return the family of limiters
   */
  public <K> KeyedRateLimiter<K> keyed() {
    return keyed(DEFAULT_KEY_LIMITS);
  }

  /**
   * Makes a limiter for each key.
   *
   * @param <K> the keys; they need {@code equals}, {@code hashCode} and a {@code toString} that may
   *     be shown to people
   * @param limits how many keys are remembered and for how long
   * @return the family of limiters
   */
  public <K> KeyedRateLimiter<K> keyed(KeyLimits limits) {
    return new KeyedRateLimiter<>(this, Objects.requireNonNull(limits, "limits"));
  }

  /**
   * The name.
   *
   * @return as given
   */
  public String name() {
    return name;
  }

  /**
   * How many permits there are for each {@link #per}.
   *
   * @return the number
   */
  public int limit() {
    return quota.limit();
  }

  /**
   * The time that {@link #limit} is for.
   *
   * @return the time
   */
  public Duration per() {
    return quota.per();
  }

  /**
   * How many permits can be taken at once after a rest.
   *
   * @return the burst of a token bucket; for one call, the capacity of a leaky bucket; the limit of
   *     a window
   */
  public int burst() {
    return rateLimit.maxPermits();
  }

  /**
   * How many callers may wait at the same time.
   *
   * @return the number
   */
  public int maxWaiting() {
    return line.maxWaiting();
  }

  /**
   * How long a call of a pipeline waits for its permit.
   *
   * @return the time; zero when it doesn't wait
   */
  public Duration maxWait() {
    return line.maxWait();
  }

  /**
   * Whether other settings are of the same algorithm, so that a limiter can change to them while
   * calls go on.
   *
   * @param other the other settings
   * @return true if so
   */
  public boolean hasAlgorithmOf(RateLimiterConfig other) {
    Objects.requireNonNull(other, "other");
    return other.rateLimit.getClass() == rateLimit.getClass();
  }

  static RateLimiterConfig adaptive(String name, int limit, Duration per) {
    String checked = Arguments.name("name", name);
    Quota quota = new Quota(limit, per);
    quota.checkInterval();
    return of(checked, new AdaptiveRate(limit, per.toNanos()), quota).maxWait(PACER_WAIT);
  }

  /** These settings with the limit of others, and with what they say of those who wait. */
  RateLimiterConfig withNumbersOf(RateLimiterConfig other) {
    Objects.requireNonNull(other, "settings");
    if (!hasAlgorithmOf(other)) {
      throw new IllegalArgumentException(
          "settings must be those of a limiter like the " + rateLimit + ", not " + other.rateLimit);
    }
    boolean same =
        other.rateLimit.equals(rateLimit) && other.quota.equals(quota) && other.line.equals(line);
    return same
        ? this
        : new RateLimiterConfig(name, other.rateLimit, other.quota, other.line, time);
  }

  RateLimit rateLimit() {
    return rateLimit;
  }

  TimeSource time() {
    return time;
  }

  @Override
  public String toString() {
    return name + ": " + quota.limit() + " per " + quota.per() + ", " + rateLimit;
  }

  /** Who may wait, and how long. */
  private record Line(int maxWaiting, Duration maxWait) {}

  /** What the user asked for, before an algorithm made its own numbers of it. */
  private record Quota(int limit, Duration per) {
    Quota {
      Arguments.inRange("limit", limit, 1, MAX_LIMIT);
      Arguments.positive("per", per);
    }

    /** For algorithms that round the interval between two permits up to whole nanoseconds. */
    void checkInterval() {
      if (limit > per.toNanos() / 1_000) {
        throw new IllegalArgumentException(
            "limit must be at most one permit a microsecond, but is " + limit + " per " + per);
      }
    }
  }

  /**
   * A name that has no limit yet. There is no default: choose one of the algorithms.
   *
   * <p><b>Thread safety:</b> immutable.
   */
  public static final class Named {
    private final String name;

    Named(String name) {
      this.name = Arguments.name("name", name);
    }

    /**
     * A bucket that holds up to {@code burst} permits and is refilled evenly. Over any stretch of
     * time t it gives at most {@code burst + t × limit / per} permits. There is no edge at which
     * twice the limit gets through; in front of an API whose limit must not be exceeded, burst and
     * limit together must fit that limit.
     *
     * <p>The interval between two permits is rounded up to whole nanoseconds, which lowers the rate
     * by at most 0.1 %.
     *
     * @param limit how many permits are added in each {@code per}, 1 to 1,000,000 and at most one a
     *     microsecond
     * @param per the time that the limit is for, 1 ms to 366 days
     * @param burst how many permits the bucket holds, 1 to 1,000,000; it begins full
     * @return the settings
     * @throws IllegalArgumentException when out of range
     */
    public RateLimiterConfig tokenBucket(int limit, Duration per, int burst) {
      Quota quota = new Quota(limit, per);
      Arguments.inRange("burst", burst, 1, MAX_LIMIT);
      quota.checkInterval();
      return of(name, new TokenBucket(limit, per.toNanos(), burst), quota);
    }

    /**
     * Lets calls begin one by one at even distances, as water leaks out of a bucket: no burst, not
     * even after a rest. A call whose slot is free begins at once; after a call of weight n the
     * next slot comes n intervals of {@code per / limit} later. Over any stretch of time t it gives
     * at most {@code t × limit / per} permits and the weight of one call.
     *
     * <p>Made for callers that wait: the {@code acquire} methods wait for the call's own slot. The
     * bucket is full for a call that has more than {@code capacity} permits ahead of it, which is
     * refused at once however long it would wait.
     *
     * <p>The interval is rounded up to whole nanoseconds, which lowers the rate by at most 0.1 %.
     *
     * @param limit how many permits leak out in each {@code per}, 1 to 1,000,000 and at most one a
     *     microsecond
     * @param per the time that the limit is for, 1 ms to 366 days
     * @param capacity how many permits the bucket holds, 1 to 1,000,000; the greatest weight of a
     *     call
     * @return the settings
     * @throws IllegalArgumentException when out of range
     */
    public RateLimiterConfig leakyBucket(int limit, Duration per, int capacity) {
      Quota quota = new Quota(limit, per);
      Arguments.inRange("capacity", capacity, 1, MAX_LIMIT);
      quota.checkInterval();
      return of(name, new LeakyBucket(limit, per.toNanos(), capacity), quota);
    }

    /**
     * Windows that follow one another, each with {@code limit} permits. Simple to explain and easy
     * to compare with a provider's own numbers; but up to twice the limit gets through in a short
     * time across the edge of two windows; {@link #slidingWindow} doesn't do that. The edges lie at
     * multiples of {@code per} on the clock of the {@link TimeSource}, not at full minutes of the
     * wall clock.
     *
     * @param limit how many permits a window has, 1 to 1,000,000
     * @param per the length of a window, 1 ms to 366 days
     * @return the settings
     * @throws IllegalArgumentException when out of range
     */
    public RateLimiterConfig fixedWindow(int limit, Duration per) {
      Quota quota = new Quota(limit, per);
      return of(name, new FixedWindow(limit, per.toNanos()), quota);
    }

    /**
     * A window of the length {@code per} that moves with time, estimated from two counters: a call
     * is allowed while the permits taken in the current fixed window, and the share of those of the
     * window before that would still lie in the moving one if they had come evenly, are fewer than
     * the limit. Costs no more memory than a fixed window.
     *
     * <p>The error of the estimate: when the calls of the window before all came at its end, a
     * stretch of time {@code t} up to {@code per} may see {@code limit × (1 + t / per)} permits, so
     * never twice the limit, and never more than the limit in an instant. When they all came at its
     * beginning, calls are refused for up to {@code per} longer than need be. Use {@link
     * #slidingWindowLog} where that matters.
     *
     * @param limit how many permits the window has, 1 to 1,000,000; both counters must fit into one
     *     word, so at most 1,023 for a {@code per} of 1 ms, 32,767 for one second, 262,143 for one
     *     minute; any from 5 minutes on
     * @param per the length of the window, 1 ms to 366 days
     * @return the settings
     * @throws IllegalArgumentException when out of range
     */
    public RateLimiterConfig slidingWindow(int limit, Duration per) {
      Quota quota = new Quota(limit, per);
      return of(name, new SlidingWindow(limit, per.toNanos()), quota);
    }

    /**
     * A window of the length {@code per} that moves with time, counted exactly: no stretch of time
     * shorter than {@code per}, wherever it begins, ever sees more than {@code limit} permits.
     *
     * <p>Each permit in the window needs 8 bytes for its time, with keys for each key: at most 16
     * bytes × limit (160 KB at the greatest limit), and little while few are taken. Taking a permit
     * needs a short lock.
     *
     * @param limit how many permits the window has, 1 to 10,000
     * @param per the length of the window, 1 ms to 366 days
     * @return the settings
     * @throws IllegalArgumentException when out of range
     */
    public RateLimiterConfig slidingWindowLog(int limit, Duration per) {
      Quota quota = new Quota(limit, per);
      Arguments.inRange("limit", limit, 1, SlidingWindowLog.MAX_LIMIT);
      return of(name, new SlidingWindowLog(limit, per.toNanos()), quota);
    }
  }
}
