// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.time.Duration;

/**
 * How long the parts of a call may take.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class TimeoutConfig {
  static final TimeoutConfig STANDARD =
      new TimeoutConfig(
          Duration.ofSeconds(1),
          Duration.ofSeconds(10),
          Duration.ofSeconds(10),
          Duration.ofSeconds(30));

  private final Duration connect;
  private final Duration firstByte;
  private final Duration idle;
  private final Duration total;

  TimeoutConfig(Duration connect, Duration firstByte, Duration idle, Duration total) {
    this.connect = connect;
    this.firstByte = firstByte;
    this.idle = idle;
    this.total = total;
  }

  /**
   * The time to make a connection.
   *
   * @return 1 ms to 24 h; default 1 s
   */
  public Duration connect() {
    return connect;
  }

  /**
   * The time from the request to the first byte of the response.
   *
   * @return 1 ms to 24 h; default 10 s
   */
  public Duration firstByte() {
    return firstByte;
  }

  /**
   * The time between two pieces of the response.
   *
   * @return 1 ms to 24 h; default 10 s
   */
  public Duration idle() {
    return idle;
  }

  /**
   * The time of the whole call.
   *
   * @return 1 ms to 24 h; default 30 s
   */
  public Duration total() {
    return total;
  }

  @Override
  public String toString() {
    return "connect "
        + Durations.format(connect)
        + ", first byte "
        + Durations.format(firstByte)
        + ", idle "
        + Durations.format(idle)
        + ", total "
        + Durations.format(total);
  }
}
