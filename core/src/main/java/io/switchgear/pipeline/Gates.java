// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.circuitbreaker.CircuitState;
import io.switchgear.core.CallOptions;
import io.switchgear.core.Gate;
import org.jspecify.annotations.Nullable;

/**
 * The gates that an attempt goes through, in this order; those that have keys are of one key.
 *
 * @param key the key; null for a pipeline without keys
 * @param circuit asked first, so that an open one costs neither a place nor a permit; entered last,
 *     so that the time it measures is the dependency's own and no trial's place is held in a queue
 * @param place the bulkhead's place
 * @param permit the rate limiter's permit; taken after the place, since a permit that waited in a
 *     queue would be used at another time than it was counted for
 */
record Gates(
    @Nullable Object key,
    @Nullable CircuitBreaker circuit,
    @Nullable Gate place,
    @Nullable Gate permit) {

  /** What a call asks for; null when it doesn't say. One key never gets another one's answer. */
  @Nullable Object question(CallOptions options) {
    Object question = options.cacheKey().orElse(null);
    return question == null || key == null ? question : new Question(key, question);
  }

  /** Whether another attempt now, or after a wait, would find an open circuit. */
  boolean isOpen() {
    if (circuit == null) {
      return false;
    }
    CircuitState state = circuit.state();
    return state == CircuitState.OPEN || state == CircuitState.FORCED_OPEN;
  }

  private record Question(Object key, Object question) {}
}
