// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import io.switchgear.bulkhead.AdaptiveConcurrency;
import io.switchgear.bulkhead.Bulkhead;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How the size of a bulkhead follows what the dependency can take.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class AdaptiveConcurrencyConfig {
  private final int min;
  private final int max;
  private final @Nullable Duration slowerThan;

  AdaptiveConcurrencyConfig(int min, int max, Optional<Duration> slowerThan) {
    this.min = min;
    this.max = max;
    this.slowerThan = slowerThan.orElse(null);
  }

  /**
   * The least number of calls at the same time.
   *
   * @return 1 to {@link #max}
   */
  public int min() {
    return min;
  }

  /**
   * The greatest number of calls at the same time.
   *
   * @return up to 1,000,000
   */
  public int max() {
    return max;
  }

  /**
   * From which time on a call is slow.
   *
   * @return the time; empty when calls are compared with those at rest
   */
  public Optional<Duration> slowerThan() {
    return Optional.ofNullable(slowerThan);
  }

  /**
   * Makes what sizes a bulkhead: additive increase and multiplicative decrease when it is said
   * which calls are slow, else by the gradient.
   *
   * @param bulkhead what is to be sized
   * @return what calls go through in place of the bulkhead
   */
  public AdaptiveConcurrency build(Bulkhead bulkhead) {
    return slowerThan == null
        ? AdaptiveConcurrency.gradient(bulkhead, min, max)
        : AdaptiveConcurrency.aimd(bulkhead, min, max, slowerThan);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof AdaptiveConcurrencyConfig that
        && min == that.min
        && max == that.max
        && Objects.equals(slowerThan, that.slowerThan);
  }

  @Override
  public int hashCode() {
    return Objects.hash(min, max, slowerThan);
  }

  @Override
  public String toString() {
    String slow = slowerThan == null ? "" : ", slower than " + Durations.format(slowerThan);
    return min + " to " + max + " at once" + slow;
  }
}
