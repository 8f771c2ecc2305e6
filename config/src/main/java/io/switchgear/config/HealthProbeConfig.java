// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import io.switchgear.core.Verdict;
import java.time.Duration;
import java.util.Set;

/**
 * How a dependency is asked for its health while a circuit is open.
 *
 * <p><b>Thread safety:</b> immutable.
 *
 * @param method the method of the request: GET, HEAD or OPTIONS
 * @param path its path and query, behind the path of the dependency's url; begins with a slash
 * @param interval the time from one answer to the next question
 * @param timeout how long an answer may take, from the beginning of the connection on
 * @param verdicts what an answer must be read as to pass; at least one
 */
public record HealthProbeConfig(
    String method, String path, Duration interval, Duration timeout, Set<Verdict> verdicts) {
  /**
   * Copies the verdicts.
   *
   * @param method the method
   * @param path the path
   * @param interval the interval
   * @param timeout the timeout
   * @param verdicts the verdicts
   */
  public HealthProbeConfig {
    verdicts = Set.copyOf(verdicts);
  }
}
