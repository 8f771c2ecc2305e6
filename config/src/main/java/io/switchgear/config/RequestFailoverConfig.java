// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which other dependencies are asked when the first one can't answer. Each is asked once, in order,
 * through its own policies; its own fallback isn't asked.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class RequestFailoverConfig {
  private final List<FailoverTarget> targets;
  private final @Nullable KeySource affinity;
  private final @Nullable Duration failBackAfter;
  private final @Nullable Duration deadline;

  RequestFailoverConfig(
      List<FailoverTarget> targets,
      Optional<KeySource> affinity,
      Optional<Duration> failBackAfter,
      Optional<Duration> deadline) {
    this.targets = targets;
    this.affinity = affinity.orElse(null);
    this.failBackAfter = failBackAfter.orElse(null);
    this.deadline = deadline.orElse(null);
  }

  /**
   * Who is asked after the dependency itself.
   *
   * @return at least one, each another dependency; unmodifiable
   */
  public List<FailoverTarget> targets() {
    return targets;
  }

  /**
   * Where a request carries the session that stays with the target that has answered it.
   *
   * @return the place; empty when each request begins with the dependency itself
   */
  public Optional<KeySource> affinity() {
    return Optional.ofNullable(affinity);
  }

  /**
   * When a session goes back to the dependency itself.
   *
   * @return the time since the other target took over; empty when it stays until that one fails or
   *     the session was idle for 10 minutes
   */
  public Optional<Duration> failBackAfter() {
    return Optional.ofNullable(failBackAfter);
  }

  /**
   * How long a request may take over all targets.
   *
   * @return the time; empty when the total timeout of the dependency decides
   */
  public Optional<Duration> deadline() {
    return Optional.ofNullable(deadline);
  }

  @Override
  public String toString() {
    return "failover to " + targets;
  }
}
