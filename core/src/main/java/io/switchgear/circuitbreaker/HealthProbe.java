// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Asks a dependency whether it is healthy, apart from the calls that a circuit protects.
 *
 * <p>It is started on the thread of the time source and must not block. A probe that throws, fails
 * or says no is asked again after the interval while the circuit is open; one that never completes
 * isn't asked again before the circuit opens the next time. What it throws is logged when it is
 * another error than the last, or when a probe has worked since.
 *
 * <p><b>Thread safety:</b> implementations must be safe for use by many threads.
 */
@FunctionalInterface
public interface HealthProbe {
  /**
   * Starts one probe.
   *
   * @param key the key of the circuit that is open, as text in one line, cut after 256 characters;
   *     empty for a breaker without keys
   * @return completes with whether the dependency is healthy
   */
  CompletionStage<Boolean> isHealthy(Optional<String> key);
}
