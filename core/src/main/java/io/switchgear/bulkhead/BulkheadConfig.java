// SPDX-License-Identifier: Apache-2.0
package io.switchgear.bulkhead;

import io.switchgear.core.TimeSource;
import io.switchgear.core.internal.Arguments;
import java.time.Duration;
import java.util.Objects;

/**
 * The settings of a bulkhead. Begin with {@link Bulkhead#named}; each method gives a copy with one
 * setting changed.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class BulkheadConfig {
  private final String name;
  private final int maxConcurrent;
  private final Shares shares;
  private final Queue queue;
  private final TimeSource time;

  private BulkheadConfig(
      String name, int maxConcurrent, Shares shares, Queue queue, TimeSource time) {
    this.name = name;
    this.maxConcurrent = maxConcurrent;
    this.shares = shares;
    this.queue = queue;
    this.time = time;
  }

  static BulkheadConfig named(String name) {
    String checked = Arguments.name("name", name);
    Queue queue = new Queue(0, Duration.ofSeconds(10));
    return new BulkheadConfig(checked, 16, Shares.DEFAULT, queue, TimeSource.system());
  }

  /**
   * The same settings under another name.
   *
   * @param name the name, as it appears in rejections, logs and metrics
   * @return a copy with this name
   * @throws IllegalArgumentException when blank, longer than 256 characters or not in one line
   */
  public BulkheadConfig name(String name) {
    String checked = Arguments.name("name", name);
    return new BulkheadConfig(checked, maxConcurrent, shares, queue, time);
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
    return new BulkheadConfig(name, maxConcurrent, shares, queue, time);
  }

  static void checkMaxConcurrent(int maxConcurrent) {
    Arguments.inRange("maxConcurrent", maxConcurrent, 1, Occupancy.MAX);
  }

  /**
   * Which share of the places the calls of each {@link io.switchgear.core.Priority} may fill;
   * critical calls may fill all of them. A call of a priority with a share below 1 never waits: it
   * is refused as soon as its share is filled, by calls of any priority. Each priority may use one
   * place at least. Default: 1 for normal calls, so that nothing is kept back from those who say
   * nothing of priorities, and 0.8 for sheddable ones, whose last fifth is left to the peaks of the
   * others.
   *
   * @param normal above 0, at most 1
   * @param sheddable above 0, at most the share of normal calls
   * @return a copy with these shares
   * @throws IllegalArgumentException when out of range
   */
  public BulkheadConfig shares(double normal, double sheddable) {
    Arguments.ratio("normal", normal);
    Arguments.ratio("sheddable", sheddable);
    return new BulkheadConfig(name, maxConcurrent, new Shares(normal, sheddable), queue, time);
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
    return queue(new Queue(maxQueued, queue.maxWait()));
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
    return queue(new Queue(queue.maxQueued(), checked));
  }

  private BulkheadConfig queue(Queue next) {
    return new BulkheadConfig(name, maxConcurrent, shares, next, time);
  }

  /**
   * Where time comes from. Default: {@link TimeSource#system()}.
   *
   * @param time the time
   * @return a copy with this time
   */
  public BulkheadConfig time(TimeSource time) {
    Objects.requireNonNull(time, "time");
    return new BulkheadConfig(name, maxConcurrent, shares, queue, time);
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
    return queue.maxQueued();
  }

  /**
   * How long a call waits.
   *
   * @return the limit
   */
  public Duration maxWait() {
    return queue.maxWait();
  }

  Shares shares() {
    return shares;
  }

  TimeSource time() {
    return time;
  }

  @Override
  public String toString() {
    return name + ": at most " + maxConcurrent + " at once, " + maxQueued() + " waiting";
  }

  /** Who may wait, and how long. */
  private record Queue(int maxQueued, Duration maxWait) {}
}
