// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway;

import io.switchgear.core.TimeSource;
import java.time.Duration;

/**
 * How a gateway runs, apart from what its settings file says.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class GatewayOptions {
  private static final GatewayOptions STANDARD =
      new GatewayOptions(TimeSource.system(), Duration.ofSeconds(10));

  private final TimeSource time;
  private final Duration stopTimeout;

  private GatewayOptions(TimeSource time, Duration stopTimeout) {
    this.time = time;
    this.stopTimeout = stopTimeout;
  }

  /**
   * The options of production.
   *
   * @return the system's time; calls under way get 10 s when the gateway stops
   */
  public static GatewayOptions standard() {
    return STANDARD;
  }

  /**
   * Where the policies and the limits of calls take their time from. Default: {@link
   * TimeSource#system()}.
   *
   * @param time the time
   * @return a copy with this time
   */
  public GatewayOptions time(TimeSource time) {
    return new GatewayOptions(time, stopTimeout);
  }

  /**
   * How long calls under way may take when the gateway stops; then they are cut. Default: 10 s.
   *
   * @param stopTimeout zero or more; zero cuts them at once
   * @return a copy with this limit
   * @throws IllegalArgumentException when negative
   */
  public GatewayOptions stopTimeout(Duration stopTimeout) {
    if (stopTimeout.isNegative()) {
      throw new IllegalArgumentException("stopTimeout must not be negative, but is " + stopTimeout);
    }
    return new GatewayOptions(time, stopTimeout);
  }

  TimeSource time() {
    return time;
  }

  Duration stopTimeout() {
    return stopTimeout;
  }
}
