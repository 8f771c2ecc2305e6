// SPDX-License-Identifier: Apache-2.0

/**
 * The circuit breaker. Start at {@link io.switchgear.circuitbreaker.CircuitBreaker#named}.
 *
 * <p>A circuit's state is one immutable {@code Phase}; each event (an admission, a result, the
 * passing of time, an operator's word) is a pure function from a phase to the next one. {@link
 * io.switchgear.circuitbreaker.CircuitBreaker} is the thin shell that applies these functions with
 * compare-and-set, so the simulator, the model tests and production run the same decisions.
 */
@NullMarked
package io.switchgear.circuitbreaker;

import org.jspecify.annotations.NullMarked;
