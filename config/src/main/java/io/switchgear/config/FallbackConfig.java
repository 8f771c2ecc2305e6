// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What happens to a request that the dependency can't answer. First the failover is tried, if there
 * is one; then the request is refused.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class FallbackConfig {
  static final FallbackConfig NONE = new FallbackConfig(null, null);

  private final @Nullable RequestFailoverConfig failover;
  private final @Nullable String message;

  FallbackConfig(@Nullable RequestFailoverConfig failover, @Nullable String message) {
    this.failover = failover;
    this.message = message;
  }

  /**
   * Who else may answer.
   *
   * @return the settings; empty when nobody else is asked
   */
  public Optional<RequestFailoverConfig> failover() {
    return Optional.ofNullable(failover);
  }

  /**
   * What a refusal says to people.
   *
   * @return the message of {@code none}; empty when the gateway's own sentence will do
   */
  public Optional<String> message() {
    return Optional.ofNullable(message);
  }

  @Override
  public String toString() {
    return (failover == null ? "" : failover + ", then ") + "none";
  }
}
