// SPDX-License-Identifier: Apache-2.0
package io.switchgear.ratelimit;

import io.switchgear.core.KeyLimits;
import io.switchgear.core.TimeSource;
import java.time.Duration;

/**
 * The settings of an adaptive pacer. Begin with {@link AdaptivePacer#named}; each method gives a
 * copy with one setting changed.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class AdaptivePacerConfig {
  private final RateLimiterConfig config;

  AdaptivePacerConfig(RateLimiterConfig config) {
    this.config = config;
  }

  /**
   * How many callers may wait for slots at the same time; with keys, for each key. Further ones are
   * refused at once. Default: 1,000.
   *
   * @param maxWaiting 0 to 100,000
   * @return a copy with this number
   * @throws IllegalArgumentException when out of range
   */
  public AdaptivePacerConfig maxWaiting(int maxWaiting) {
    return new AdaptivePacerConfig(config.maxWaiting(maxWaiting));
  }

  /**
   * How long a call of a pipeline waits for its slot; the {@code acquire} methods are told each
   * time. A call whose slot comes later is refused at once. Default: 30 s.
   *
   * @param maxWait zero, or 1 ms to 366 days
   * @return a copy with this time
   * @throws IllegalArgumentException when out of range
   */
  public AdaptivePacerConfig maxWait(Duration maxWait) {
    return new AdaptivePacerConfig(config.maxWait(maxWait));
  }

  /**
   * The same settings under another name.
   *
   * @param name the name, as it appears in rejections, logs and metrics
   * @return a copy with this name
   * @throws IllegalArgumentException when blank, longer than 256 characters or not in one line
   */
  public AdaptivePacerConfig name(String name) {
    return new AdaptivePacerConfig(config.name(name));
  }

  /**
   * Where time comes from. Default: {@link TimeSource#system()}.
   *
   * @param time the time
   * @return a copy with this time
   */
  public AdaptivePacerConfig time(TimeSource time) {
    return new AdaptivePacerConfig(config.time(time));
  }

  /**
   * Makes one pacer.
   *
   * @return a pacer that has learned nothing
   */
  public AdaptivePacer build() {
    return new AdaptivePacer(config.build());
  }

  /**
   * Makes a pacer for each key, for at most 100,000 keys.
   *
   * @param <K> the keys; they need {@code equals}, {@code hashCode} and a {@code toString} that may
   *     be shown to people
   * @return the family of pacers
   */
  public <K> KeyedAdaptivePacer<K> keyed() {
    return new KeyedAdaptivePacer<>(config.keyed());
  }

  /**
   * Makes a pacer for each key.
   *
   * @param <K> the keys; they need {@code equals}, {@code hashCode} and a {@code toString} that may
   *     be shown to people
   * @param limits how many keys are remembered and for how long; one that has learned something is
   *     kept for an hour at least
   * @return the family of pacers
   */
  public <K> KeyedAdaptivePacer<K> keyed(KeyLimits limits) {
    return new KeyedAdaptivePacer<>(config.keyed(limits));
  }

  /**
   * The name.
   *
   * @return as given
   */
  public String name() {
    return config.name();
  }

  /**
   * How many calls may begin in each {@link #per} at the most.
   *
   * @return the number
   */
  public int limit() {
    return config.limit();
  }

  /**
   * The time that {@link #limit} is for.
   *
   * @return the time
   */
  public Duration per() {
    return config.per();
  }

  RateLimiterConfig limiter() {
    return config;
  }

  @Override
  public String toString() {
    return config.toString();
  }
}
