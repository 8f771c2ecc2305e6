// SPDX-License-Identifier: Apache-2.0
package io.switchgear.timeout;

import io.switchgear.core.TimeSource;
import io.switchgear.core.internal.Arguments;
import java.time.Duration;
import java.util.Objects;

/**
 * The settings of a timeout. Begin with {@link Timeout#named}; each method gives a copy with one
 * setting changed.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class TimeoutConfig {
  private final String name;
  private final Duration limit;
  private final TimeSource time;

  private TimeoutConfig(String name, Duration limit, TimeSource time) {
    this.name = name;
    this.limit = limit;
    this.time = time;
  }

  static TimeoutConfig named(String name) {
    String checked = Arguments.name("name", name);
    return new TimeoutConfig(checked, Duration.ofSeconds(10), TimeSource.system());
  }

  /**
   * The same settings under another name.
   *
   * @param name the name, as it appears in errors, logs and metrics
   * @return a copy with this name
   * @throws IllegalArgumentException when blank, longer than 256 characters or not in one line
   */
  public TimeoutConfig name(String name) {
    return new TimeoutConfig(Arguments.name("name", name), limit, time);
  }

  /**
   * How long a call may take. Default: 10 s. A caller's deadline that comes earlier is the limit
   * then.
   *
   * @param limit 1 ms to 366 days
   * @return a copy with this limit
   * @throws IllegalArgumentException when out of range
   */
  public TimeoutConfig after(Duration limit) {
    return new TimeoutConfig(name, Arguments.positive("after", limit), time);
  }

  /**
   * Where time comes from. Default: {@link TimeSource#system()}.
   *
   * @param time the time
   * @return a copy with this time
   */
  public TimeoutConfig time(TimeSource time) {
    return new TimeoutConfig(name, limit, Objects.requireNonNull(time, "time"));
  }

  /**
   * Makes a timeout.
   *
   * @return the timeout
   */
  public Timeout build() {
    return new Timeout(this);
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
   * How long a call may take.
   *
   * @return the limit
   */
  public Duration limit() {
    return limit;
  }

  TimeSource time() {
    return time;
  }

  @Override
  public String toString() {
    return name + ": after " + limit;
  }
}
