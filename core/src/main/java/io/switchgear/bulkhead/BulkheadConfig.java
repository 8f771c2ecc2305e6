// SPDX-License-Identifier: Apache-2.0
package io.switchgear.bulkhead;

import io.switchgear.core.TimeSource;
import io.switchgear.core.internal.Arguments;
import java.time.Duration;

/**
 * The settings of a bulkhead. Begin with {@link Bulkhead#named}; each method gives a copy with one
 * setting changed.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class BulkheadConfig {
  private final String name;
  private final int maxConcurrent;
  private final int maxQueued;
  private final Duration maxWait;
  private final TimeSource time;

  private BulkheadConfig(
      String name, int maxConcurrent, int maxQueued, Duration maxWait, TimeSource time) {
    this.name = name;
    this.maxConcurrent = maxConcurrent;
    this.maxQueued = maxQueued;
    this.maxWait = maxWait;
    this.time = time;
  }

  static BulkheadConfig named(String name) {
    String checked = Arguments.notBlank("name", name);
    return new BulkheadConfig(checked, 16, 0, Duration.ofSeconds(10), TimeSource.system());
  }

  /**
   * The same settings under another name.
   *
   * @param name the name, as it appears in rejections, logs and metrics
   * @return a copy with this name
   * @throws IllegalArgumentException when blank
   */
  public BulkheadConfig name(String name) {
    String checked = Arguments.notBlank("name", name);
    return new BulkheadConfig(checked, maxConcurrent, maxQueued, maxWait, time);
  }

  /**
   * How many calls may run at the same time. Default: 16. {@link Bulkhead#resize} changes it later.
   *
   * @param maxConcurrent 1 to 1,000,000
   * @return a copy with this number
   * @throws IllegalArgumentException when out of range
   */
  public BulkheadConfig maxConcurrent(int maxConcurrent) {
    checkMaxConcurrent(maxConcurrent);
    return new BulkheadConfig(name, maxConcurrent, maxQueued, maxWait, time);
  }

  static void checkMaxConcurrent(int maxConcurrent) {
    Arguments.inRange("maxConcurrent", maxConcurrent, 1, Occupancy.MAX);
  }

  /**
   * How many calls may wait for a place. Default: 0, so that a call without a place is refused at
   * once.
   *
   * @param maxQueued 0 to 1,000,000
   * @return a copy with this number
   * @throws IllegalArgumentException when out of range
   */
  public BulkheadConfig maxQueued(int maxQueued) {
    Arguments.inRange("maxQueued", maxQueued, 0, Occupancy.MAX);
    return new BulkheadConfig(name, maxConcurrent, maxQueued, maxWait, time);
  }

  /**
   * How long a call waits for a place before it is refused. Default: 10 s.
   *
   * @param maxWait 1 ms to 366 days
   * @return a copy with this limit
   * @throws IllegalArgumentException when out of range
   */
  public BulkheadConfig maxWait(Duration maxWait) {
    Duration checked = Arguments.positive("maxWait", maxWait);
    return new BulkheadConfig(name, maxConcurrent, maxQueued, checked, time);
  }

  /**
   * Where time comes from. Default: {@link TimeSource#system()}.
   *
   * @param time the time
   * @return a copy with this time
   */
  public BulkheadConfig time(TimeSource time) {
    return new BulkheadConfig(name, maxConcurrent, maxQueued, maxWait, time);
  }

  /**
   * Makes a bulkhead.
   *
   * @return an empty one
   */
  public Bulkhead build() {
    return new Bulkhead(this);
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
   * How many calls may run at the same time.
   *
   * @return the number
   */
  public int maxConcurrent() {
    return maxConcurrent;
  }

  /**
   * How many calls may wait.
   *
   * @return the number
   */
  public int maxQueued() {
    return maxQueued;
  }

  /**
   * How long a call waits.
   *
   * @return the limit
   */
  public Duration maxWait() {
    return maxWait;
  }

  TimeSource time() {
    return time;
  }

  @Override
  public String toString() {
    return name + ": at most " + maxConcurrent + " at once, " + maxQueued + " waiting";
  }
}
