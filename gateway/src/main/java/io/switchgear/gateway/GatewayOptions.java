// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway;

import io.switchgear.config.SwitchgearConfig;
import io.switchgear.core.TimeSource;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How a gateway runs, apart from what its settings file says.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class GatewayOptions {
  private static final GatewayOptions STANDARD =
      new GatewayOptions(TimeSource.system(), Duration.ofSeconds(10), null, Duration.ofMillis(500));

  private final TimeSource time;
  private final Duration stopTimeout;
  private final @Nullable Supplier<SwitchgearConfig> source;
  private final Duration watchInterval;

  private GatewayOptions(
      TimeSource time,
      Duration stopTimeout,
      @Nullable Supplier<SwitchgearConfig> source,
      Duration watchInterval) {
    this.time = time;
    this.stopTimeout = stopTimeout;
    this.source = source;
    this.watchInterval = watchInterval;
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
    return new GatewayOptions(time, stopTimeout, source, watchInterval);
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
    return new GatewayOptions(time, stopTimeout, source, watchInterval);
  }

  /**
   * Where the settings are read again: when one of their files has changed, and when somebody asks
   * for it. Default: nowhere, and they stay as they are.
   *
   * @param source reads them, on a thread that may wait; throws a {@link
   *     io.switchgear.config.ConfigException} when they can't be used
   * @return a copy with this source
   */
  public GatewayOptions reloadFrom(Supplier<SwitchgearConfig> source) {
    return new GatewayOptions(time, stopTimeout, source, watchInterval);
  }

  /**
   * How often the files that the settings were read from are looked at; a change is noticed when
   * two looks in a row found the same. Default: 500 ms.
   *
   * @param watchInterval 1 ms or more
   * @return a copy with this interval
   * @throws IllegalArgumentException when it is shorter
   */
  public GatewayOptions watchInterval(Duration watchInterval) {
    if (watchInterval.toMillis() < 1) {
      throw new IllegalArgumentException(
          "watchInterval must be 1 ms or more, but is " + watchInterval);
    }
    return new GatewayOptions(time, stopTimeout, source, watchInterval);
  }

  @Nullable Supplier<SwitchgearConfig> source() {
    return source;
  }

  Duration watchInterval() {
    return watchInterval;
  }

  TimeSource time() {
    return time;
  }

  Duration stopTimeout() {
    return stopTimeout;
  }
}
